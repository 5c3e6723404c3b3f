import Markup

extension ArticleBlock.Callout {
  /// The callout without the word for its kind at the start of the text, as in "Note: …". The word
  /// becomes the title, if there's none.
  var withLabelAsTitle: Self {
    guard case .paragraph(let line) = blocks.first, let (label, rest) = line.calloutLabel,
      CalloutLabel.isWord(label, for: kind)
        || label.inLowerCase == title.plainText.inLowerCase, !rest.isBlank || blocks.count > 1
    else { return self }
    var callout = self
    callout.blocks[0] = .paragraph(rest)
    if rest.isBlank { callout.blocks.removeFirst() }
    if title.isEmpty { callout.title = [.text(label)] }
    return callout
  }

  /// Whether the title only says the kind, in any language.
  package var isTitleOfKind: Bool { CalloutLabel.isWord(title.plainText, for: kind) }
}

extension [ArticleInline] {
  /// The label at the start of a line and the rest: emphasized text, or text up to a colon.
  fileprivate var calloutLabel: (label: String, rest: [ArticleInline])? {
    var rest = self
    let label: Substring
    switch first {
    case .strong(let content), .emphasis(let content):
      let text = content.plainText
      label = text[...].trimmingLabelMarks
      rest.removeFirst()
      let next = [ArticleInline](rest).plainText.first { $0 != " " }
      // Without a mark, the text after the label begins a sentence.
      guard
        label.endIndex < text.endIndex
          || next.map({ CalloutLabel.marks.contains($0) || !$0.isLowercase }) ?? true
      else { return nil }
    case .text(let text):
      guard let colon = text.prefix(CalloutLabel.longest).firstIndex(where: { ":：".contains($0) })
      else { return nil }
      label = text[..<colon].trimmingLabelMarks
      rest[0] = .text(String(text[colon...]))
    default: return nil
    }
    guard !label.isEmpty, label.count <= CalloutLabel.longest else { return nil }
    if case .text(let text) = rest.first {
      rest[0] = .text(String(text.drop { CalloutLabel.marks.contains($0) || $0 == " " }))
    }
    return (String(label), rest.trimmed)
  }
}

extension Substring {
  fileprivate var trimmingLabelMarks: Substring {
    var text = drop { $0.isWhitespace }
    while let last = text.last, last.isWhitespace || CalloutLabel.marks.contains(last) {
      text.removeLast()
    }
    return text
  }
}

/// The words that pages write before notes, warnings and the like, in the languages of most pages.
enum CalloutLabel {
  static let marks = ":：.!！–—-"
  static let longest = 24

  static func isWord(_ text: String, for kind: String) -> Bool {
    let word = text.lowercased()
    let name = sameKinds[kind] ?? kind
    return word == kind || word == name || word == name + "s" || words[name]?.contains(word) == true
  }

  private static let sameKinds = [
    "hint": "tip", "warn": "warning", "attention": "warning", "information": "info",
    "notice": "note",
  ]

  private static let words = [
    "note": """
    n.b|nb|hinweis|hinweise|anmerkung|anmerkungen|notiz|remarque|remarques|nota|notas|observación|\
    osservazione|observação|uwaga|notatka|opmerking|poznámka|poznámky|megjegyzés|notă|σημείωση|\
    примечание|примечания|заметка|примітка|anmärkning|obs|bemærk|merk|huomautus|huom|not|メモ|注|\
    注意|注記|備考|補足|备注|備註|说明|說明|提示|참고|메모|노트|ملاحظة
    """,
    "warning": """
    warnung|achtung|avertissement|attention|advertencia|atención|aviso|avvertenza|avviso|\
    attenzione|atenção|ostrzeżenie|uwaga|waarschuwing|let op|varování|upozornění|figyelmeztetés|\
    avertisment|προειδοποίηση|предупреждение|внимание|попередження|увага|varning|advarsel|\
    varoitus|uyarı|dikkat|警告|注意|경고|주의|تحذير
    """,
    "caution": """
    vorsicht|achtung|attention|prudence|precaución|cuidado|cautela|attenzione|ostrożnie|uwaga|\
    voorzichtig|pozor|осторожно|внимание|обережно|försiktigt|forsiktig|dikkat|注意|小心|警告|\
    주의|تنبيه
    """,
    "important": """
    wichtig|importante|ważne|belangrijk|důležité|fontos|σημαντικό|важно|важливо|viktigt|viktig|\
    vigtigt|tärkeää|önemli|重要|중요|هام|مهم
    """,
    "tip": """
    hint|hints|pro tip|tipp|tipps|astuce|astuces|conseil|conseils|consejo|sugerencia|truco|\
    suggerimento|consiglio|dica|dicas|wskazówka|porada|aanwijzing|rada|sfat|συμβουλή|совет|\
    подсказка|порада|підказка|vinkki|ipucu|ヒント|コツ|提示|技巧|小贴士|小提示|팁|힌트|نصيحة
    """,
    "info": """
    information|informationen|hinweis|informations|información|informazione|informazioni|\
    informação|informações|informacja|informatie|informace|информация|інформація|bilgi|情報|信息|\
    資訊|정보|معلومات
    """,
    "danger": """
    gefahr|peligro|pericolo|perigo|niebezpieczeństwo|gevaar|nebezpečí|опасно|опасность|небезпека|\
    fara|fare|vaara|tehlike|危険|危险|危險|위험|خطر
    """,
  ].mapValues { Set($0.split(separator: "|").map(String.init)) }
}

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
