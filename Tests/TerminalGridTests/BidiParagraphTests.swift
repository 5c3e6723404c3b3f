import TestSupport
import Testing

@testable import TerminalGrid

/// Ordering of lines by UAX #9. As in its examples, upper-case letters stand for Hebrew ones.
struct BidiParagraphTests {
  /// Returns a text with Hebrew letters for the upper-case ones.
  private static func hebrew(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { scalar in
          (0x41...0x5A).contains(scalar.value)
            ? Unicode.Scalar(scalar.value - 0x41 + 0x5D0) ?? scalar : scalar
        }))
  }

  private static func latin(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { scalar in
          (0x5D0...0x5EA).contains(scalar.value)
            ? Unicode.Scalar(scalar.value - 0x5D0 + 0x41) ?? scalar : scalar
        }))
  }

  private static func visual(
    _ text: String, _ direction: TextDirection, isolates: [BidiIsolate] = [],
    order: TextOrder = .visual
  ) -> String {
    BidiParagraph(text, direction: direction, isolates: isolates)?
      .line(text[...], at: 0, order: order).glyphs.map(\.glyph.text).joined() ?? text
  }

  private static let examples: [(TextDirection, String, String)] = [
    // From UAX #9, sections 3.3.5, 3.4 and 4.3.
    (.leftToRight, "car means CAR.", "car means RAC."),
    (.rightToLeft, "car MEANS CAR.", ".RAC SNAEM car"),
    (.leftToRight, "he said \"car MEANS CAR.\"", "he said \"car RAC SNAEM.\""),
    (.rightToLeft, "AB(CD[&ef]!)gh", "gh(![ef&]DC)BA"),
    (.rightToLeft, "smith (fabrikam ARABIC) HEBREW", "WERBEH (CIBARA fabrikam) smith"),
    (.rightToLeft, "ARABIC book(s)", "book(s) CIBARA"),
    // Numbers.
    (.rightToLeft, "PRICE 1,234.50 NIS", "SIN 1,234.50 ECIRP"),
    (.rightToLeft, "CALL 03-123-4567 NOW", "WON 03-123-4567 LLAC"),
    (.rightToLeft, "ROSE 12% IN 2026", "2026 NI 12% ESOR"),
    (.rightToLeft, "FROM 10:30 TO 11:45", "11:45 OT 10:30 MORF"),
    (.leftToRight, "chapter ALEF 3 of 9", "chapter 3 FELA of 9"),
    // Latin.
    (.rightToLeft, "I LIKE swift 6!", "!swift 6 EKIL I"),
    (.rightToLeft, "swift IS A LANGUAGE", "EGAUGNAL A SI swift"),
    (.rightToLeft, "C AND b AND D", "D DNA b DNA C"),
    (.rightToLeft, "SEE https://example.org/a?b=1.", ".https://example.org/a?b=1 EES"),
    (.leftToRight, "the word SHALOM, peace", "the word MOLAHS, peace"),
    // Brackets and quotation marks.
    (.rightToLeft, "A (B) C", "C (B) A"),
    (.rightToLeft, "A <B> [c] {D}", "{D} [c] <B> A"),
    (.rightToLeft, "HE SAID «SO»", "«OS» DIAS EH"),
    (.leftToRight, "a (BC) d", "a (CB) d"),
    (.rightToLeft, "OPEN (ONLY", "YLNO) NEPO"),
    // Punctuation at the ends.
    (.rightToLeft, "...HELLO, WORLD?!", "!?DLROW ,OLLEH..."),
    (.rightToLeft, "\"A\" - B -", "- B - \"A\""),
    (.leftToRight, "- HELLO.", "- OLLEH."),
    (.rightToLeft, "HELLO  ", "  OLLEH"),
    // Nothing to do.
    (.leftToRight, "hello (world) 12", "hello (world) 12"),
    (.rightToLeft, "", ""),
    // Line feeds end paragraphs.
    (.rightToLeft, "AB c", "c BA"),
  ]

  @Test("lines are in the order that they're seen in", arguments: examples)
  func order(direction: TextDirection, text: String, expected: String) {
    #expect(Self.latin(Self.visual(Self.hebrew(text), direction)) == expected)
  }

  @Test(
    "the first letter decides on the direction",
    arguments: [
      ("ABC def", TextDirection.rightToLeft), ("12. - ABC", .rightToLeft),
      ("abc DEF", .leftToRight), ("(a) B", .leftToRight), ("12 %", nil), ("", nil),
      ("日本 A", .leftToRight),
    ] as [(String, TextDirection?)])
  func direction(text: String, expected: TextDirection?) {
    #expect(TextDirection(firstStrongIn: Self.hebrew(text)) == expected)
  }

  private static let arabic: [(String, String)] = [
    // Initial, medial and final forms; the last letter stands alone.
    ("سلام", "\u{FEE1}\u{FE8E}\u{FEE0}\u{FEB3}"),
    // A zero width non-joiner parts letters.
    (
      "می\u{200C}خواهم",
      "\u{FEE2}\u{FEEB}\u{FE8D}\u{FEEE}\u{FEA7}\u{FBFD}\u{FEE3}"
    ),
    // Numbers are read from left to right.
    ("عام ١٩٨٤", "١٩٨٤ \u{FEE1}\u{FE8E}\u{FECB}"),
    ("عام 1984", "1984 \u{FEE1}\u{FE8E}\u{FECB}"),
    // Marks stay with their letters, and don't part them.
    ("بَب", "\u{FE90}\u{FE91}\u{64E}"),
    ("شَّ", "\u{FEB5}\u{64E}\u{651}"),
    // Punctuation of its own.
    ("لا، نعم؟", "؟\u{FEE2}\u{FECC}\u{FEE7} ،\u{FE8E}\u{FEDF}"),
  ]

  @Test("Arabic letters have the forms for their places", arguments: arabic)
  func forms(text: String, expected: String) {
    #expect(Array(Self.visual(text, .rightToLeft).unicodeScalars) == Array(expected.unicodeScalars))
  }

  @Test("Hebrew points stay with their letters")
  func points() {
    let text = "שָׁלוֹם"
    let glyphs = BidiParagraph(text, direction: .rightToLeft)?.line(text[...], at: 0).glyphs ?? []
    #expect(glyphs.map(\.column) == [0, 1, 2, 3])
    #expect(glyphs.map(\.offset).sorted(by: >) == glyphs.map(\.offset))
    let bases = glyphs.map { $0.glyph.text.unicodeScalars.first }
    #expect(bases == ["ם", "ו", "ל", "ש"])
    #expect(glyphs.map(\.glyph.text.unicodeScalars.count) == [1, 2, 1, 3])
  }

  @Test("wide glyphs take two columns in both directions")
  func wide() {
    let text = Self.hebrew("A日BC")
    let line = BidiParagraph(text, direction: .rightToLeft)?.line(text[...], at: 0)
    #expect(line?.glyphs.map(\.column) == [0, 1, 2, 4])
    #expect(line?.columns == 5)
  }

  @Test("code in a sentence is ordered on its own, from left to right")
  func isolates() {
    let text = Self.hebrew("RUN --all -x! NOW")
    let start = 7
    #expect(Self.latin(Self.visual(text, .rightToLeft)) == "WON !all -x-- NUR")
    let isolated = Self.visual(text, .rightToLeft, isolates: [BidiIsolate(start..<start + 8)])
    #expect(Self.latin(isolated) == "WON !--all -x NUR")
  }

  @Test("each line of a paragraph is ordered on its own, with the directions of the whole")
  func wrapping() {
    let text = Self.hebrew("ONE (two THREE) four 5")
    let paragraph = BidiParagraph(text, direction: .rightToLeft)
    let lines = TextWrapping.ranges(of: text, columns: 9).map { range -> String in
      let utf8 = text.utf8
      let start = utf8.index(utf8.startIndex, offsetBy: range.lowerBound)
      let line = text[start..<utf8.index(start, offsetBy: range.count)]
      let glyphs = paragraph?.line(line, at: range.lowerBound).glyphs ?? []
      #expect(glyphs.allSatisfy { range.contains($0.offset) })
      return Self.latin(glyphs.map(\.glyph.text).joined())
    }
    #expect(lines == ["two) ENO", "(EERHT", "four 5"])
  }

  @Test("bidi controls are never drawn, and have no effect")
  func controls() {
    let controls = ["\u{202E}", "\u{202D}", "\u{2066}", "\u{2069}", "\u{200F}", "\u{61C}"]
    for control in controls {
      let text = Self.hebrew("a\(control)b \(control)CD\(control) e")
      #expect(Self.latin(Self.visual(text, .leftToRight)) == "ab DC e")
    }
    #expect(Self.visual("abc \u{202E}def", .leftToRight) == "abc \u{202E}def")
    var grid = Grid(size: GridSize(columns: 8, rows: 1), order: .visual)
    grid.draw("abc \u{202E}def", x: 0, y: 0)
    #expect(grid.text == "abc def")
  }

  @Test("words as terminals turn them are in the order of lines, their letters as they're read")
  func words() {
    let text = Self.hebrew("ONE TWO (c) THREE.")
    let visual = Self.visual(text, .rightToLeft, order: .visualWords)
    #expect(Self.latin(visual) == ".THREE (c) TWO ONE")
    // Digits are turned with the letters beside them.
    for (text, expected) in [
      ("سلام", "سلام"), ("می\u{200C}خواهم", "میخواهم"), ("سنة٢٠٢٦؟", "سنة٦٢٠٢؟"), ("٢٠٢٦", "٦٢٠٢"),
      ("سنة 2026", "2026 سنة"),
    ] {
      #expect(Self.visual(text, .rightToLeft, order: .visualWords) == expected)
    }
  }

  @Test("text without such letters isn't looked at again")
  func plain() {
    for text in ["", "Ray", "Ångström, Ωμέγα, Сфера 🙂❤️ 日本語", "▶ “x” — …", "\u{FF21}\u{1F600}"] {
      #expect(!text.mayReadRightToLeft)
      #expect(BidiParagraph(text, direction: .rightToLeft) == nil)
    }
    for text in ["א", "ع", "ﬡ", "ﻼ", "\u{10920}", "\u{1E900}", "ܐ", "ࢡ"] {
      #expect(("x" + text).mayReadRightToLeft)
      #expect(TextDirection(firstStrongIn: text) == .rightToLeft)
    }
  }

  /// Takes far longer than the time limit if a character or a bracket is looked at again and again.
  @Test(
    "the time is linear in the text",
    arguments: [
      "אa", "א1", "ع١a", "\u{5B0}", "א\u{5B0}", "(א", "[(])א", "(א)a", "\u{202E}א\u{202D}",
      "\u{2066}א", "\u{2067}א\u{2069}", "א\n", "א\u{200C}ب", "🙂א", "((((א))))",
    ])
  func hostile(part: String) {
    let text = String(repeating: part, count: 100_000 / part.unicodeScalars.count)
    let paragraph = BidiParagraph(text, direction: .leftToRight)
    let line = paragraph?.line(text[...], at: 0)
    #expect((line?.glyphs.count ?? 0) <= text.unicodeScalars.count)
  }

  @Test("brackets that cross each other take linear time, too", .takesTurn)
  func brackets() {
    let text = "א" + String(repeating: "[(])", count: 250_000)
    #expect(BidiParagraph(text, direction: .leftToRight)?.direction == .leftToRight)
  }

  @Test("a line of 200,000 characters in turns is ordered, with code in between")
  func turns() {
    let text = String(repeating: "אa", count: 100_000)
    let code = stride(from: 0, to: text.utf8.count, by: 30).map { BidiIsolate($0..<$0 + 15) }
    let paragraph = BidiParagraph(text, direction: .rightToLeft, isolates: code)
    let line = paragraph?.line(text[...], at: 0)
    #expect(line?.columns == 200_000)
    #expect(Set(line?.glyphs.map(\.offset) ?? []).count == 200_000)
  }
}

