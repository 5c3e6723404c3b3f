import CCmark

extension MarkdownFile {
  /// Returns what follows a link at the start of a list item, if the item has no other link. When
  /// entries are picked, others may be in its description, which begins with a dash or a colon.
  func tail(after link: MarkdownNode) -> MarkdownTail? {
    guard let paragraph = link.parent, paragraph.kind == CMARK_NODE_PARAGRAPH,
      paragraph.parent?.kind == CMARK_NODE_ITEM, paragraph.firstLine == link.firstLine,
      source.indices.contains(paragraph.firstLine - 1),
      source.indices.contains(paragraph.lastLine - 1)
    else { return nil }
    var isFirst = true
    var isBehind = false
    var isDescribed = false
    var child = paragraph.firstChild
    while let node = child {
      child = node.next
      switch node.kind {
      case CMARK_NODE_LINK where !isFirst && isDescribed: break
      case CMARK_NODE_LINK:
        guard isFirst else { return nil }
        (isFirst, isBehind) = (false, true)
        isDescribed =
          options.picksEntries && node.next.map { MarkdownTail.isDescription($0.text) } == true
      case CMARK_NODE_HTML_INLINE where isBehind && isDescribed: break
      case CMARK_NODE_HTML_INLINE: return nil
      case CMARK_NODE_TEXT where isBehind && !isDescribed:
        if BareAddress.occurs(in: node.text) { return nil }
      case CMARK_NODE_TEXT where isBehind: break
      // A checkbox.
      case CMARK_NODE_TEXT: if !["[ ] ", "[x] ", "[X] "].contains(node.text) { return nil }
      default: if !isBehind { return nil }
      }
    }
    let first = source[paragraph.firstLine - 1]
    guard let next = link.next else { return nil }
    // The parser's columns are wrong for links in angle brackets.
    let isBreak = next.kind == CMARK_NODE_SOFTBREAK || next.kind == CMARK_NODE_LINEBREAK
    let end = isBreak ? first.upperBound : first.lowerBound + next.firstColumn - 1
    // They're also wrong for lines with tabs.
    guard end <= first.upperBound, end > first.lowerBound, ")>]".utf8.contains(bytes[end - 1])
    else { return nil }
    let rest = source[paragraph.firstLine..<max(paragraph.firstLine, paragraph.lastLine)]
    var text = String(decoding: bytes[end..<first.upperBound], as: UTF8.self)
    for line in rest { text += " " + String(decoding: bytes[line], as: UTF8.self) }
    return MarkdownTail(text)
  }
}
