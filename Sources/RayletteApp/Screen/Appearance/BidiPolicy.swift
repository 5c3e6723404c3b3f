/// The policy on who orders text that reads from right to left.
public enum BidiPolicy: String, Hashable, Sendable, CaseIterable {
  /// The program, unless the terminal does so by itself.
  case auto
  /// Always the program, for each character.
  case on
  /// Never the program.
  case off
}
