public import Foundation

/// An entry in the log of changes.
public struct LinkChange: Hashable, Sendable, Identifiable {
  /// Later changes have larger ids.
  public let id: Int64
  public let kind: ChangeKind
  public let origin: Origin
  public let madeAt: Date

  /// Where a change was made.
  public enum Origin: String, Hashable, Sendable {
    /// On the screen.
    case program
    /// By a command.
    case shell
    /// On another device. Undo leaves these changes alone.
    case device
  }

  public init(id: Int64, kind: ChangeKind, origin: Origin, madeAt: Date) {
    self.id = id
    self.kind = kind
    self.origin = origin
    self.madeAt = madeAt
  }

  /// Returns what was changed, when and from where: `tagged 3 links (2 minutes ago, from the
  /// shell)`. Leaves out what's obvious to somebody who has just made the change in the same place.
  /// - Parameters:
  ///   - count: how many links it's about.
  ///   - place: where the text is shown.
  ///   - now: the current time.
  public func message(count: Int, in place: Origin, at now: Date) -> String {
    let message = kind.message(count: count).lowercasedFirst
    let age = RelativeTime.text(from: madeAt, to: now)
    if origin == place, age == RelativeTime.text(from: now, to: now) { return message }
    if origin == place, place == .program { return "\(message) (\(age))" }
    return "\(message) (\(age), \(originText))"
  }

  /// Where it was made: `from the shell`, `from laptop-4kx9q2`.
  public var originText: String {
    switch (origin, kind) {
    case (.program, _): "in the program"
    case (.shell, _): "from the shell"
    case (.device, .received(let device)) where !device.isEmpty: "from \(device)"
    case (.device, _): "from another device"
    }
  }
}

/// A change that was undone or redone.
public struct ReplayedChange: Hashable, Sendable {
  public let change: LinkChange
  /// How many links were restored, or changed again. Pages of which reading was marked count as
  /// links.
  public var count = 0
  /// Those links.
  public var links: [SavedLink.ID] = []
  /// The links among them that are in the trash now, and those that are no longer there.
  public var trashed: [SavedLink.ID] = []
  public var restored: [SavedLink.ID] = []
  /// The pages of which reading was marked, as they are now; nil if none were.
  public var reading: ReadingChange?
  /// What never comes up again now, or can.
  public var listed: [NeverAgain] = []
  public var allowed: [NeverAgain.Subject] = []
  /// How many were left alone, because they've changed since or were deleted.
  public var leftCount = 0

  public init(change: LinkChange, count: Int = 0, leftCount: Int = 0) {
    self.change = change
    self.count = count
    self.leftCount = leftCount
  }
}

/// Whether the log has changes to undo and to redo.
public struct UndoStatus: Hashable, Sendable {
  public var canUndo: Bool
  public var canRedo: Bool

  public init(canUndo: Bool = false, canRedo: Bool = false) {
    self.canUndo = canUndo
    self.canRedo = canRedo
  }
}

extension SavedChange {
  /// What the change is called in the log.
  public var kind: ChangeKind {
    switch self {
    case .trash: .removed
    case .restore: .restored
    case .addTags, .setTags: .tagged
    case .removeTags: .untagged
    case .set(let field, _): field.change ?? .edited
    case .setMetadata: .refreshed(failed: 0)
    case .setAddresses: .readdressed
    }
  }
}
