/// The colours and attributes of a cell.
package struct CellStyle: Hashable, Sendable {
  package var foreground: Color
  package var background: Color
  package var attributes: Attributes

  package init(
    foreground: Color = .terminalDefault, background: Color = .terminalDefault,
    attributes: Attributes = []
  ) {
    self.foreground = foreground
    self.background = background
    self.attributes = attributes
  }

  /// The terminal's default style.
  package static let plain = CellStyle()

  /// Attributes that every terminal can show in some way.
  package struct Attributes: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let bold = Attributes(rawValue: 1)
    package static let dim = Attributes(rawValue: 2)
    package static let reverse = Attributes(rawValue: 4)
    package static let underline = Attributes(rawValue: 8)
    /// Terminals without italics show the text as it is.
    package static let italic = Attributes(rawValue: 16)
  }
}
