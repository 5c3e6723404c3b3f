/// An event that concerns the help on screen.
public enum HelpAction: Equatable, Sendable {
  case scrolled(HelpMovement)
  case searchPressed
  case searchCleared
}

/// A way to scroll the help.
public enum HelpMovement: Hashable, Sendable {
  case lines(Int)
  case halfPages(Int)
  case toFirst, toLast
}
