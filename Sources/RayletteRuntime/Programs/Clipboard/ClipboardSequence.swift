import Foundation

/// The control sequence that copies text to a terminal's clipboard: OSC 52
/// (https://invisible-island.net/xterm/ctlseqs/ctlseqs.html, "Manipulate Selection Data").
package struct ClipboardSequence: Equatable {
  let bytes: String

  /// The multiplexer between us and the terminal, which has to pass the sequence through.
  package enum Passage: Equatable, Sendable { case direct, tmux, screen }

  /// The maximum bytes of text. Many terminals truncate or drop longer text.
  static let limit = 74_000

  /// Returns nil if the text exceeds the limit.
  init?(_ text: String, through passage: Passage) {
    guard text.utf8.count <= Self.limit else { return nil }
    let sequence = "\u{1B}]52;c;\(Data(text.utf8).base64EncodedString())\u{7}"
    switch passage {
    case .direct: bytes = sequence
    case .tmux:
      let doubled = sequence.replacing("\u{1B}", with: "\u{1B}\u{1B}")
      bytes = "\u{1B}Ptmux;\(doubled)\u{1B}\\"
    case .screen:
      // Splits the sequence, because screen limits strings to 768 bytes. The terminal joins the
      // pieces.
      bytes = Self.pieces(of: sequence, length: 250).map { "\u{1B}P\($0)\u{1B}\\" }.joined()
    }
  }

  private static func pieces(of text: String, length: Int) -> [Substring] {
    var pieces: [Substring] = []
    var remaining = text[...]
    while !remaining.isEmpty {
      pieces.append(remaining.prefix(length))
      remaining = remaining.dropFirst(length)
    }
    return pieces
  }
}
