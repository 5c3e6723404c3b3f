/// An event that concerns the list to choose from on screen.
public enum ChooserAction: Equatable, Sendable {
  case moved(Movement)
  /// Does what the selected entry stands for.
  case confirmed
}
