import Foundation
import Markup

/// Reads the addresses in a plain text. A line that is one address is taken whole, except for list
/// marks at its end; in any other line, the addresses are searched for. Lines that begin with `#`
/// are comments. A title may follow an address after ` | `, as in OneTab's list, or precede the
/// only address of a line. A line with nothing but an address needs no scheme.
struct TextLines: LineFormat {
  /// Whether the text is a list, where a word that isn't an address is a typing error, and a
  /// problem.
  var isList = false

  func read(_ line: ArraySlice<UInt8>, number: Int, into entries: inout [EntryReader.Entry]) {
    let decoded = String(decoding: line, as: UTF8.self)
    // Most lines have nothing to trim, which their first and last characters show.
    let isTrimmed = [line.first, line.last].allSatisfy {
      $0.map { (0x21...0x7E).contains($0) } == true
    }
    let text = isTrimmed ? decoded : decoded.trimmingCharacters(in: .whitespaces)
    if text.isEmpty || text.utf8.first == UInt8(ascii: "#") { return }
    let bar = text.utf8.contains(UInt8(ascii: "|")) ? text.range(of: " | ") : nil
    let address = bar.map { String(text[..<$0.lowerBound]) } ?? text
    let isOneWord = !Self.hasSpace(address) && !Self.isList(address)
    if isOneWord, BareAddress(at: 0, in: Array(address.utf8)[...]) != nil {
      let title = bar.map { String(text[$0.upperBound...]) }
      let whole = Self.withoutListMarks(address)
      entries.append(BookmarkDraft(address: whole, title: title).entry(line: number))
      return
    }
    if address.hasPrefix("<http"), address.hasSuffix(">"), !Self.hasSpace(address),
      !address.contains("|")
    {
      let whole = String(address.dropFirst().dropLast())
      entries.append(BookmarkDraft(address: whole).entry(line: number))
      return
    }
    if isOneWord, let bare = SchemelessAddress(address) {
      let title = bar.map { String(text[$0.upperBound...]) }
      entries.append(BookmarkDraft(address: bare.address.text, title: title).entry(line: number))
      return
    }
    if isList, isOneWord, text.last != ":" {
      let excerpt = PlainText.folded(text.withoutLogins, limit: 80) ?? ""
      entries.append(.failure(.noWebAddress(excerpt, line: number)))
      return
    }
    // Commas and semicolons separate addresses if another address follows.
    let pieces = Self.isList(text) ? text.replacing(/[,;](?=https?:\/\/)/, with: " ") : text
    let addresses = BareAddress.all(in: Array(pieces.utf8)[...])
    for address in addresses {
      let title =
        Self.label(of: address, in: pieces)
        ?? (addresses.count == 1 ? Self.title(before: address, in: pieces) : nil)
      entries.append(BookmarkDraft(address: address.text, title: title).entry(line: number))
    }
    // Prose isn't a problem, but an address with another scheme was meant to be a link.
    if addresses.isEmpty, text.containsBytes("://"), isOneWord || isList {
      entries.append(BookmarkDraft(address: isOneWord ? address : text).entry(line: number))
    }
  }

  /// Returns the label in Slack's `<address|label>`.
  private static func label(of address: BareAddress, in text: String) -> String? {
    let bytes = text.utf8
    let rest = bytes.dropFirst(address.end)
    guard address.start > 0, rest.first == UInt8(ascii: "|"),
      bytes.dropFirst(address.start - 1).first == UInt8(ascii: "<"),
      let end = rest.firstIndex(of: UInt8(ascii: ">"))
    else { return nil }
    return String(decoding: rest[..<end].dropFirst(), as: UTF8.self)
  }

  /// Returns the title in front of the only address of a line, at the line's end: `Title
  /// https://…`, `- Title: https://…`. Nil if the text before the address is part of a sentence.
  private static func title(before address: BareAddress, in text: String) -> String? {
    let bytes = Array(text.utf8)
    guard address.end == bytes.count else { return nil }
    let before = String(decoding: bytes[..<address.start], as: UTF8.self)
    let marks = CharacterSet.whitespaces.union(CharacterSet(charactersIn: "-–—:|*•·>→<"))
    let title = before.trimmingCharacters(in: marks)
      .replacing(/^(?:[0-9]{1,4}[.)]|\[[ xX]\])\s+/, with: "")
    guard title.contains(where: { $0.isLetter || $0.isNumber }), title.count <= 200,
      !title.contains(/[.!?;,]\s/), let last = title.split(separator: " ").last,
      !leadIns.contains(last.lowercased()), !title.hasSuffix("("), !title.hasSuffix("[")
    else { return nil }
    // Without a mark between title and address, only text written like a title counts.
    let isMarked = before.trimmingCharacters(in: .whitespaces).last.map { "-–—:|→".contains($0) }
    guard isMarked == true || title.first?.isLowercase == false else { return nil }
    return title
  }

  /// Words that lead to an address in a sentence.
  private static let leadIns: Set = [
    "a", "an", "and", "are", "at", "by", "check", "click", "for", "from", "go", "here", "in", "is",
    "of", "on", "or", "out", "read", "see", "source", "the", "this", "to", "use", "via", "visit",
    "with",
  ]

  /// Whether the text contains white space of any script. Most addresses are ASCII, where checking
  /// bytes is enough.
  private static func hasSpace(_ text: String) -> Bool {
    text.utf8.contains { $0 <= 0x20 }
      || text.utf8.contains { $0 >= 0x80 }
        && text.unicodeScalars.contains(where: \.properties.isWhitespace)
  }

  /// Whether another address follows after a comma or semicolon.
  static func isList(_ text: String) -> Bool {
    text.utf8.contains { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: ";") }
      && (text.containsBytes(",http") || text.containsBytes(";http"))
  }

  /// Removes quotation marks, commas, semicolons and an ellipsis from the end, because they separate
  /// or shorten the addresses of a list and are rarely part of an address.
  static func withoutListMarks(_ address: String) -> String {
    let marks = "'\",;…".unicodeScalars
    guard let last = address.unicodeScalars.lastIndex(where: { !marks.contains($0) }) else {
      return ""
    }
    return String(address[...last])
  }
}

/// Writes one address per line, in angle brackets if it would be read differently without them.
struct TextEncoder: BookmarkEncoder {
  let opening = ""
  let closing = ""

  func text(of bookmark: Bookmark, isFirst: Bool) -> String {
    let address = bookmark.address.text
    let isWhole = TextLines.withoutListMarks(address) == address && !TextLines.isList(address)
    return isWhole ? "\(address)\n" : "<\(address)>\n"
  }
}
