import Testing

@testable import Localization

/// Texts with values, in English and translated.
struct LocalizedTextTests {
  static let texts: [(text: LocalizedText, english: String, key: String, plural: String?)] = [
    ("Nothing.", "Nothing.", "Nothing.", nil),
    ("Moved to \("a").", "Moved to a.", "Moved to {0}.", nil),
    ("\("a") and \(2)", "a and 2", "{0} and {1}", nil),
    ("{\("a")} }", "{a} }", "{{{0}}} }}", nil),
    ("Saved \(1, "link").", "Saved 1 link.", "Saved {0} link.", "Saved {0} links."),
    ("Saved \(0, "link").", "Saved 0 links.", "Saved {0} link.", "Saved {0} links."),
    ("Saved \(1_240, "link").", "Saved 1,240 links.", "Saved {0} link.", "Saved {0} links."),
    (
      "\("a"): \(2, "address", "addresses")", "a: 2 addresses", "{0}: {1} address",
      "{0}: {1} addresses"
    ),
    (
      "\(1, "file") of \(2, "folder")", "1 file of 2 folders", "{0} file of {1} folder",
      "{0} files of {1} folders"
    ),
    ("\(-1, "day")", "-1 days", "{0} day", "{0} days"),
    ("", "", "", nil),
  ]

  @Test("has its English text and a key with numbers for the values", arguments: texts)
  func key(text: LocalizedText, english: String, key: String, plural: String?) {
    #expect(text.key == key)
    #expect(text.plural?.key == plural)
    #expect(Catalogue.with(.english) { text.text } == english)
  }

  private static let catalogue = parsed(
    """
    msgid ""
    msgstr "Plural-Forms: nplurals=3; plural=n==1 ? 0 : n<5 ? 1 : 2;\\n"

    msgid "{0} of {1}"
    msgstr "von {1} {0}"

    msgid "again {0}"
    msgstr "{0} {0}"

    msgid "without {0}"
    msgstr "ohne"

    msgid "open"
    msgstr "offen"

    msgctxt "key"
    msgid "open"
    msgstr "öffnen"

    msgid "in {{{0}}}"
    msgstr "in {{{0}}} }}"

    msgid "wrong {0}"
    msgstr "{1} {x} {} {0 } {-1} } {0} {"

    msgid "{0} link"
    msgid_plural "{0} links"
    msgstr[0] "{0} eins"
    msgstr[1] "{0} wenige"
    msgstr[2] "{0} viele"

    msgid "{0} page"
    msgid_plural "{0} pages"
    msgstr[0] "{0} Seite"
    msgstr[1] "{0} Seiten"
    """)

  private static func parsed(_ file: String) -> Catalogue {
    Catalogue(.german, TranslationFile(Array(file.utf8)))
  }

