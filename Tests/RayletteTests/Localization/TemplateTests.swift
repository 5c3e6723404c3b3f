import Foundation
import Testing

/// The texts that translators translate.
struct TemplateTests {
  private static let file = Guide.root.appending(path: "Resources/locale/raylette.pot")

  @Test("Resources/locale/raylette.pot has every text of the program; UPDATE_FRAMES=1 rewrites it")
  func current() throws {
    let template = Template(try Self.texts()).text
    if ProcessInfo.processInfo.environment["UPDATE_FRAMES"] == "1" {
      try Data(template.utf8).write(to: Self.file)
    } else {
      let recorded = try String(contentsOf: Self.file, encoding: .utf8)
      let difference = template.split(separator: "\n")
        .difference(from: recorded.split(separator: "\n"))
      #expect(difference.isEmpty, "\(difference.map(Self.description).joined(separator: "\n"))")
    }
  }

  @Test("no sentence is in the sources twice, so that it's changed in one place")
  func unique() throws {
    let sentences = try Self.literals().compactMap { SpokenText($1, in: $0) }.filter(\.isSentence)
    for (text, places) in Dictionary(grouping: sentences, by: \.text) where places.count > 1 {
      let files = places.map(\.file).sorted().joined(separator: ", ")
      Issue.record("\"\(text)\" is in \(files)")
    }
  }

  @Test("what people read can be translated")
  func localizable() throws {
    for (file, literal) in try Self.literals() where !LocalizableText.isLookedUp(literal) {
      // The manual is in English.
      guard !file.hasPrefix("raylette/Manual/"), let text = SpokenText(literal, in: file)
      else { continue }
      Issue.record("\"\(text.text)\" in \(file) isn't localized")
    }
  }

  static let sources: [(code: String, texts: [String])] = [
    (#"let a = "one two""#, ["one two"]),
    (#"f("a \(b.count.c) d") // "not this""#, ["a {c} d"]),
    (#"f("a \(b ? "c d" : "e") f")"#, ["a {…} f", "c d", "e"]),
    (#"f("a " + "b \(c) " + "d", "e")"#, ["a b {c} d", "e"]),
    ("f(#\"a \"b\" \\(c) \\#(d)\"#)", [#"a "b" \(c) {d}"#]),
    ("f(\"\"\"\n    a \\\n    b\n      c \"d\"\n    \"\"\")", ["a b\n  c \"d\""]),
    (#"x.matches(of: /"[/"]\/"/, "a") / 2 / "b""#, ["a", "b"]),
    (#""\u{2026}\n\"\\""#, ["…\n\"\\"]),
  ]

  @Test("finds the literals of Swift", arguments: sources)
  func literals(code: String, texts: [String]) {
    #expect(SourceLiterals(code).literals.map(\.text) == texts)
  }

  static let keys: [(code: String, key: String, plural: String?, context: String?)] = [
    (#"localized("a \(b.count) {c}")"#, "a {0} {{c}}", nil, nil),
    (#"localized("a \(b.count, "link"): \(c)")"#, "a {0} link: {1}", "a {0} links: {1}", nil),
    (#"localized("\(f(b), "is", "are")")"#, "{0} is", "{0} are", nil),
    (#"localized("\(f(b, limit: 8) ?? "") c")"#, "{0} c", nil, nil),
    ("localized(\"Open\",\n  context: \"verb\")", "Open", nil, "verb"),
    (#"f(label: LocalizedText("page's title"))"#, "page's title", nil, nil),
  ]

  @Test("a text has a key, a plural and a context", arguments: keys)
  func key(code: String, key: String, plural: String?, context: String?) throws {
    let texts = SourceLiterals(code).literals.compactMap { LocalizableText($0, in: "A.swift") }
    let text = try #require(texts.first)
    #expect((text.key, text.plural, text.context) == (key, plural, context))
  }

  static let judged: [(code: String, file: String, isSpoken: Bool)] = [
    (#"notice = "Nothing to undo.""#, "RayletteApp/A.swift", true),
    (#"f("word")"#, "RayletteApp/A.swift", false),
    (#"f("{} \(a.b) \(c)")"#, "RayletteApp/A.swift", false),
    (#"if output.contains("x", "Permission denied") {}"#, "Favorites/A.swift", false),
    (#"try db.execute(sql: "DELETE FROM link WHERE id = ?")"#, "LinkStore/A.swift", false),
    (#"reason: "the disk is full""#, "LinkStore/A.swift", true),
    (#"names = "alpha beta gamma""#, "Articles/A.swift", false),
    (#"names = "False None True and""#, "RayletteApp/Reader/Code/A.swift", false),
  ]

  @Test("tells what people read from other texts", arguments: judged)
  func spoken(code: String, file: String, isSpoken: Bool) throws {
    let literal = try #require(SourceLiterals(code).literals.last)
    #expect((SpokenText(literal, in: file) != nil) == isSpoken)
  }

  /// The texts of all sources.
  static func texts() throws -> [LocalizableText] {
    try literals().compactMap { LocalizableText($1, in: $0) }
  }

  /// The literals of all sources.
  private static func literals() throws -> [(file: String, literal: SourceLiterals.Literal)] {
    let sources = Guide.root.appending(path: "Sources")
    let files = try FileManager.default.subpathsOfDirectory(
      atPath: sources.path(percentEncoded: false)
    ).filter { $0.hasSuffix(".swift") }
    return try files.flatMap { file in
      let source = try String(contentsOf: sources.appending(path: file), encoding: .utf8)
      return SourceLiterals(source).literals.map { (file, $0) }
    }
  }

  private static func description(_ change: CollectionDifference<Substring>.Change) -> String {
    switch change {
    case .insert(_, let line, _): "+ \(line)"
    case .remove(_, let line, _): "- \(line)"
    }
  }
}
