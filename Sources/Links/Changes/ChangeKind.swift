/// The kind of a change, with the details that its message needs besides a count.
public enum ChangeKind: Hashable, Sendable {
  /// A change of links, or of one field of theirs. `moved` is a new address that the site gave,
  /// `readdressed` one that the user gave.
  case saved, imported, removed, restored, tagged, untagged, noted, moved, retitled, readdressed
  /// A change of the title, the address or both.
  case edited
  /// - Parameter failed: the number of pages that couldn't be fetched.
  case refreshed(failed: Int)
  /// Pages marked as read or unread.
  case marked(isRead: Bool)
  /// Excluding a link or a host from all wheels.
  case never(String)
  /// Letting an excluded link or host come up again.
  case allowed(String)
  /// Deleting links for good, or visits from the history.
  case emptiedTrash, clearedHistory
  /// Changes by another device.
  /// - Parameter from: the device whose log has the changes.
  case received(from: String)

  /// Returns a message such as `Removed 3 links`.
  public func message(count: Int) -> String {
    switch self {
    case .saved: "Saved \(count.linkCount)"
    case .imported: "Imported \(count.linkCount)"
    case .marked(let isRead): "Marked \(count.linkCount) as \(isRead ? "read" : "unread")"
    case .never(let what): "Never again: \(what)"
    case .allowed(let what): "Can come up again: \(what)"
    case .emptiedTrash: "Deleted \(count.linkCount) for good"
    case .clearedHistory: "Forgot \(count.linkCount)"
    case .removed: "Removed \(count.linkCount)"
    case .restored: "Restored \(count.linkCount)"
    case .tagged: "Tagged \(count.linkCount)"
    case .untagged: "Untagged \(count.linkCount)"
    case .noted: count == 1 ? "Changed the note" : "Changed the notes of \(count.linkCount)"
    case .retitled: "Changed the title"
    case .readdressed: "Changed the address"
    case .edited: "Edited \(count.linkCount)"
    case .moved: count == 1 ? "Updated 1 address" : "Updated \(count) addresses"
    case .refreshed(failed: 0): "Refreshed \(count.linkCount)"
    case .refreshed(let failed): "Refreshed \(count.linkCount), \(failed) failed"
    case .received: "Received changes of \(count.linkCount)"
    }
  }
}

extension String {
  /// The string with a lower-case first letter, for the middle of a sentence.
  package var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
}
