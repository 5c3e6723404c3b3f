import Foundation
import TerminalGrid
import TestSupport
import Testing

@testable import CursesTerminal

/// Keys, pastes and mouse reports in the bytes of a terminal.
struct InputParserTests {
  /// Returns the keys of pieces with a pause after each. What's in a piece comes byte by byte, which
  /// makes no difference.
  private func keys(_ pieces: [String]) -> [Key] {
    var (parser, slow) = (InputParser(), InputParser())
    var (inputs, slowInputs): ([InputParser.Input], [InputParser.Input]) = ([], [])
    for piece in pieces {
      inputs += parser.read(piece.utf8) + parser.pause()
      for byte in piece.utf8 { slowInputs += slow.read([byte]) }
      slowInputs += slow.pause()
    }
    #expect(inputs == slowInputs)
    return inputs.compactMap { if case .key(let key) = $0 { key } else { nil } }
  }

  @Test(
    "Esc is a key on its own, and the start of a sequence if input follows immediately",
    arguments: [
      (["\u{1B}"], [.escape]), (["\u{1B}", "d"], [.escape, .character("d")]),
      (["\u{1B}b"], [.alt("b")]), (["\u{1B}bd"], [.alt("b"), .character("d")]),
      (["\u{1B}\u{7F}"], [.alt("\u{7F}")]), (["\u{1B}é"], [.alt("é")]),
      (["\u{1B}[1;5D"], []), (["\u{1B}[1;5Dx"], [.character("x")]),
      (["\u{1B}[200"], []), (["\u{1B}Ozx"], [.character("x")]), (["\u{1B}[?1;2c"], []),
      (["\u{1B}[27;5;13~q"], [.character("q")]), (["\u{1B}[1;\u{1B}b"], [.alt("b")]),
      (["\u{1B}\u{1B}"], [.escape, .escape]), (["\u{1B}\u{1B}[A"], [.escape, .up]),
      (["a\u{1}\r\t\u{8}"], [.character("a"), .control("a"), .enter, .tab, .backspace]),
      (["日é"], [.character("日"), .character("é")]),
    ] as [([String], [Key])])
  func sequences(pieces: [String], expected: [Key]) {
    #expect(keys(pieces) == expected)
  }

