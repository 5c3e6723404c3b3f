import RayletteApp
import Testing

@testable import CursesTerminal

/// Terminal input that ncurses doesn't know.
struct KeyDecoderTests {
  /// Returns the keys of input that arrives in pieces. Within a piece, the next character is
  /// available immediately.
  private func keys(_ pieces: [String]) -> [Key] {
    var decoder = KeyDecoder()
    var keys: [Key] = []
    for piece in pieces {
      var rest = Array(piece.unicodeScalars.map { Int32(bitPattern: $0.value) })[...]
      while let code = rest.popFirst() {
        for case .key(let key) in decoder.decode(code, next: { rest.popFirst() }) {
          keys.append(key)
        }
      }
    }
    return keys
  }

  @Test(
    "Esc is a key on its own, and the start of a sequence if input follows immediately",
    arguments: [
      (["\u{1B}"], [.escape]), (["\u{1B}", "d"], [.escape, .character("d")]),
      (["\u{1B}b"], [.alt("b")]), (["\u{1B}bd"], [.alt("b"), .character("d")]),
      (["\u{1B}\u{7F}"], [.alt("\u{7F}")]), (["\u{1B}é"], [.alt("é")]),
      (["\u{1B}[1;5D"], []), (["\u{1B}[1;5Dx"], [.character("x")]),
      (["\u{1B}[", "1;5", "Dx"], [.character("x")]), (["\u{1B}[200"], []),
      (["\u{1B}Ozx"], [.character("x")]), (["\u{1B}[?1;2c"], []),
      (["\u{1B}[27;5;13~q"], [.character("q")]),
      (["\u{1B}]11;rgb:0000/0000/0000\u{7}j"], [.character("j")]),
      (["\u{1B}]11;rgb:0000", "/0000\u{1B}\\j"], [.character("j")]),
      (["\u{1B}P>|xterm(390)\u{1B}\\d"], [.character("d")]),
      (["\u{1B}[1;\u{1B}b"], [.alt("b")]), (["\u{1B}\u{1B}"], [.escape]),
      (["a\u{1}\r\t\u{8}"], [.character("a"), .control("a"), .enter, .tab, .backspace]),
    ] as [([String], [Key])])
  func sequences(pieces: [String], expected: [Key]) {
    #expect(keys(pieces) == expected)
  }
}
