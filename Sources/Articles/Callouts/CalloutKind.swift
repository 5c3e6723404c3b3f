import Markup

/// Recognises callouts by the attributes that widely used site generators write.
enum CalloutKind {
  /// Returns the kind in lower case, such as `note`. Nil if the element isn't a callout.
  static func of(_ element: ElementName, _ attributes: Attributes) -> String? {
    // Obsidian, and tools that copied its syntax.
    if let kind = attributes["data-callout"], let name = name(kind[...]) { return name }
    guard let value = attributes["class"] else { return nil }
    let classes = value.inLowerCase.words.prefix(maximum)
    for word in classes {
      switch word {
      // Sphinx, MkDocs, Docusaurus and Hugo; AsciiDoc; VitePress; Confluence; MDN; mdBook.
      case "admonition", "theme-admonition", "admonitionblock", "custom-block", "markdown-alert",
        "starlight-aside", "confluence-information-macro", "notecard", "blockquote-tag",
        "book-hint", "hint", "callout", "alert":
        // Other elements have these names too, so only a known kind makes a callout.
        let isShared = word == "callout" || word == "alert" || word == "hint"
        if let kind = kind(in: classes, isAny: !isShared) { return kind }
        if !isShared { return "note" }
      default: break
      }
    }
    guard let first = classes.first else { return nil }
    // Documentation by Google and others: `<aside class="note">`, `<details class="warning">`.
    let isPlain = element == .aside || element == .details
    return isPlain && classes.count == 1 && kinds.contains(first) ? first : nil
  }

  /// Returns the kind among the classes, alone or after the generator's name, as in
  /// `markdown-alert-tip`.
  private static func kind(in classes: ArraySlice<String>, isAny: Bool) -> String? {
    for word in classes where kinds.contains(word) { return word }
    for word in classes {
      guard let last = word.split(separator: "-").last, last.utf8.count < word.utf8.count else {
        continue
      }
      if kinds.contains(String(last)) { return String(last) }
      if word.hasPrefix("alert-") || word.hasPrefix("callout-") {
        if let kind = colours[String(last)] { return kind }
      }
    }
    return nil
  }

  /// Bootstrap's alerts, which are named by colour.
  private static let colours = [
    "primary": "note", "secondary": "note", "light": "note", "dark": "note",
  ]

  private static func name(_ text: Substring) -> String? {
    let name = String(text).inLowerCase
    let isName = name.utf8.allSatisfy { $0 &- 0x61 < 26 || $0 &- 0x30 < 10 || $0 == 0x2D }
    return isName && (1...20).contains(name.utf8.count) ? name : nil
  }

  /// The kinds that documentation tools know.
  static let kinds: Set<String> = [
    "note", "info", "tip", "hint", "important", "warning", "caution", "danger", "error", "success",
    "abstract", "summary", "todo", "question", "faq", "help", "failure", "bug", "example", "quote",
    "attention", "seealso", "information", "tldr", "check", "done", "fail", "missing", "cite",
    "warn", "notice", "experimental", "deprecated",
  ]

  private static let maximum = 20
}
