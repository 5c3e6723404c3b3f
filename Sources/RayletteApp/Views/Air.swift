import TerminalGrid

extension Rect {
  /// Whether there is room for blank rows between things; low terminals do without.
  var hasAir: Bool { rows >= 14 }
}
