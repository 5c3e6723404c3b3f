import Testing

@testable import TerminalGrid

struct DisplayWidthTests {
  @Test(
    "text has the width that terminals give it",
    arguments: [
      ("", 0), ("abc", 3), ("日本語", 6), ("한국어", 6), ("Straße", 6), ("e\u{301}te\u{301}", 3),
      ("مرحبا", 5), ("हिन्दी", 5), ("👍", 2), ("👍🏽", 2), ("👨‍👩‍👦", 2), ("🇯🇵", 2), ("❤️", 1), ("1️⃣", 1),
      ("ｆｕｌｌ", 8), ("ﾊﾝｶｸ", 4), ("\u{3000}", 2), ("a\u{A0}b", 3), ("a\tb\nc", 5),
      ("\u{1B}[31mred\u{1B}[0m", 10), ("a\u{202E}b\u{2066}c\u{200F}", 3), ("\u{FEFF}x\u{AD}y", 2),
      ("\u{1100}\u{1161}\u{11A8}", 2), ("\u{10FFFE}", 1), ("─│╭▣◦⠋…·", 8), ("\u{7F}\u{9B}", 0),
    ])
  func columns(text: String, columns: Int) {
    #expect(DisplayWidth.columns(of: text) == columns)
  }

  @Test(
    "text is reduced to glyphs that terminals draw reliably",
    arguments: [
      ("👨‍👩‍👦", "👨"), ("🇯🇵", "JP"), ("❤️", "❤"), ("👍🏽", "👍"), ("a\u{202E}b", "ab"),
      ("\u{1B}]0;title\u{7}x", "]0;titlex"), ("a\r\nb", "a b"), ("\u{9B}31mx", "31mx"),
      ("é", "é"), ("z\u{300}\u{301}\u{302}\u{303}\u{304}\u{305}", "z\u{300}\u{301}\u{302}\u{303}"),
    ])
  func glyphs(text: String, drawn: String) {
    #expect(DisplayWidth.glyphs(of: text).map(\.text).joined() == drawn)
  }

  @Test("glyphs never contain control characters, and their widths add up")
  func everyScalar() {
    for value in UInt32(0)...0x1_F9FF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let glyphs = DisplayWidth.glyphs(of: String(scalar))
      #expect(glyphs.allSatisfy { (1...2).contains($0.width) && !$0.text.isEmpty })
      let categories = glyphs.flatMap { $0.text.unicodeScalars }.map(\.properties.generalCategory)
      #expect(!categories.contains(.control) && !categories.contains(.format))
      #expect(glyphs.reduce(0) { $0 + $1.width } == DisplayWidth.columns(of: String(scalar)))
    }
  }
}
