/// One place on the screen.
///
/// A wide glyph takes two cells: the first holds it, the second is a ``continuation``.
public struct Cell: Hashable, Sendable {
  /// What stands in the cell; empty only in a ``continuation``.
  public private(set) var glyph: Glyph
  public var style: Style

  public init(_ glyph: Glyph, style: Style = .plain) {
    self.glyph = glyph
    self.style = style
  }

  /// A space in the terminal's own look.
  public static let blank = Cell(.space)

  /// The right half of a wide glyph.
  public static func continuation(style: Style) -> Cell {
    Cell(Glyph(text: "", width: 0), style: style)
  }

  public var isContinuation: Bool { glyph.width == 0 }
}

/// Text that fills one cell, or two when it is wide: a spacing scalar and the marks that combine
/// with it. Made from text by ``DisplayWidth/glyphs(of:)`` only, so that it never holds a control.
public struct Glyph: Hashable, Sendable {
  public let text: String
  /// Columns taken: 1 or 2; 0 for the right half of a wide glyph.
  public let width: Int

  init(text: String, width: Int) {
    self.text = text
    self.width = width
  }

  public static let space = Glyph(text: " ", width: 1)
  /// Stands for what cannot be shown (U+FFFD).
  public static let replacement = Glyph(text: "\u{FFFD}", width: 1)
}
