/// One cell of the screen.
///
/// A wide glyph takes two cells: the first contains the glyph, and the second is a
/// ``continuation``.
package struct Cell: Hashable, Sendable {
  /// The glyph in the cell. Empty only in a ``continuation``.
  package private(set) var glyph: Glyph
  package var style: CellStyle

  init(_ glyph: Glyph, style: CellStyle = .plain) {
    self.glyph = glyph
    self.style = style
  }

  /// A space in the terminal's default style.
  package static let blank = Cell(.space)

  /// The right half of a wide glyph.
  static func continuation(style: CellStyle) -> Cell {
    Cell(Glyph(text: "", width: 0), style: style)
  }

  package var isContinuation: Bool { glyph.width == 0 }
}

/// Text that fills one cell, or two if it's wide: a spacing scalar and the marks that combine with
/// it. Created only by ``DisplayWidth/glyphs(of:)``, so that it never contains a control character.
package struct Glyph: Hashable, Sendable {
  package let text: String
  /// The number of columns: 1 or 2, or 0 for the right half of a wide glyph.
  package let width: Int

  /// Returns the glyph with another spacing scalar of the same width, and its marks.
  func replacingBase(with scalar: Unicode.Scalar) -> Glyph {
    var scalars = String.UnicodeScalarView()
    scalars.append(scalar)
    scalars.append(contentsOf: text.unicodeScalars.dropFirst())
    return Glyph(text: String(scalars), width: width)
  }

  package static let space = Glyph(text: " ", width: 1)
  /// A replacement (U+FFFD) for text that can't be shown.
  static let replacement = Glyph(text: "\u{FFFD}", width: 1)
}

/// A position for the terminal's cursor.
package struct Cursor: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// The position where the next typed character appears.
    case insertion
    /// The target of the next key, such as a button or a row. Its style shows the focus too, so
    /// users who can see it don't need the terminal's cursor there.
    case focus
  }

  package let x: Int
  package let y: Int
  package let kind: Kind

  package init(x: Int, y: Int, kind: Kind = .focus) {
    self.x = x
    self.y = y
    self.kind = kind
  }
}
