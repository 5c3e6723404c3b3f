import Foundation

/// A text that the sources give to translators.
struct LocalizableText: Hashable, Comparable {
  /// The file from `Sources`.
  let file: String
  let key: String
  let plural: String?
  let context: String?
  /// The names of the values; nil for those without.
  let values: [String?]

  /// - Returns: nil if the literal isn't looked up in translations.
  init?(_ literal: SourceLiterals.Literal, in file: String) {
    guard Self.isLookedUp(literal) else { return nil }
    self.file = file
    key = literal.key
    plural = literal.plural
    values = literal.values.map(\.name)
    let after = literal.after.prefixMatch(of: /\s*,\s*context:\s*"([^"]*)"/)
    context = after.map { String($0.output.1) }
  }

  /// Whether a literal is a text in the language of the reader.
  static func isLookedUp(_ literal: SourceLiterals.Literal) -> Bool {
    let code = literal.before.trimmingCharacters(in: .whitespacesAndNewlines)
    return code.hasSuffix("localized(") || code.hasSuffix("LocalizedText(")
  }

  static func < (a: LocalizableText, b: LocalizableText) -> Bool {
    (a.file, a.key, a.context ?? "") < (b.file, b.key, b.context ?? "")
  }
}

/// The template of gettext, which translations are made from.
struct Template {
  /// Entries in the order of the sources, each once.
  let text: String

  init(_ texts: [LocalizableText]) {
    var keys: [Key: [LocalizableText]] = [:]
    var order: [Key] = []
    for text in texts.sorted() {
      let key = Key(context: text.context, key: text.key)
      if keys[key] == nil { order.append(key) }
      keys[key, default: []].append(text)
    }
    text = Self.header + order.map { Self.entry(keys[$0] ?? []) }.joined()
  }

  private struct Key: Hashable {
    let context: String?
    let key: String
  }

  private static let header = """
    # What the program says to people. {0}, {1} and so on stand for what's filled in.
    # Written by UPDATE_FRAMES=1 swift test --filter TemplateTests. Change the sources instead.
    msgid ""
    msgstr ""
    "Project-Id-Version: raylette\\n"
    "MIME-Version: 1.0\\n"
    "Content-Type: text/plain; charset=UTF-8\\n"
    "Content-Transfer-Encoding: 8bit\\n"
    "Plural-Forms: nplurals=INTEGER; plural=EXPRESSION;\\n"

    """

  private static func entry(_ texts: [LocalizableText]) -> String {
    guard let text = texts.first else { return "" }
    var lines = [""]
    let names = text.values.enumerated().compactMap { index, name in
      name.map { "{\(index)}: \($0)" }
    }
    if !names.isEmpty { lines.append("#. " + names.joined(separator: ", ")) }
    lines += Set(texts.map(\.file)).sorted().map { "#: \($0)" }
    if !text.values.isEmpty { lines.append("#, csharp-format") }
    if let context = text.context { lines.append("msgctxt \(quoted(context))") }
    lines.append("msgid \(quoted(text.key))")
    if let plural = text.plural {
      lines += ["msgid_plural \(quoted(plural))", "msgstr[0] \"\"", "msgstr[1] \"\""]
    } else {
      lines.append("msgstr \"\"")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func quoted(_ text: String) -> String {
    let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    let lines = escaped.split(separator: "\n", omittingEmptySubsequences: false)
    if lines.count == 1 { return "\"\(escaped)\"" }
    return "\"\""
      + lines.enumerated().map { index, line in
        "\n\"\(line)\(index < lines.count - 1 ? "\\n" : "")\""
      }.joined()
  }
}
