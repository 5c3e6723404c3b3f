import Foundation

/// Reads the links of a text in Markdown (https://spec.commonmark.org/0.31.2/): in brackets, in
/// angle brackets and bare. A list item that begins with its only link may go on with a summary and
/// tags, as ours do. Headings give no tags, for those of a prose text are none; code is passed over.
struct MarkdownLines: LineFormat {
  private var fence: UInt8?

  mutating func read(
    _ line: ArraySlice<UInt8>, number: Int, into entries: inout [EntryReader.Entry]
  ) {
    let content = line.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    if let mark = Self.fenceMark(content) {
      if fence == nil { fence = mark } else if fence == mark { fence = nil }
      return
    }
    guard fence == nil else { return }
    let links = MarkdownLink.all(in: content)
    if links.count == 1, links[0].start == Self.itemStart(content) {
      var draft = links[0].draft
      let tail = MarkdownTail(String(decoding: content[links[0].end...], as: UTF8.self))
      draft.summary = tail.summary
      draft.tags = tail.tags
      entries.append(draft.entry(line: number))
    } else {
      for link in links { entries.append(link.draft.entry(line: number)) }
    }
  }

  private static func fenceMark(_ line: ArraySlice<UInt8>) -> UInt8? {
    guard let mark = line.first, mark == UInt8(ascii: "`") || mark == UInt8(ascii: "~"),
      line.prefix(3).count == 3, line.prefix(3).allSatisfy({ $0 == mark })
    else { return nil }
    // Three backticks and more after them are code within a line.
    let rest = line.drop { $0 == mark }
    return mark == UInt8(ascii: "`") && rest.contains(mark) ? nil : mark
  }

  /// Where the text of a list item begins, after its mark and a box to tick; nil for other lines.
  private static func itemStart(_ line: ArraySlice<UInt8>) -> Int? {
    let mark = line.prefix { $0 != UInt8(ascii: " ") }
    let isNumber =
      mark.count > 1 && (mark.last == UInt8(ascii: ".") || mark.last == UInt8(ascii: ")"))
      && mark.dropLast().allSatisfy { (0x30...0x39).contains($0) }
    let isBullet = mark.count == 1 && "-*+".utf8.contains(mark[mark.startIndex])
    guard isNumber || isBullet else { return nil }
    let space = UInt8(ascii: " ")
    var text = line[mark.endIndex...].drop { $0 == space }
    for box in ["[ ] ", "[x] ", "[X] "] where text.starts(with: box.utf8) {
      text = text.dropFirst(4).drop { $0 == space }
    }
    return text.startIndex
  }
}
