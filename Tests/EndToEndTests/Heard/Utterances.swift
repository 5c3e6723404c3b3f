import Foundation

/// What a screen reader says of a terminal's plain lines: a text that begins in the first column, up
/// to the next movement of the cursor. A typed character, which is written elsewhere, is said by the
/// reader itself.
struct Utterances {
  private(set) var texts: [String] = []
  /// Sequences that a screen of plain lines doesn't need, of which a reader might say a part.
  private(set) var strangers: [String] = []

  init(_ output: [UInt8]) {
    var current: String?
    func end(_ texts: inout [String]) {
      let words = (current ?? "").split(separator: " ")
      if !words.isEmpty { texts.append(words.joined(separator: " ")) }
      current = nil
    }
    var rest = String(decoding: output, as: UTF8.self).unicodeScalars[...]
    while let scalar = rest.popFirst() {
      guard scalar == "\u{1B}" else {
        current?.unicodeScalars.append(scalar)
        continue
      }
      let sequence = Self.sequence(from: &rest)
      switch sequence.last {
      case "H":
        end(&texts)
        current = sequence.hasSuffix(";1H") ? "" : nil
      case "K", "J": break
      default: if !Self.ofStart.contains(sequence) { strangers.append(sequence) }
      }
    }
    end(&texts)
  }

  /// The modes of the terminal: the alternate screen, a visible cursor, marks around pastes and
  /// reports of the focus. The reset of attributes comes from ncurses when it starts.
  private static let ofStart: Set<String> = [
    "[?1049h", "[?1049l", "[?25h", "[?2004h", "[?2004l", "[?1004h", "[?1004l", "[0;10m",
  ]

  private static func sequence(from rest: inout Substring.UnicodeScalarView) -> String {
    var sequence = ""
    while let scalar = rest.popFirst() {
      sequence.unicodeScalars.append(scalar)
      if sequence != "[", ("@"..."~").contains(scalar) { break }
    }
    return sequence
  }
}
