/// An event that concerns the palette on screen.
public enum PaletteAction: Equatable, Sendable {
  case moved(Movement)
  /// Runs the selected command.
  case confirmed
}