/// Drawing text that reads from right to left.
struct GridBidiTests {
  private static let text = "אב (cd) גד"

  @Test(
    "text is ordered only where that's asked for",
    arguments: [
      (TextOrder.logical, "אב (cd) גד"), (.visual, "דג (cd) בא"), (.visualWords, "גד (cd) אב"),
    ])
  func order(order: TextOrder, expected: String) {
    var grid = Grid(size: GridSize(columns: 10, rows: 1), order: order)
    #expect(grid.draw(Self.text, x: 0, y: 0) == 10)
    #expect(grid.text == expected)
  }

  @Test("styles and links travel with their characters")
  func spans() {
    var grid = Grid(size: GridSize(columns: 14, rows: 1), order: .visual)
    let bold = CellStyle(attributes: .bold)
    let end = grid.draw(
      [
        StyledSpan("אב ", style: .plain),
        StyledSpan("גד x", style: bold, address: "https://a.example"),
        StyledSpan("y הו", style: .plain),
      ], x: 1, y: 0)
    #expect(end == 12)
    #expect(grid.text == " וה xy דג בא")
    let boldColumns = (0..<14).filter { grid[$0, 0].style == bold }
    #expect(boldColumns == [4, 6, 7, 8])
    #expect(grid.links.map(\.place.x) == [4, 6])
    #expect(grid.links.map(\.place.columns) == [1, 3])
  }

