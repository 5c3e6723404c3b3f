import TerminalGrid

extension Rect {
  /// Whether there is room for blank rows between things; low terminals do without.
  var isSpacious: Bool { rows >= 14 }
}
