public import Foundation
import Localization

/// An entry in the log of changes.
public struct LinkChange: Hashable, Sendable, Identifiable {
  /// Later changes have larger ids.
  public let id: Int64
  /// What was changed.
  public let kind: ChangeKind
  /// Where the change was made.
  public let origin: Origin
  /// When the change was made, by the clock of the machine.
  public let madeAt: Date

  /// The origin of a change.
  public enum Origin: String, Hashable, Sendable {
    /// The screen.
    case program
    /// A command.
    case shell
    /// Another device. Undo leaves these changes alone.
    case device
  }

  /// Creates an entry with an id from the store.
  public init(id: Int64, kind: ChangeKind, origin: Origin, madeAt: Date) {
    self.id = id
    self.kind = kind
    self.origin = origin
    self.madeAt = madeAt
  }

  /// Returns a description with the time and origin: `tagged 3 links (2 minutes ago, from the
  /// shell)`. Leaves out details that are obvious to somebody who has just made the change in the
  /// same place.
  /// - Parameters:
  ///   - count: the number of changed links.
  ///   - title: the title of the link if only one changed.
  ///   - place: where the text is shown.
  ///   - now: the current time.
  public func message(
    count: Int, title: String? = nil, in place: Origin, at now: Date
  ) -> String {
    let message = kind.message(count: count, title: title).lowercasedFirst
    let age = RelativeTime.text(from: madeAt, to: now)
    if origin == place, age == RelativeTime.text(from: now, to: now) { return message }
    if origin == place, place == .program {
      return localized("\(message) (\(age))")
    }
    return localized("\(message) (\(age), \(originText))")
  }

  /// The origin as text: `from the shell`, `from laptop-4kx9q2`.
  public var originText: String {
    switch (origin, kind) {
    case (.program, _): localized("in the program")
    case (.shell, _): localized("from the shell")
    case (.device, .received(let device)) where !device.isEmpty: localized("from \(device)")
    case (.device, _): localized("from another device")
    }
  }
}

/// A change in the log.
public struct LoggedChange: Hashable, Sendable {
  /// The change itself.
  public let change: LinkChange
  /// The number of changed links.
  public let count: Int
  /// The title of the changed link; nil if it's not a single one, or isn't there any more.
  public let title: String?
  /// Whether the change was undone, and not redone.
  public let isUndone: Bool

  /// Creates an entry of a list of changes.
  public init(change: LinkChange, count: Int, title: String? = nil, isUndone: Bool) {
    (self.change, self.count, self.title, self.isUndone) = (change, count, title, isUndone)
  }

  /// A description such as `Tagged 3 links` or `Removed “Rust”`.
  public var text: String { change.kind.message(count: count, title: title) }

  /// Whether a key that undoes the latest change asks first: before a change that a command made,
  /// which the screen hasn't shown, and before one of more than ten links.
  package var asksBeforeUndo: Bool { change.origin == .shell || count > 10 }
}

/// A change that was undone or redone.
public struct ReplayedChange: Hashable, Sendable {
  /// The change that was undone or redone.
  public let change: LinkChange
  /// The number of links that were restored or changed again. Pages that were marked as read or
  /// unread count as links.
  public var count = 0
  /// The title of the changed link; nil if it's not a single one.
  public var title: String?
  /// The links that were restored or changed again.
  public var links: [SavedLink.ID] = []
  /// The links that the replay moved to the trash, then the links that it took out.
  public var trashed: [SavedLink.ID] = []
  /// The links that the replay took out of the trash, in the order in which they were removed.
  public var restored: [SavedLink.ID] = []
  /// The present state of pages that were marked as read or unread; nil if there were none.
  public var reading: ReadingChange?
  /// The links and hosts that never come up again now, then those that can come up again.
  public var listed: [NeverAgain] = []
  /// The links and hosts that can come up again now.
  public var allowed: [NeverAgain.Subject] = []
  /// The number of links that were left alone because they've changed since or were deleted.
  public var leftCount = 0
  /// Whether nothing was changed yet, because the user is to be asked first.
  public private(set) var isHeld = false

  /// Creates a replay that changed so many links.
  public init(change: LinkChange, count: Int = 0, leftCount: Int = 0) {
    self.change = change
    self.count = count
    self.leftCount = leftCount
  }

  /// Creates a replay that waits for the user's answer.
  package init(holding logged: LoggedChange) {
    (change, count, title, isHeld) = (logged.change, logged.count, logged.title, true)
  }
}

/// Whether the log has changes to undo and to redo.
public struct UndoStatus: Hashable, Sendable {
  /// Whether there's a change to undo.
  public var canUndo: Bool
  /// Whether there's an undone change to redo.
  public var canRedo: Bool

  /// Creates a status. By default, there's nothing to undo or redo.
  public init(canUndo: Bool = false, canRedo: Bool = false) {
    self.canUndo = canUndo
    self.canRedo = canRedo
  }
}

extension SavedChange {
  /// The kind of the change in the log.
  public var kind: ChangeKind {
    switch self {
    case .trash: .removed
    case .restore: .restored
    case .changeTags(let change, _): change.kind
    case .setTags: .tagged
    case .set(let field, _): field.change ?? .edited
    case .setMetadata: .refreshed(failed: 0)
    case .setAddresses: .readdressed
    }
  }
}
