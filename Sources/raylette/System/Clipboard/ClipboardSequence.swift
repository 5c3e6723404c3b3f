import Foundation

/// The control sequence that puts text on a terminal's clipboard: OSC 52
/// (https://invisible-island.net/xterm/ctlseqs/ctlseqs.html, "Manipulate Selection Data").
struct ClipboardSequence: Equatable {
  let bytes: String

  /// What lies between us and the terminal and has to be told to pass the sequence on.
  enum Passage: Equatable, Sendable { case direct, tmux, screen }

  /// Bytes of text; what becomes of more is cut or dropped by many terminals.
  static let limit = 74_000

  /// Nil for text beyond the limit.
  init?(_ text: String, through passage: Passage) {
    guard text.utf8.count <= Self.limit else { return nil }
    let sequence = "\u{1B}]52;c;\(Data(text.utf8).base64EncodedString())\u{7}"
    switch passage {
    case .direct: bytes = sequence
    case .tmux:
      let doubled = sequence.replacing("\u{1B}", with: "\u{1B}\u{1B}")
      bytes = "\u{1B}Ptmux;\(doubled)\u{1B}\\"
    case .screen:
      // Its strings hold 768 bytes at most; the pieces join at the other end.
      bytes = Self.pieces(of: sequence, length: 250).map { "\u{1B}P\($0)\u{1B}\\" }.joined()
    }
  }

  private static func pieces(of text: String, length: Int) -> [Substring] {
    var pieces: [Substring] = []
    var rest = text[...]
    while !rest.isEmpty {
      pieces.append(rest.prefix(length))
      rest = rest.dropFirst(length)
    }
    return pieces
  }
}
