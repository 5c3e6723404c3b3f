import Foundation
import TerminalGrid

/// The terminal's present window, according to the system.
enum TerminalWindow {
  /// The size in cells, or nil if the system doesn't know it.
  static var size: GridSize? {
    window.map { GridSize(columns: Int($0.ws_col), rows: Int($0.ws_row)) }
  }

  /// The size of a cell, calculated from the window's size in pixels, which many terminals don't
  /// report.
  static var cell: PixelSize? {
    guard let window else { return nil }
    let width = Int(window.ws_xpixel / window.ws_col)
    let height = Int(window.ws_ypixel / window.ws_row)
    let sides = TerminalReply.cellSides
    return sides.contains(width) && sides.contains(height)
      ? PixelSize(width: width, height: height) : nil
  }

  private static var window: winsize? {
    var window = winsize()
    let isKnown = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &window) == 0
    return isKnown && window.ws_col > 0 && window.ws_row > 0 ? window : nil
  }
}