  // ECMA-48, section 5.4 and 5.6.
  @Test(
    "what begins a sequence or a string is a key by itself, and the next key works",
    arguments: ["]", "P", "X", "^", "_", "[", "O"])
  func beginnings(character: Character) {
    #expect(keys(["\u{1B}\(character)", "j"]) == [.alt(character), .character("j")])
    #expect(
      keys(["\u{1B}\(character)\u{1B}", "j"]) == [.alt(character), .escape, .character("j")])
    #expect(keys(["\u{1B}\(character)\r", "j"]) == [.alt(character), .enter, .character("j")])
    // In one packet, only a sequence takes the next character.
    if !"[O".contains(character) {
      #expect(keys(["\u{1B}\(character)j"]) == [.alt(character), .character("j")])
    }
  }

  @Test(
    "a sequence that isn't finished ends at a pause, an Esc or a control character",
    arguments: ["1;", "<0;1", "?6", "200"])
  func unfinished(parameters: String) {
    #expect(keys(["\u{1B}[\(parameters)", "j"]) == [.character("j")])
    #expect(keys(["\u{1B}[\(parameters)\u{1B}j"]) == [.alt("j")])
    #expect(keys(["\u{1B}[\(parameters)\tj"]) == [.tab, .character("j")])
  }

  @Test("a sequence that isn't finished ends at a length")
  func long() {
    let sequence = "\u{1B}[" + String(repeating: "1", count: InputParser.lengthLimit - 1)
    var parser = InputParser()
    #expect(parser.read(sequence.utf8) == [] && parser.unfinished == nil)
    #expect(parser.read("j".utf8) == [.key(.character("j"))])
  }

  // XTerm Control Sequences, "PC-Style Function Keys"; VT100 User Guide, chapter 3, for the keypad.
  @Test(
    "keys have their sequences of any terminal",
    arguments: [
      (.up, ["[A", "OA", "Ox"]), (.down, ["[B", "OB", "Or"]), (.right, ["[C", "OC", "Ov"]),
      (.left, ["[D", "OD", "Ot"]), (.home, ["[H", "OH", "[1~", "[7~", "Ow"]),
      (.end, ["[F", "OF", "[4~", "[8~", "Oq"]), (.pageUp, ["[5~", "Oy"]),
      (.pageDown, ["[6~", "Os"]), (.delete, ["[3~", "On"]), (.backTab, ["[Z"]),
      (.enter, ["OM"]),
    ] as [(Key, [String])])
  func everywhere(key: Key, endings: [String]) {
    for ending in endings { #expect(keys(["\u{1B}\(ending)j"]) == [key, .character("j")]) }
  }

  @Test(
    "function keys and rxvt's keys with modifiers are no keys, and the next key works",
    arguments: ["[[A", "[[E", "OP", "[15~", "[7$", "[3^", "[3@", "[25~", "Oj"])
  func functions(ending: String) {
    #expect(keys(["\u{1B}\(ending)j"]) == [.character("j")])
  }

  private func inputs(_ text: String, _ parser: inout InputParser) -> [InputParser.Input] {
    parser.read(text.utf8)
  }

  @Test("nothing in a paste is a key or a signal, and its end may be missing")
  func pastes() {
    var parser = InputParser()
    parser.signals = [0x03: SIGINT, 0x1A: SIGTSTP, 0x1C: SIGQUIT]
    let text = "a\u{3}\u{11}\u{13}\u{1A}\u{1C}\u{F}é\r\n\tq"
    let pasted = InputParser.Input.pasted(PastedText(text))
    #expect(inputs("\u{1B}[200~\(text)\u{1B}[201~j", &parser) == [pasted, .key(.character("j"))])
    #expect(inputs("\u{1B}[200~\(text)", &parser) == [])
    #expect(parser.unfinished == .text && parser.pause() == [pasted])
    #expect(parser.unfinished == nil && inputs("\u{3}", &parser) == [.signal(SIGINT)])
    // Sequences in it are dropped, and what only looks like one is text.
    let colored = "\u{1B}[200~\u{1B}[31mred\u{1B}]8;;x\u{7}\u{1B}]\u{1B}P\u{1B}[201~j"
    #expect(
      inputs(colored, &parser) == [.pasted(PastedText("red]P")), .key(.character("j"))])
    #expect(inputs("\u{1B}[201~j", &parser) == [.key(.character("j"))])
  }

  @Test("a paste that's too long says so")
  func longPaste() {
    var paste = PastedText(String(repeating: "x", count: PastedText.limit))
    #expect(!paste.isTooLong)
    paste.append("y")
    #expect(paste.isTooLong && paste.text.utf8.count == PastedText.limit)
  }

  @Test("the user's keys for signals stand for them outside of pastes, and end what's unfinished")
  func signals() {
    var parser = InputParser()
    parser.signals = [0x0B: SIGINT]
    #expect(inputs("\u{B}", &parser) == [.signal(SIGINT)])
    #expect(inputs("\u{3}", &parser) == [.key(.control("c"))])
    #expect(inputs("\u{1B}\u{B}", &parser) == [.key(.escape), .signal(SIGINT)])
    #expect(inputs("\u{1B}[1;\u{B}j", &parser) == [.signal(SIGINT), .key(.character("j"))])
  }

  // XTerm Control Sequences, "Mouse Tracking".
  @Test("the mouse is reported in xterm's first format where that's the terminal's, and in SGR's")
  func mouse() {
    var parser = InputParser()
    #expect(
      inputs("\u{1B}[<0;10;5M\u{1B}[<0;10;5m\u{1B}[<64;1;1M\u{1B}[<69;1;1M\u{1B}[<35;1;1M", &parser)
        == [.mouse(.pressed(x: 9, y: 4)), .mouse(.scrolled(rows: -3)), .mouse(.scrolled(rows: 3))])
    #expect(inputs("\u{1B}[Mjj", &parser) == [.key(.character("j")), .key(.character("j"))])
    parser.hasOldMouseReports = true
    #expect(
      parser.read([0x1B, 0x5B, 0x4D, 32, 200, 33]) == [.mouse(.pressed(x: 167, y: 0))])
    #expect(inputs("\u{1B}[M ", &parser) == [] && parser.pause() == [])
    #expect(inputs("\u{1B}[M \rj", &parser) == [.key(.enter), .key(.character("j"))])
  }

  @Test("a letter in UTF-8 that the locale doesn't have is told from one that it has")
  func foreignLetters() {
    var parser = InputParser()
    parser.letters = LetterDecoder(charset: .ascii)
    #expect(
      inputs("aüj", &parser) == [
        .key(.character("a")), .foreignLetter("ü"), .key(.character("j")),
      ])
    #expect(parser.read([0xFC]) == [] && inputs("j", &parser) == [.key(.character("j"))])
  }

  // MARK: - Random input

  /// Bytes, and what they mean.
  private struct Sample {
    var bytes: [UInt8]
    var inputs: [InputParser.Input] = []
    /// Whether it only ends at a pause.
    var isCut = false
    /// Whether it comes in one piece.
    var isWhole = false
  }

  /// Longer runs: `FUZZ_ROUNDS=1000000 swift test --filter InputParserTests`.
  private static let rounds =
    ProcessInfo.processInfo.environment["FUZZ_ROUNDS"].flatMap { Int($0) } ?? 100_000

  @Test("after any input, whole or cut, the next key works, and nothing else is a key (fuzz)")
  func fuzz() {
    var random = SeededRandom(seed: 63)
    var parser = InputParser()
    for round in 0..<Self.rounds {
      parser.expectsReplies = .random(using: &random)
      parser.hasOldMouseReports = .random(using: &random)
      let sample = sample(for: parser, using: &random)
      var found: [InputParser.Input] = []
      var rest = sample.bytes[...]
      while !rest.isEmpty {
        let length = sample.isWhole ? rest.count : Int.random(in: 1...6, using: &random)
        found += parser.read(rest.prefix(length))
        rest = rest.dropFirst(length)
      }
      if sample.isCut { found += parser.pause() }
      let unfinished = parser.unfinished
      let next = parser.read("j".utf8)
      guard found == sample.inputs, unfinished == nil, next == [.key(.character("j"))] else {
        Issue.record(
          "round \(round): \(sample) gave \(found), left \(String(describing: unfinished)), \(next)"
        )
        return
      }
    }
  }

  private static let wholeKeys: [(String, Key?)] = [
    ("x", .character("x")), ("é", .character("é")), ("\u{1B}[A", .up), ("\u{1B}OB", .down),
    ("\u{1B}[4~", .end), ("\u{1B}OM", .enter), ("\u{1B}b", .alt("b")), ("\u{1B}é", .alt("é")),
    ("\r", .enter), ("\u{7F}", .backspace), ("\u{15}", .control("u")), ("\u{1B}[1;5C", nil),
    ("\u{1B}[[B", nil), ("\u{1B}OP", nil), ("\u{1B}[24;2~", nil), ("\u{1B}[8$", nil),
  ]

  private func sample(for parser: InputParser, using random: inout SeededRandom) -> Sample {
    let isCut = Bool.random(using: &random)
    switch Int.random(in: 0..<5, using: &random) {
    case 0:
      let (text, key) = Self.wholeKeys.randomElement(using: &random) ?? ("x", .character("x"))
      if isCut { return cut(text, for: parser, using: &random) }
      return Sample(bytes: Array(text.utf8), inputs: key.map { [.key($0)] } ?? [])
    case 1:
      let replies = TerminalReplyTests.replies
      let (text, reply) = replies[Int.random(in: replies.indices, using: &random)]
      if isCut { return cut(text, for: parser, using: &random) }
      // A string only comes in pieces while it's due.
      return Sample(
        bytes: Array(text.utf8), inputs: [.reply(reply)], isWhole: !parser.expectsReplies)
    case 2:
      let (x, y) = (Int.random(in: 1...300, using: &random), Int.random(in: 1...90, using: &random))
      let report = "\u{1B}[<0;\(x);\(y)M"
      if isCut { return cut(report, for: parser, using: &random) }
      return Sample(bytes: Array(report.utf8), inputs: [.mouse(.pressed(x: x - 1, y: y - 1))])
    case 3 where parser.hasOldMouseReports:
      let report: [UInt8] = [0x1B, 0x5B, 0x4D, 32, .random(in: 34...255, using: &random), 40]
      if isCut {
        let length = Int.random(in: 3...5, using: &random)
        return Sample(bytes: Array(report.prefix(length)), isCut: true)
      }
      return Sample(bytes: report, inputs: [.mouse(.pressed(x: Int(report[4]) - 33, y: 7))])
    default:
      var text = ""
      for _ in 0..<Int.random(in: 0...20, using: &random) {
        let scalar = Unicode.Scalar(UInt8.random(in: 0...0x7F, using: &random))
        if scalar != "\u{1B}" { text.unicodeScalars.append(scalar) }
      }
      return Sample(
        bytes: Array("\u{1B}[200~\(text)\(isCut ? "" : "\u{1B}[201~")".utf8),
        inputs: [.pasted(PastedText(text))], isCut: isCut)
    }
  }

  /// Returns the beginning of a sequence, and the keys that it stands for.
  private func cut(
    _ text: String, for parser: InputParser, using random: inout SeededRandom
  ) -> Sample {
    let all = Array(text.utf8)
    let part = Array(all.prefix(.random(in: 1..<max(2, all.count), using: &random)))
    return Sample(
      bytes: part, inputs: keys(inBeginning: part, for: parser).map { .key($0) }, isCut: true,
      isWhole: !parser.expectsReplies)
  }

  private func keys(inBeginning bytes: [UInt8], for parser: InputParser) -> [Key] {
    let keys = bytes.compactMap { Key(ascii: $0) }
    // A part of a letter is none.
    guard bytes.allSatisfy({ $0 < 0x80 }) else { return [] }
    guard bytes[0] == 0x1B, bytes.count > 1 else { return keys }
    let alt = Key.alt(Character(Unicode.Scalar(bytes[1])))
    let text = String(decoding: bytes.dropFirst(), as: UTF8.self)
    if "]_".contains(text.prefix(1)) {
      let isBegun = text.hasPrefix("]11;") || text.hasPrefix("_G")
      return parser.expectsReplies && isBegun ? [] : [alt] + keys.dropFirst(2)
    }
    if text == "[[" { return [alt] + keys.dropFirst(2) }
    return bytes.count == 2 ? [alt] : []
  }
}
