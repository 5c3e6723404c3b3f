/// A link within one line of Markdown.
struct MarkdownLink {
  let draft: BookmarkDraft
  let start: Int
  /// The first byte after it.
  let end: Int

  static func all(in line: ArraySlice<UInt8>) -> [MarkdownLink] {
    guard line.contains(UInt8(ascii: "[")) || line.contains(UInt8(ascii: ":")) else { return [] }
    let brackets = MarkdownBrackets(line)
    var links: [MarkdownLink] = []
    var position = line.startIndex
    while position < line.endIndex {
      if let end = brackets.codeEnds[position] {
        position = end
        continue
      }
      switch line[position] {
      case UInt8(ascii: "\\"): position += 2
      case UInt8(ascii: "!") where line[position...].dropFirst().first == UInt8(ascii: "["):
        // A picture is none; what is linked may be one.
        let picture = MarkdownLink(bracket: position + 1, in: line, brackets)
        position = picture?.end ?? position + 1
      case UInt8(ascii: "["):
        let link = MarkdownLink(bracket: position, in: line, brackets)
        if let link { links.append(link) }
        position = link?.end ?? position + 1
      case UInt8(ascii: "<"):
        let link = MarkdownLink(angle: position, in: line)
        if let link { links.append(link) }
        position = link?.end ?? position + 1
      case UInt8(ascii: "h"), UInt8(ascii: "H"):
        guard let address = BareAddress(at: position, in: line) else {
          position += 1
          continue
        }
        links.append(
          MarkdownLink(
            draft: BookmarkDraft(address: address.text), start: position, end: address.end))
        position = address.end
      default: position += 1
      }
    }
    return links
  }

  private init(draft: BookmarkDraft, start: Int, end: Int) {
    self.draft = draft
    self.start = start
    self.end = end
  }

  /// `[text](address "title")`
  private init?(bracket start: Int, in line: ArraySlice<UInt8>, _ brackets: MarkdownBrackets) {
    guard let close = brackets.closing[start], close + 1 < line.endIndex,
      line[close + 1] == UInt8(ascii: "("),
      let target = MarkdownTarget(after: close + 1, in: line),
      // Links within the text are no files of the web's, and no problems either.
      BareAddress(at: 0, in: Array(target.address.utf8)[...]) != nil
        || target.address.contains("://")
    else { return nil }
    let text = Self.withoutPicture(line[(start + 1)..<close])
    draft = BookmarkDraft(
      address: target.address,
      title: MarkdownEscape.unescaped(String(decoding: text, as: UTF8.self))
    )
    self.start = start
    end = target.end
  }

  /// `<address>`
  private init?(angle start: Int, in line: ArraySlice<UInt8>) {
    // Not across another `<`; else a line of nothing but these would take for ever.
    let address = line[(start + 1)...].prefix { $0 > 0x20 && !"<>".utf8.contains($0) }
    guard address.endIndex < line.endIndex, line[address.endIndex] == UInt8(ascii: ">"),
      BareAddress(at: address.startIndex, in: line) != nil
    else { return nil }
    draft = BookmarkDraft(address: String(decoding: address, as: UTF8.self))
    self.start = start
    end = address.endIndex + 1
  }

  /// The words for a picture that is linked: `![words](picture)`.
  private static func withoutPicture(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard text.starts(with: "![".utf8) else { return text }
    return text.dropFirst(2).prefix { $0 != UInt8(ascii: "]") }
  }
}
