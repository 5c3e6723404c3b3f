import Foundation
import Testing

/// The sentences that the program says.
struct SentenceTests {
  private static let file = Guide.root.appending(path: "Resources/sentences.txt")

  @Test("Resources/sentences.txt has every sentence of the program; UPDATE_FRAMES=1 rewrites it")
  func current() throws {
    let list = Self.list(of: try Self.texts())
    if ProcessInfo.processInfo.environment["UPDATE_FRAMES"] == "1" {
      try Data(list.utf8).write(to: Self.file)
    } else {
      let recorded = try String(contentsOf: Self.file, encoding: .utf8)
      let difference = list.split(separator: "\n").difference(from: recorded.split(separator: "\n"))
      #expect(difference.isEmpty, "\(difference.map(Self.description).joined(separator: "\n"))")
    }
  }

  @Test("no sentence is in the sources twice, so that it's changed and translated in one place")
  func unique() throws {
    let sentences = try Self.texts().filter(\.isSentence)
    for (text, places) in Dictionary(grouping: sentences, by: \.text) where places.count > 1 {
      let files = places.map(\.file).sorted().joined(separator: ", ")
      Issue.record("\"\(text)\" is in \(files)")
    }
  }

  static let sources: [(code: String, texts: [String])] = [
    (#"let a = "one two""#, ["one two"]),
    (#"f("a \(b.count.c) d") // "not this""#, ["a {c} d"]),
    (#"f("a \(b ? "c d" : "e") f")"#, ["a {…} f", "c d", "e"]),
    (#"f("a " + "b \(c) " + "d", "e")"#, ["a b {c} d", "e"]),
    ("f(#\"a \"b\" \\(c) \\#(d)\"#)", [#"a "b" \(c) {d}"#]),
    ("f(\"\"\"\n    a \\\n    b\n      c \"d\"\n    \"\"\")", ["a b\nc \"d\""]),
    (#"x.matches(of: /"[/"]\/"/, "a") / 2 / "b""#, ["a", "b"]),
    (#""\u{2026}\n\"\\""#, ["…\n\"\\"]),
  ]

  @Test("finds the literals of Swift", arguments: sources)
  func literals(code: String, texts: [String]) {
    #expect(SourceLiterals(code).literals.map(\.text) == texts)
  }

  static let judged: [(code: String, file: String, isSpoken: Bool)] = [
    (#"notice = "Nothing to undo.""#, "RayletteApp/A.swift", true),
    (#"f("word")"#, "RayletteApp/A.swift", false),
    (#"f("{} \(a.b) \(c)")"#, "RayletteApp/A.swift", false),
    (#"if output.contains("x", "Permission denied") {}"#, "RayletteRuntime/A.swift", false),
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

  /// The texts of all sources, sorted by file.
  private static func texts() throws -> [SpokenText] {
    let sources = Guide.root.appending(path: "Sources")
    let files = try FileManager.default.subpathsOfDirectory(
      atPath: sources.path(percentEncoded: false)
    ).filter { $0.hasSuffix(".swift") }
    return try files.flatMap { file in
      let source = try String(contentsOf: sources.appending(path: file), encoding: .utf8)
      return SourceLiterals(source).literals.compactMap { SpokenText($0, in: file) }
    }
    .sorted()
  }

  /// The file's text: each source file with its texts below it, in alphabetical order.
  private static func list(of texts: [SpokenText]) -> String {
    var list = """
      # What the program says to people, by source file. {…} stands for what's filled in.
      # Written by UPDATE_FRAMES=1 swift test --filter SentenceTests. Change the sources instead.

      """
    var file = ""
    for text in Set(texts).sorted() {
      if text.file != file {
        file = text.file
        list += "\n\(file)\n"
      }
      list += "  \(text.text.replacing("\n", with: "\n    "))\n"
    }
    return list
  }

  private static func description(_ change: CollectionDifference<Substring>.Change) -> String {
    switch change {
    case .insert(_, let line, _): "+ \(line)"
    case .remove(_, let line, _): "- \(line)"
    }
  }
}
