/// A position for the terminal's cursor.
public struct Cursor: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    /// Where the next typed character appears.
    case insertion
    /// What the next key acts on, such as a button or a row. Its style shows the focus too, so
    /// users who can see it don't need the terminal's cursor there.
    case focus
  }

  public let x: Int
  public let y: Int
  public let kind: Kind

  public init(x: Int, y: Int, kind: Kind = .focus) {
    self.x = x
    self.y = y
    self.kind = kind
  }
}
