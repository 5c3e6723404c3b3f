import Foundation
import Links
import Localization
import Markup

/// Imports the bookmarks of browsers.
extension SavedState {
  /// The browsers whose bookmarks the screen offers to import, as long as nothing is saved.
  var importableBrowsers: [WebBrowser] { total == 0 && job == nil ? browsers : [] }

  static var noBookmarks: String { localized("There are no bookmarks to import.") }

  /// Looks which browsers have bookmarks, unless something is saved.
  func findBrowsers(in context: inout UpdateContext) {
    guard total == 0, context.surroundings.writeError == nil else { return }
    context.run(.read(.browsers(context.nextRequest())))
  }

  /// Imports what's new in the browsers that are followed.
  func importNewBookmarks(in context: inout UpdateContext) {
    guard context.surroundings.writeError == nil else { return }
    context.run(.write(.importNewBookmarks(context.nextRequest())))
  }

  mutating func importBookmarks(
    of browsers: [WebBrowser], count: Int, in context: inout UpdateContext
  ) {
    guard job == nil else {
      context.notice = Self.jobIsRunning(context.surroundings.keyMap)
      return
    }
    guard context.canSave() else { return }
    guard count > 0 else {
      return context.inform(Self.noBookmarks)
    }
    let id = record(.imported, in: &context)
    jobRequest.begin(id, BackgroundJob(kind: .importing, total: count))
    context.run(.write(.importBookmarks(id, browsers)))
  }

  mutating func endImport(
    _ id: RequestID, _ result: Result<ImportedBookmarks, ImportFailure>,
    in context: inout UpdateContext
  ) {
    _ = jobRequest.end(id)
    switch result {
    case .failure(let failure):
      undo.end(id, count: 0)
      context.notice =
        failure == .stopped
        ? .information(localized("Stopped; nothing was imported."))
        : .failure(localized("Not imported: \(failure)."))
      return
    case .success(let imported):
      undo.end(id, count: imported.added + imported.enriched)
      context.then { $0.say(undoable: imported.message) }
      context.lookUpCard()
      return reload(in: &context)
    }
  }

  /// Handles the result of importing what's new in the browsers that are followed.
  mutating func endImport(
    ofNewBookmarks id: RequestID, _ imports: [FollowedImport], in context: inout UpdateContext
  ) {
    // A failure that was just reported stays on screen.
    let isFree = context.notice?.kind != .failure
    guard let message = imports.message else {
      if isFree, let failed = imports.first(where: { $0.problem != nil }) {
        context.fail(
          localized(
            "New bookmarks of \(failed.browser.name) weren't read: \(failed.problem ?? "")."))
      }
      return
    }
    // The key for undo belongs to what the user does meanwhile.
    if isFree, undo.isIdle {
      undo.begin(id, .imported)
      undo.end(id, count: imports.added)
      context.then { $0.say(undoable: message) }
    } else {
      undo.noteUnrequested()
      if isFree { context.inform("\(message).") }
    }
    context.lookUpCard()
    return reload(in: &context)
  }
}

extension AppState {
  /// Whether the screen offers to import bookmarks: before the first card, and in place of an empty
  /// list. No link is on screen then, so the key for its details is free.
  var offersImport: Bool {
    guard !saved.importableBrowsers.isEmpty else { return false }
    return tab == .spin ? spin.card == nil : !saved.query.isTrash
  }
}
