/// Whether the program or the terminal orders text that reads from right to left.
public enum BidiPolicy: String, Hashable, Sendable, CaseIterable {
  /// The program, unless the terminal does it by itself.
  case auto
  /// The program, each character.
  case on
  /// The terminal, or nobody.
  case off
}