  static let translations: [(text: LocalizedText, translation: String)] = [
    ("\("a") of \("b")", "von b a"), ("again \("a")", "a a"), ("without \("a")", "ohne"),
    ("open", "offen"), ("not there \("a")", "not there a"), ("", ""),
    // Values are never read for placeholders.
    ("\("{1}") of \("{0}")", "von {0} {1}"), ("\("{{") of \("}")", "von } {{"),
    ("not there \("{0}")", "not there {0}"),
    ("in {\("a")}", "in {a} }"),
    // A wrong placeholder stays, so that it's seen.
    ("wrong \("a")", "{1} {x} {} {0 } {-1} } a {"),
    ("\(1, "link")", "1 eins"), ("\(3, "link")", "3 wenige"), ("\(5, "link")", "5 viele"),
    // A file with fewer forms than its rule.
    ("\(7, "page")", "7 Seiten"),
  ]

  @Test("fills values into translations", arguments: translations)
  func translation(text: LocalizedText, translation: String) {
    #expect(Catalogue.with(Self.catalogue) { localized(text) } == translation)
  }

  @Test("a number is grouped as in the language of its text")
  func groupedCount() {
    Catalogue.with(Self.catalogue) { #expect(localized("\(1_240, "link")") == "1.240 viele") }
  }

  @Test("a text with a context has its own translation")
  func context() {
    Catalogue.with(Self.catalogue) {
      #expect(localized("open", context: "key") == "öffnen")
      #expect(localized("open", context: "state") == "open")
    }
  }

  @Test("marks texts, but not their values")
  func marked() {
    Catalogue.with(.marked) {
      #expect(localized("Open \("it")") == "【Öþéñ it】")
      #expect(localized("{a} \(1, "day")") == "【{a} 1 đáý】")
      #expect(localized("\(2, "day")") == "【2 đáýš】")
    }
  }

  @Test("a language holds inside its body only, also if that throws")
  func scope() {
    struct Failure: Error {}
    Catalogue.with(.german) {
      #expect(Catalogue.current?.language == .german)
      Catalogue.with(.english) { #expect(Catalogue.current == nil) }
      #expect(throws: Failure.self) {
        try Catalogue.with(.japanese) { () throws(Failure) -> Void in throw Failure() }
      }
      #expect(Catalogue.current?.language == .german)
    }
  }

  // MARK: - Lists and numbers

  static let lists: [(texts: [String], list: String, and: String, or: String)] = [
    ([], "", "", ""), (["a"], "a", "a", "a"), (["a", "b"], "a, b", "a and b", "a or b"),
    (["a", "b", "c"], "a, b, c", "a, b and c", "a, b or c"),
  ]

  @Test("joins texts", arguments: lists)
  func list(texts: [String], list: String, and: String, or: String) {
    Catalogue.with(.english) {
      #expect(texts.list == list)
      #expect(texts.conjunction == and)
      #expect(texts.disjunction == or)
    }
  }

  @Test("joins texts as the language does")
  func translatedList() {
    let file = Self.parsed(
      """
      msgid ", "
      msgstr "、"

      msgid "{0} and {1}"
      msgstr "{0}と{1}"

      msgid "{0} or {1}"
      msgstr "{0}か{1}"

      msgid "{0}."
      msgstr "{0}。"
      """)
    Catalogue.with(file) {
      #expect(["a", "b", "{0}"].list == "a、b、{0}")
      #expect(["a", "b", "{0}"].conjunction == "a、bと{0}")
      #expect(["a", "b"].disjunction == "aかb")
      #expect("{1}".asSentence == "{1}。")
    }
    #expect(Catalogue.with(.english) { "Done".asSentence } == "Done.")
  }

  static let sentences: [(sentences: [String], paragraph: String)] = [
    ([], ""), (["A."], "A."), (["A.", "B?", "C"], "A. B? C"), (["あ。", "い"], "あ。い"),
    (["是吗？", "对！", "A.", "好"], "是吗？对！A. 好"), (["あ（い）", "う"], "あ（い）う"),
    (["Ａ", "い"], "Ａ い"), (["ア…", "い"], "ア… い"),
  ]

  @Test(
    "sentences have a space between them, unless their punctuation has one", arguments: sentences)
  func paragraph(sentences: [String], paragraph: String) {
    #expect(sentences.paragraph == paragraph)
    #expect(sentences.allSatisfy { [$0, "x"].paragraph == $0.asLabel + "x" })
    #expect(Catalogue.with(.english) { sentences.clauses } == sentences.joined(separator: "; "))
  }

  static let numbers: [(number: Int, english: String, german: String)] = [
    (0, "0", "0"), (999, "999", "999"), (1_000, "1,000", "1.000"), (-1_000, "-1,000", "-1.000"),
    (12_345, "12,345", "12.345"), (1_234_567, "1,234,567", "1.234.567"),
    (.min, "-9,223,372,036,854,775,808", "-9.223.372.036.854.775.808"),
  ]

  @Test("groups digits as the language does", arguments: numbers)
  func grouping(number: Int, english: String, german: String) {
    #expect(Catalogue.with(.english) { number.grouped } == english)
    #expect(Catalogue.with(.german) { number.grouped } == german)
    #expect(Catalogue.with(.japanese) { number.grouped } == english)
  }

  @Test("a capital is lowered only in English")
  func lowercasing() {
    #expect(Catalogue.with(.english) { "Saved".lowercasedFirst } == "saved")
    #expect(Catalogue.with(.german) { "Link gesichert".lowercasedFirst } == "Link gesichert")
    #expect(Catalogue.with(.english) { "".lowercasedFirst }.isEmpty)
  }

  @Test(
    "decimals are written as the language does",
    arguments: [
      (0, "0.0", "0,0"), (7, "0.7", "0,7"), (12, "1.2", "1,2"), (-5, "-0.5", "-0,5"),
      (12_345, "1234.5", "1234,5"),
    ])
  func decimals(tenths: Int, english: String, german: String) {
    #expect(Catalogue.with(.english) { tenths.tenths } == english)
    #expect(Catalogue.with(.german) { tenths.tenths } == german)
    #expect(Catalogue.with(.japanese) { tenths.tenths } == english)
  }
}
