/// The address and the note of a link. Reading an outline takes a fifth of the time for a whole
/// link.
public struct LinkOutline: Hashable, Sendable, Identifiable {
  public var id: SavedLink.ID
  /// The address as it was saved.
  public var address: String
  public var note: String

  public init(id: SavedLink.ID, address: String, note: String) {
    self.id = id
    self.address = address
    self.note = note
  }
}
