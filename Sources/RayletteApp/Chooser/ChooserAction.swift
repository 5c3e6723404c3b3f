public import Links

/// An event that concerns a list to choose from.
public enum ChooserAction: Equatable, Sendable {
  /// Shows a list: the tags, the searches of the config file, the wheels, what the wheel in use can be
  /// narrowed to, the history, or what never comes up again.
  case openPressed(Chooser.Purpose)
  case moved(Movement)
  /// Does what the selected entry stands for.
  case confirmed
  case choicesRead(RequestID, Result<Chooser.Choices, StoreError>)
}
