/// What names a link. Reading it takes a fifth of the time that the link itself takes.
public struct LinkOutline: Hashable, Sendable, Identifiable {
  public var id: SavedLink.ID
  /// As it was saved.
  public var address: String
  public var note: String

  public init(id: SavedLink.ID, address: String, note: String) {
    self.id = id
    self.address = address
    self.note = note
  }
}
