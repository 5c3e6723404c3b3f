import Localization

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

  /// Returns a message such as `Removed 3 links` or `Removed “Rust”`.
  /// - Parameters:
  ///   - count: the number of changed links.
  ///   - title: the title of the link if only one changed.
  public func message(count: Int, title: String? = nil) -> String {
    title.flatMap { message(title: $0) } ?? message(ofCount: count)
  }

  private func message(ofCount count: Int) -> String {
    switch self {
    case .saved: localized("Saved \(count, "link")")
    case .imported: localized("Imported \(count, "link")")
    case .marked(let isRead):
      isRead
        ? localized("Marked \(count, "link") as read")
        : localized("Marked \(count, "link") as unread")
    case .never(let what): localized("Never again: \(what)")
    case .allowed(let what): localized("Can come up again: \(what)")
    case .emptiedTrash: localized("Deleted \(count, "link") for good")
    case .clearedHistory: localized("Forgot \(count, "link")")
    case .removed: localized("Removed \(count, "link")")
    case .restored: localized("Restored \(count, "link")")
    case .tagged: localized("Tagged \(count, "link")")
    case .untagged: localized("Untagged \(count, "link")")
    case .noted:
      count == 1
        ? localized("Changed the note") : localized("Changed the notes of \(count, "link")")
    case .retitled: localized("Changed the title")
    case .readdressed: localized("Changed the address")
    case .edited: localized("Edited \(count, "link")")
    case .moved:
      localized("Updated \(count, "address", "addresses")")
    case .refreshed(failed: 0): localized("Refreshed \(count, "link")")
    case .refreshed(let failed): localized("Refreshed \(count, "link"), \(failed) failed")
    case .received: localized("Received changes of \(count, "link")")
    }
  }

  /// Returns a message that names the only link, or nil for changes that don't need its title.
  private func message(title: String) -> String? {
    switch self {
    case .saved: localized("Saved “\(title)”")
    case .imported: localized("Imported “\(title)”")
    case .marked(let isRead):
      isRead ? localized("Marked “\(title)” as read") : localized("Marked “\(title)” as unread")
    case .removed: localized("Removed “\(title)”")
    case .restored: localized("Restored “\(title)”")
    case .tagged: localized("Tagged “\(title)”")
    case .untagged: localized("Untagged “\(title)”")
    case .noted: localized("Changed the note of “\(title)”")
    case .retitled: localized("Changed the title of “\(title)”")
    case .readdressed: localized("Changed the address of “\(title)”")
    case .edited: localized("Edited “\(title)”")
    case .moved: localized("Updated the address of “\(title)”")
    case .refreshed(failed: 0): localized("Refreshed “\(title)”")
    case .received: localized("Received changes of “\(title)”")
    case .refreshed, .never, .allowed, .emptiedTrash, .clearedHistory: nil
    }
  }
}
