public import TerminalGrid

/// The terminal's answers to questions about itself. Those it doesn't answer are nil.
public struct TerminalAnswers: Hashable, Sendable {
  /// The colour of the terminal's background.
  public var background: Color?
  /// The way to show pictures in pixels.
  public var graphics: GraphicsProtocol?
  /// The size of a cell, which has to be known to show pixels in the right cells.
  public var cell: PixelSize?

  public init(
    background: Color? = nil, graphics: GraphicsProtocol? = nil, cell: PixelSize? = nil
  ) {
    self.background = background
    self.graphics = graphics
    self.cell = cell
  }
}

/// A way to show pictures in pixels.
public enum GraphicsProtocol: Hashable, Sendable {
  /// The kitty graphics protocol (https://sw.kovidgoyal.net/kitty/graphics-protocol).
  case kitty
  /// DEC's six pixels a character (VT330/VT340 Programmer Reference Manual, chapter 14).
  case sixel
}
