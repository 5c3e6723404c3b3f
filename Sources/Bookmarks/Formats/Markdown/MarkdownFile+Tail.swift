import Markup

extension MarkdownFile {
  /// Returns the text after a link at the start of a list item, if the item has no other link. When
  /// entries are picked, a description that begins with a dash or a colon may contain other links.
  func tail(after link: MarkdownNode) -> MarkdownTail? {
    guard let paragraph = link.parent, paragraph.kind == .paragraph,
      paragraph.parent?.kind == .item, paragraph.firstLine == link.firstLine,
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
      case .link where !isFirst && isDescribed: break
      case .link:
        guard isFirst else { return nil }
        (isFirst, isBehind) = (false, true)
        isDescribed =
          options.picksEntries && node.next.map { MarkdownTail.isDescription($0.text) } == true
      case .inlineHTML where isBehind && isDescribed: break
      case .inlineHTML: return nil
      case .text where isBehind && !isDescribed:
        if BareAddress.occurs(in: node.text) { return nil }
      case .text where isBehind: break
      // A checkbox.
      case .text: if !["[ ] ", "[x] ", "[X] "].contains(node.text) { return nil }
      default: if !isBehind { return nil }
      }
    }
    let first = source[paragraph.firstLine - 1]
    guard let next = link.next else { return nil }
    // The parser's columns are wrong for links in angle brackets.
    let isBreak = next.kind == .softBreak || next.kind == .lineBreak
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
