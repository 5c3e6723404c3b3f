import Foundation
package import Links
import Localization

/// The result of an effect that changes stored data.
package enum ChangeAction: Equatable, Sendable {
  /// A change, an undo or a redo ended, maybe with an error.
  case ended(RequestID, ChangeDirection, Result<ChangeOutcome, StoreError>)
  case linkSaved(RequestID, Result<SaveOutcome, StoreError>)
  /// Typed or pasted addresses were saved.
  case linksSaved(RequestID, Result<AddressesSaved, StoreError>)
  /// The user emptied the trash.
  case trashEmptied(RequestID, Result<Int, StoreError>)
  case historyCleared(RequestID, Result<Int, StoreError>)
  /// The bookmarks of browsers were imported.
  case bookmarksImported(RequestID, Result<ImportedBookmarks, ImportFailure>)
  /// What was new in the browsers that are followed was imported.
  case newBookmarksImported(RequestID, [FollowedImport])
}

/// The change that an undo applies to.
package enum UndoTarget: Hashable, Sendable {
  /// The latest change of this device.
  case latest
  /// The change of an earlier request, which may not have been written yet.
  case request(RequestID)
  /// A change in the log, of any device.
  case change(LinkChange.ID)
}

extension ChangeAction {
  /// A message about a failed write, for use after the screen is closed. Nil if nothing failed.
  var unwrittenMessage: String? {
    switch self {
    case .linkSaved(_, .failure(let error)), .linksSaved(_, .failure(let error)):
      localized("the last link was not saved: \(error)")
    case .ended(_, .make, .failure(let error)): localized("the last change was not made: \(error)")
    case .ended(_, .undo, .failure(let error)):
      localized("the last change was not undone: \(error)")
    case .ended(_, .redo, .failure(let error)):
      localized("the last change was not redone: \(error)")
    case .ended(_, _, .success(let outcome)):
      outcome.interruption.map { localized("the last change was not made of all links: \($0)") }
    case .bookmarksImported(_, .failure(let failure)):
      localized("the bookmarks were not imported: \(failure)")
    case .linkSaved(_, .success), .linksSaved(_, .success), .trashEmptied, .historyCleared,
      .bookmarksImported(_, .success), .newBookmarksImported:
      nil
    }
  }
}

/// Whether a change is made, undone or redone.
package enum ChangeDirection: Hashable, Sendable { case make, undo, redo }

extension ChangeKind {
  /// The reason why the change can't be undone, as a message. Nil if it can be. Permanent changes
  /// ask for confirmation first.
  var permanence: String? {
    switch self {
    case .emptiedTrash: localized("Emptying the trash can't be undone.")
    case .clearedHistory: localized("Clearing the history can't be undone.")
    case .saved, .imported, .removed, .restored, .tagged, .untagged, .noted, .moved, .retitled,
      .readdressed, .edited, .refreshed, .marked, .never, .allowed, .received:
      nil
    }
  }

  /// The message if no link needed the change.
  var messageWithoutChange: String {
    switch self {
    case .marked(let isRead):
      isRead ? localized("Already marked as read.") : localized("Already marked as unread.")
    case .never(let what): localized("Never comes up again already: \(what).")
    case .allowed(let what): localized("Can come up again already: \(what).")
    case .saved, .imported, .removed, .restored, .tagged, .untagged, .noted, .moved, .retitled,
      .readdressed, .edited, .refreshed, .emptiedTrash, .clearedHistory, .received:
      ScreenTexts.nothingToChange
    }
  }
}

/// The reason why a note couldn't be edited.
package enum EditorFailure: Error, Hashable, Sendable {
  case linkGone
  /// The note couldn't be written to this folder for the editor.
  case notWritten(folder: String)
  /// - Parameter kept: the file with what was written; nil if that was nothing.
  case failed(String, kept: String? = nil)
  case notStarted(String)
  /// The editor deleted the file.
  case noteGone
  /// The text is neither in UTF-8 nor in the locale's character set.
  case unknownCharset(kept: String)
  /// The text is longer than a note can be, as the sentence says.
  case tooLong(String, kept: String)

  var sentence: String {
    switch self {
    case .linkGone: localized("The link isn't there any more.")
    case .notWritten(let folder): localized("The note couldn't be written to \(folder).")
    case .failed(let name, nil): localized("\(name) failed; the note stays as it was.")
    case .failed(let name, let kept?):
      localized("\(name) failed; what you wrote is in \(kept), and the next edit begins with it.")
    case .notStarted(let name): localized("\(name) couldn't be started; name one in EDITOR.")
    case .noteGone: localized("The editor deleted the file; the note is unchanged.")
    case .unknownCharset(let kept):
      localized("The note isn't in UTF-8, so it stays as it was; what you wrote is in \(kept).")
    case .tooLong(let refusal, let kept):
      [refusal, localized("What you wrote is in \(kept), and the next edit begins with it.")]
        .paragraph
    }
  }
}
