import TerminalGrid

/// Whether cards have pictures, and of what.
enum ImagePolicy: String, Hashable, Sendable, CaseIterable {
  /// Pixels where the terminal can, or else cells where they look good, which is from 256 colours
  /// on.
  case auto
  /// Cells where they look good.
  case cells
  /// Pixels, or else nothing.
  case pixels
  /// As ``auto``, but cells on any terminal with colours.
  case always
  /// Nowhere. No picture is fetched.
  case never

  /// Returns the colours to draw cells in on a terminal with this colour depth, or nil for no
  /// pictures in cells.
  func depth(on depth: ColorDepth) -> ColorDepth? {
    switch (self, depth) {
    case (.never, _), (.pixels, _), (_, .none): nil
    case (.auto, .ansi8), (.auto, .ansi16), (.cells, .ansi8), (.cells, .ansi16): nil
    case (.auto, .palette256), (.auto, .direct), (.cells, .palette256), (.cells, .direct),
      (.always, .ansi8), (.always, .ansi16), (.always, .palette256), (.always, .direct):
      depth
    }
  }

  /// Whether the terminal is to be asked for pixels.
  var usesPixels: Bool {
    switch self {
    case .auto, .pixels, .always: true
    case .cells, .never: false
    }
  }
}
