import Testing

@testable import RayletteApp

/// The colours of source code.
struct CodeScannerTests {
  /// Code with its parts in brackets: `w` for words, `s` for texts, `n` for numbers, `c` for comments,
  /// `+` and `-` for lines of changes.
  static let cases: [(language: String, code: String)] = [
    ("swift", "⟨w:let⟩ x = ⟨s:\"a \\\" b\"⟩ ⟨c:// done⟩\nx.let(⟨n:1.5e3⟩)"),
    ("swift", "⟨s:\"\"\"\n  let \"\n\"\"\"⟩ ⟨w:in⟩ ⟨n:0⟩..<⟨n:9⟩"),
    ("swift", "⟨w:#if⟩ DEBUG\n⟨w:@MainActor⟩ ⟨w:func⟩ f() {}"),
    ("c", "⟨w:#include⟩ <x.h> ⟨c:/* two\nlines */⟩ ⟨w:int⟩ i = ⟨n:0x1F⟩;"),
    ("js", "⟨w:const⟩ a = ⟨s:`one\ntwo`⟩ + ⟨s:'it\\'s'⟩"),
    ("ts", "fetch(⟨s:\"https://x.example\"⟩) ⟨c:// https⟩"),
    ("rust", "⟨w:fn⟩ f<'a>(x: &'a ⟨w:str⟩) {}"),
    ("python", "⟨c:# one⟩\n⟨w:def⟩ f(): ⟨s:'''doc\n# no'''⟩"),
    ("bash", "⟨w:echo⟩ $# a#b ⟨c:# c⟩\n⟨w:if⟩ [ -f x ]"),
    ("sql", "⟨w:SELECT⟩ a ⟨w:from⟩ b ⟨c:-- c⟩"),
    ("json", "{⟨w:\"a\"⟩: ⟨s:\"b\"⟩, ⟨w:\"c\"⟩: ⟨w:null⟩, ⟨w:\"d\"⟩: -⟨n:1⟩}"),
    ("yaml", "- ⟨w:name⟩: x:y ⟨c:# c⟩\n  ⟨w:is-on⟩: ⟨w:true⟩"),
    ("toml", "[table]\n⟨w:a.b⟩ = ⟨s:\"c\"⟩"),
    ("html", "⟨c:<!-- <b> -->⟩⟨w:<p⟩ class=⟨s:\"x > y\"⟩⟨w:>⟩it's ⟨w:</p⟩⟨w:>⟩ 1 < 2"),
    ("diff", "⟨w:@@ -1 +1 @@⟩\n⟨-:-a⟩\n⟨+:+b⟩\n c"),
    ("lua", "⟨c:--[[ a\nb ]]⟩ ⟨w:local⟩ x ⟨c:-- y⟩"),
    ("haskell", "⟨w:let⟩ x' = y' ⟨w:in⟩ ⟨s:\"z\"⟩"),
    ("css", "⟨w:@media⟩ print { a { width: ⟨n:10px⟩ } } ⟨c:/* x⟩"),
    ("swift", "⟨w:let⟩ größe = ⟨s:\"unended⟩\n⟨w:var⟩ 名 = ⟨n:1⟩"),
  ]

  @Test("words, texts, numbers and comments are told apart", arguments: cases)
  func parts(language: String, code: String) throws {
    let plain = code.replacing(/⟨.:/, with: "").replacing("⟩", with: "")
    let known = try #require(CodeLanguage(named: language))
    #expect(marked(plain, CodeScanner.parts(of: plain, in: known)) == code)
  }

  @Test("any bytes give parts in order and within the code", arguments: ["swift", "html", "toml"])
  func anything(language: String) throws {
    let known = try #require(CodeLanguage(named: language))
    let pieces = [
      "\"", "\\", "é", "/*", "*/", "//", "\n", "<", ">", "a", "1", "=", "'", "\"\"\"", "#",
    ]
    var random = SystemRandomNumberGenerator()
    for _ in 0..<300 {
      let code = (0..<20).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      var end = 0
      for part in CodeScanner.parts(of: code, in: known) {
        #expect(part.range.lowerBound >= end && !part.range.isEmpty, "\(code.debugDescription)")
        end = part.range.upperBound
      }
      #expect(end <= code.utf8.count, "\(code.debugDescription)")
    }
  }

  @Test("names are read in any case, and unknown ones have no colours")
  func names() {
    #expect(CodeLanguage(named: "Swift") == CodeLanguage(named: "swift"))
    #expect(CodeLanguage(named: "C++") != nil)
    #expect(CodeLanguage(named: "console") == nil)
  }

  private func marked(_ code: String, _ parts: [CodeScanner.Part]) -> String {
    let bytes = Array(code.utf8)
    var text = ""
    var end = 0
    for (range, token) in parts {
      text += String(decoding: bytes[end..<range.lowerBound], as: UTF8.self)
      let letter =
        switch token {
        case .word: "w"
        case .string: "s"
        case .number: "n"
        case .comment: "c"
        case .addition: "+"
        case .removal: "-"
        }
      text += "⟨\(letter):\(String(decoding: bytes[range], as: UTF8.self))⟩"
      end = range.upperBound
    }
    return text + String(decoding: bytes[end...], as: UTF8.self)
  }
}