  @Test("what's clipped is clipped at both edges")
  func clip() {
    var grid = Grid(size: GridSize(columns: 8, rows: 1), order: .visual)
    let clip = GridRect(x: 2, y: 0, columns: 3, rows: 1)
    #expect(grid.draw("אבגדהו", x: 0, y: 0, clip: clip) == 6)
    #expect(grid.text == "  דגב")
    #expect(grid.draw("אב", x: 0, y: 5) == 2)
  }

  @Test(
    "the cursor is at its character while text is typed",
    arguments: [
      ("", 0, 1, 1), ("ab", 1, 2, 3), ("ab", 2, 3, 3), ("אבג", 0, 3, 4), ("אבג", 2, 2, 4),
      ("אבג", 6, 4, 4), ("אב c", 4, 3, 5),
    ])
  func typing(text: String, cursor: Int, column: Int, end: Int) {
    var grid = Grid(size: GridSize(columns: 8, rows: 1), order: .visual)
    let places = grid.draw(text, cursor: cursor, x: 1, y: 0)
    #expect(places == (column, end))
  }

  @Test("facts in a line stay together")
  func facts() {
    var grid = Grid(size: GridSize(columns: 40, rows: 1), order: .visual)
    let end = grid.draw("אב 12 · 3 days ago · גד (x) · a.example", x: 0, y: 0)
    #expect(end == 39)
    #expect(grid.text == "a.example · (x) דג · 3 days ago · 12 בא")
  }

  @Test("only text that's ordered is printed in explicit mode")
  func explicitMode() {
    #expect(TextOrder.visual.printed("אב\n") == "\u{1B}[8lאב\n\u{1B}[8h")
    #expect(TextOrder.visual.printed("ab\n") == "ab\n")
    #expect(TextOrder.logical.printed("אב\n") == "אב\n")
  }
}
