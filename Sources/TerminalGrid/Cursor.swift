/// A place that the terminal's cursor may stand at.
public struct Cursor: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    /// Where the next character that is typed will stand.
    case insertion
    /// What the next key is about: a button, a row. Told by its look too, so that the terminal's cursor
    /// need not be there for those who see it.
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
