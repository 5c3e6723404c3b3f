extension ArticleInline {
  var isPicture: Bool { onlyPicture != nil }

  /// The picture, if the content is a picture alone, with or without a link.
  var onlyPicture: ArticlePicture? {
    switch self {
    case .picture(let picture): picture
    case .link(let content, _), .strong(let content), .emphasis(let content),
      .deleted(let content):
      content.count == 1 ? content[0].onlyPicture : nil
    default: nil
    }
  }

  var isBlank: Bool {
    switch self {
    case .text(let text): text.utf8.allSatisfy { $0 <= 0x20 }
    case .lineBreak: true
    case .code(let text): text.isEmpty
    case .emphasis(let content), .strong(let content), .deleted(let content),
      .link(let content, _):
      content.isBlank
    case .picture, .footnoteReference, .formula, .task: false
    }
  }

  /// The text without marks. A line break stays a line break, and a picture has no text.
  var plainText: String {
    switch self {
    case .text(let text), .code(let text): text
    case .lineBreak: "\n"
    case .emphasis(let content), .strong(let content), .deleted(let content),
      .link(let content, _):
      content.plainText
    case .formula(let formula): formula.plainText
    case .picture, .task: ""
    case .footnoteReference(let label): "[\(label)]"
    }
  }
}

extension [ArticleInline] {
  var isBlank: Bool { allSatisfy(\.isBlank) }

  var plainText: String {
    if count == 1 { return self[0].plainText }
    return reduce(into: "") { $0 += $1.plainText }
  }

  /// The content with adjacent texts joined.
  var joined: [ArticleInline] {
    var line: [ArticleInline] = []
    var text = ""
    for inline in self {
      if case .text(let more) = inline {
        text += more
        continue
      }
      if !text.isEmpty { line.append(.text(text)) }
      text = ""
      line.append(inline)
    }
    if !text.isEmpty { line.append(.text(text)) }
    return line
  }

  /// The content without spaces and line breaks at its ends.
  var trimmed: [ArticleInline] { separatingSpace.content }

  /// The spaces at both ends, and the content between them.
  var separatingSpace: (before: [ArticleInline], content: [ArticleInline], after: [ArticleInline]) {
    var content = self[...]
    var before: [ArticleInline] = []
    var after: [ArticleInline] = []
    while let first = content.first, first.isBlank {
      before.append(first)
      content.removeFirst()
    }
    if case .text(let text) = content.first, text.utf8.first == 0x20 {
      before.append(.text(" "))
      content[content.startIndex] = .text(String(text.dropFirst()))
    }
    while let last = content.last, last.isBlank {
      after.append(last)
      content.removeLast()
    }
    after.reverse()
    if case .text(let text) = content.last, text.utf8.last == 0x20 {
      after.insert(.text(" "), at: 0)
      content[content.endIndex - 1] = .text(String(text.dropLast()))
    }
    return (before, Array(content), after)
  }
}

extension [ArticleBlock] {
  /// The blocks as one line with breaks, for a table cell.
  var inlined: [ArticleInline] {
    var line: [ArticleInline] = []
    for block in self {
      let content: [ArticleInline] =
        switch block {
        case .heading(_, let text), .paragraph(let text): text
        case .code(let text, _, _): [.code(text.split(separator: "\n").joined(separator: " "))]
        case .list(let list): list.items.flatMap { $0 }.inlined
        case .quote(let blocks): blocks.inlined
        case .callout(let callout): callout.title + [.lineBreak] + callout.blocks.inlined
        case .media(let media): [.link([.text(media.label)], media.url)]
        case .formula(let formula): [.formula(formula)]
        case .picture(let picture, let caption): [.picture(picture)] + caption
        case .table(let table): ([table.header] + table.rows).flatMap { $0 }.flatMap { $0 }
        case .footnotes(let notes): notes.flatMap { $0.blocks }.inlined
        case .rule: []
        }
      if !line.isEmpty, !content.isEmpty { line.append(.lineBreak) }
      line += content
    }
    return line
  }

  /// The blocks without rules at the ends, and without repeated rules.
  var withoutUselessRules: [ArticleBlock] {
    var blocks: [ArticleBlock] = []
    for block in self where block != .rule || !blocks.isEmpty && blocks.last != .rule {
      blocks.append(block)
    }
    if blocks.last == .rule { blocks.removeLast() }
    return blocks
  }
}

extension ArticleMedia {
  /// The title, or else the kind.
  public var label: String { title ?? kind.rawValue }
}
