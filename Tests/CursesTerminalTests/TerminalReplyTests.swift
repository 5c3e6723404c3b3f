import TerminalGrid
import Testing

@testable import CursesTerminal

/// Replies of the terminal in its input.
struct TerminalReplyTests {
  /// Returns what input contains that arrives in pieces, with a pause at the end.
  private func decode(_ pieces: [String], expectsReplies: Bool = true) -> [InputParser.Input] {
    var parser = InputParser()
    parser.expectsReplies = expectsReplies
    var inputs: [InputParser.Input] = []
    for piece in pieces { inputs += parser.read(piece.utf8) }
    return inputs + parser.pause()
  }

  private static let black = Color.rgb(red: 0, green: 0, blue: 0)

  static let replies: [(String, TerminalReply)] = [
    ("\u{1B}]11;rgb:0000/0000/0000\u{1B}\\", .background(black)),
    ("\u{1B}]11;rgb:0000/0000/0000\u{7}", .background(black)),
    ("\u{1B}]11;rgb:fF/80/00\u{7}", .background(.rgb(red: 255, green: 128, blue: 0))),
    ("\u{1B}]11;rgb:ffff/8000/7\u{7}", .background(.rgb(red: 255, green: 128, blue: 119))),
    ("\u{1B}]11;rgba:1010/1414/1818/ffff\u{7}", .background(.rgb(red: 16, green: 20, blue: 24))),
    ("\u{1B}]11;#ffffff\u{7}", .background(.rgb(red: 255, green: 255, blue: 255))),
    ("\u{1B}_Gi=31;OK\u{1B}\\", .graphics(.kitty, works: true)),
    ("\u{1B}_Gi=31;ENOTSUP:no\u{1B}\\", .graphics(.kitty, works: false)),
    ("\u{1B}[2;3R", .cursor(column: 3, row: 2)),
    ("\u{1B}[6;20;10t", .cell(PixelSize(width: 10, height: 20))),
    ("\u{1B}[?62;4;22c", .attributes([.sixel])),
    ("\u{1B}[?63;1;2;4c", .attributes([.sixel])),
    ("\u{1B}[?1;2c", .attributes([])), ("\u{1B}[?6c", .attributes([])),
    // The first number is the terminal's class, not an attribute.
    ("\u{1B}[?4;6c", .attributes([])),
  ]

  @Test("a reply is decoded and is no key, wherever it's split", arguments: replies)
  func split(reply: String, expected: TerminalReply) {
    for first in 0...reply.utf8.count {
      for second in first...reply.utf8.count {
        let pieces = [
          "a" + reply.prefix(first), String(reply.dropFirst(first).prefix(second - first)),
          reply.dropFirst(second) + "b",
        ]
        #expect(
          decode(pieces) == [
            .key(.character("a")), .reply(expected), .key(.character("b")),
          ], "split at \(first) and \(second)")
      }
    }
  }

  @Test(
    "what isn't a reply is dropped, but for the keys around it",
    arguments: [
      "\u{1B}]11;rgb:0000/0000\u{7}", "\u{1B}]11;rgb:xx/0/0\u{7}", "\u{1B}]11;?\u{7}",
      "\u{1B}]11;rgb:00000/0/0\u{7}", "\u{1B}]11;rgb:-1/0/0\u{7}", "\u{1B}]11;#12345\u{7}",
      "\u{1B}]10;rgb:0000/0000/0000\u{7}", "\u{1B}_Gi=32;OK\u{1B}\\", "\u{1B}_Gi=1\u{1B}\\",
      "\u{1B}[6;0;10t", "\u{1B}[6;9999;10t", "\u{1B}[6;20t", "\u{1B}[4;600;800t", "\u{1B}[6t",
      "\u{1B}[62c", "\u{1B}P>|xterm(390)\u{1B}\\", "\u{1B}P1$r0m\u{1B}\\",
      "\u{1B}]11;" + String(repeating: "q", count: 3999) + "rgb:0/0/0\u{7}",
      "\u{1B}]52;c;cQ==\u{1B}\\", "\u{1B}[?2026;2$y",
    ])
  func others(text: String) {
    #expect(decode(["a", text, "b"]) == [.key(.character("a")), .key(.character("b"))])
  }

  @Test("a whole string is dropped though no reply is due, because another program may have asked")
  func notDue() {
    for text in ["\u{1B}]10;rgb:0/0/0\u{7}", "\u{1B}P>|xterm(390)\u{1B}\\"] {
      #expect(decode([text, "j"], expectsReplies: false) == [.key(.character("j"))])
    }
  }

  @Test(
    "a reply that's cut off ends at a pause, an Esc, a control character or a length",
    arguments: ["\u{1B}]11;rgb:ffff", "\u{1B}_Gi=31;OK", "\u{1B}]11;"])
  func cutOff(text: String) {
    var parser = InputParser()
    parser.expectsReplies = true
    let j = [InputParser.Input.key(.character("j"))]
    #expect(parser.read(text.utf8) == [] && parser.unfinished == .sequence)
    #expect(parser.pause() == [] && parser.read("j".utf8) == j)
    #expect(parser.read("\(text)\u{1B}[Bj".utf8) == [.key(.down)] + j)
    #expect(parser.read("\(text)\rj".utf8) == [.key(.enter)] + j)
    let long = text + String(repeating: "x", count: InputParser.lengthLimit)
    #expect(parser.read(long.utf8).isEmpty == false && parser.read("j".utf8) == j)
    // No string begins while none is due.
    parser.expectsReplies = false
    #expect(parser.read("\(text)j".utf8).last == j.first && parser.unfinished == nil)
  }

  @Test(
    "Esc is a key after a pause, and Esc and a key in one piece are one, whether a reply is due")
  func escape() {
    for isDue in [false, true] {
      #expect(decode(["\u{1B}"], expectsReplies: isDue) == [.key(.escape)])
      #expect(
        decode(["\u{1B}", "\u{1B}"], expectsReplies: isDue) == [.key(.escape), .key(.escape)])
      #expect(decode(["\u{1B}d"], expectsReplies: isDue) == [.key(.alt("d"))])
      #expect(decode(["\u{1B}", "[", "A"], expectsReplies: isDue) == [.key(.up)])
    }
  }
}
