extension MarkdownLines {
  /// Reads a line of an open code or HTML block, up to the end of the block.
  mutating func continueLeaf(_ cursor: inout MarkdownCursor) -> Content? {
    switch leaf {
    case .fence(let mark, let length):
      if cursor.space.columns <= 3, cursor.isFenceEnd(mark, length: length) {
        leaf = .none
        return .fence(language: cursor.end..<cursor.end)
      }
      return .code
    case .html(let block):
      let rest = text[cursor.position..<cursor.end]
      if block == .untilBlank, cursor.isBlank {
        leaf = .none
        return .blank
      }
      if block.ends(in: rest) { leaf = .none }
      return .html
    case .code:
      if cursor.isBlank { return .blank }
      if cursor.space.columns >= 4 { return .code }
      leaf = .none
      return nil
    case .table, .paragraph:
      if cursor.isBlank { leaf = .none }
      return nil
    case .none: return nil
    }
  }

  /// Reads a line that begins a leaf block other than a paragraph.
  mutating func openLeaf(_ cursor: inout MarkdownCursor, _ open: inout OpenLine) -> Content? {
    let space = cursor.space
    let continues = open.isWhole && !open.isNew && leaf.isParagraph
    if space.columns >= 4 {
      guard !open.mayBeLazy else { return nil }
      // In this position, the line isn't a table row.
      close(&open)
      leaf = .code
      return .code
    }
    guard let first = cursor.byte(at: space.end) else { return nil }
    switch first {
    case UInt8(ascii: "#"):
      guard cursor.isHeading(at: space.end) else { return nil }
      close(&open)
      return .heading
    case UInt8(ascii: "`"), UInt8(ascii: "~"):
      guard let length = cursor.fenceLength(at: space.end) else { return nil }
      close(&open)
      leaf = .fence(first, length: length)
      return .fence(language: space.end + length..<cursor.end)
    case UInt8(ascii: "<"):
      let rest = text[space.end..<cursor.end]
      guard let block = HTMLBlock(rest, continuesParagraph: continues) else { return nil }
      close(&open)
      if !block.ends(in: rest) { leaf = .html(block) }
      return .html
    case UInt8(ascii: "="), UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "_"):
      let isUnderline = continues && cursor.isUnderline(at: space.end)
      guard isUnderline || cursor.isRule(at: space.end) else { return nil }
      close(&open)
      return .rule
    default: return nil
    }
  }
}

/// The kinds of HTML blocks, by their end condition
/// (https://spec.commonmark.org/0.31.2/#html-blocks).
enum HTMLBlock: Equatable {
  case untilBlank
  case comment, instruction, declaration, characterData, rawText

  /// - Parameter text: the line that begins with `<`.
  init?(_ text: ArraySlice<UInt8>, continuesParagraph: Bool) {
    let start = String(decoding: text.prefix(16), as: UTF8.self).lowercased()
    if start.hasPrefix("<!--") {
      self = .comment
    } else if start.hasPrefix("<?") {
      self = .instruction
    } else if start.hasPrefix("<![cdata[") {
      self = .characterData
    } else if start.hasPrefix("<!") {
      guard let letter = text.dropFirst(2).first, (letter | 0x20) &- 0x61 < 26 else { return nil }
      self = .declaration
    } else {
      let isEnd = start.hasPrefix("</")
      let name = start.dropFirst(isEnd ? 2 : 1).prefix {
        $0.isASCII && ($0.isLetter || $0.isNumber)
      }
      let after = text.dropFirst(name.utf8.count + (isEnd ? 2 : 1)).first
      let isWhole = after == nil || after == 0x20 || after == 0x09 || after == UInt8(ascii: ">")
      if !isEnd, isWhole, ["script", "pre", "style", "textarea"].contains(name) {
        self = .rawText
      } else if Self.blocks.contains(String(name)),
        isWhole || text.dropFirst(name.utf8.count + (isEnd ? 2 : 1)).starts(with: "/>".utf8)
      {
        self = .untilBlank
      } else {
        guard !continuesParagraph, Self.isOnlyTag(text) else { return nil }
        self = .untilBlank
      }
    }
  }

  /// Whether a line ends the block. The first line can do so too.
  func ends(in line: ArraySlice<UInt8>) -> Bool {
    let text = String(decoding: line, as: UTF8.self)
    return switch self {
    case .untilBlank: false
    case .comment: text.containsBytes("-->")
    case .instruction: text.containsBytes("?>")
    case .declaration: text.containsBytes(">")
    case .characterData: text.containsBytes("]]>")
    case .rawText: Self.endsRawText(text.lowercased())
    }
  }

  private static func endsRawText(_ text: String) -> Bool {
    text.containsBytes("</script>") || text.containsBytes("</pre>")
      || text.containsBytes("</style>") || text.containsBytes("</textarea>")
  }

  /// Whether a line contains one tag and nothing else.
  private static func isOnlyTag(_ line: ArraySlice<UInt8>) -> Bool {
    var rest = line.dropFirst()
    if rest.first == UInt8(ascii: "/") { rest.removeFirst() }
    guard let letter = rest.first, (letter | 0x20) &- 0x61 < 26 else { return false }
    var quote: UInt8?
    for (index, byte) in zip(rest.indices, rest) {
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: "<")
        || byte == UInt8(ascii: ":") && index < rest.startIndex + 8
      {
        // An address in angle brackets is a link, not a tag.
        return false
      } else if byte == UInt8(ascii: ">") {
        return rest[(index + 1)...].allSatisfy { $0 == 0x20 || $0 == 0x09 }
      }
    }
    return false
  }

  private static let blocks: Set<String> = [
    "address", "article", "aside", "base", "basefont", "blockquote", "body", "caption", "center",
    "col", "colgroup", "dd", "details", "dialog", "dir", "div", "dl", "dt", "fieldset",
    "figcaption", "figure", "footer", "form", "frame", "frameset", "h1", "h2", "h3", "h4", "h5",
    "h6", "head", "header", "hr", "html", "iframe", "legend", "li", "link", "main", "menu",
    "menuitem", "nav", "noframes", "ol", "optgroup", "option", "p", "param", "section", "source",
    "summary", "table", "tbody", "td", "tfoot", "th", "thead", "title", "tr", "track", "ul",
  ]
}
