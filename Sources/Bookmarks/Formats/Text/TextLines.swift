import Foundation
import Markup

/// Reads the addresses in a plain text. Takes a line that is one address whole, except for list
/// marks at its end, and finds the addresses inside any other line. On a line of its own, an address
/// may lack its scheme: `example.org/page`. Lines that begin with `#` are comments. A title may
/// follow an address after ` | `, as OneTab writes it.
struct TextLines: LineFormat {
  /// Whether the text is a list of links. Then the words beside the only address of a line are its
  /// title, and a single word that isn't an address is a problem, because it's a mistyped one.
  var isList = false

  func read(_ line: ArraySlice<UInt8>, number: Int, into entries: inout [EntryReader.Entry]) {
    let decoded = String(decoding: line, as: UTF8.self)
    // Most lines have nothing to trim, which their ends tell.
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
    if address.hasPrefix("<http"), address.hasSuffix(">"), !Self.hasSpace(address) {
      let whole = String(address.dropFirst().dropLast())
      entries.append(BookmarkDraft(address: whole).entry(line: number))
      return
    }
    if isOneWord, let whole = SchemelessAddress(Self.withoutListMarks(address)) {
      let title = bar.map { String(text[$0.upperBound...]) }
      entries.append(BookmarkDraft(address: whole.text, title: title).entry(line: number))
      return
    }
    // Commas and semicolons separate addresses if another address follows.
    let pieces = Self.isList(text) ? text.replacing(/[,;](?=https?:\/\/)/, with: " ") : text
    let bytes = Array(pieces.utf8)
    let addresses = BareAddress.all(in: bytes[...])
    for address in addresses {
      var draft = BookmarkDraft(address: address.text)
      if isList, addresses.count == 1 { draft.title = Self.title(beside: address, in: bytes) }
      entries.append(draft.entry(line: number))
    }
    guard addresses.isEmpty else { return }
    // Prose isn't a problem, but an address with another scheme was meant to be a link, and so was
    // every word of a list.
    if isOneWord, address.containsBytes("://") {
      entries.append(BookmarkDraft(address: address).entry(line: number))
    } else if isList, isOneWord || text.containsBytes("://") {
      let shown = PlainText.folded(text, limit: 80) ?? ""
      let sentence = "\(shown) is not an http or https address."
      entries.append(.failure(BookmarkProblem(line: number, sentence: sentence)))
    }
  }

  /// Returns the words before an address at the end of its line, or behind one at the beginning,
  /// without the marks between them and that of a list item. Nil if there are words on both sides,
  /// because then it's a sentence.
  private static func title(beside address: BareAddress, in line: [UInt8]) -> String? {
    func words(_ bytes: ArraySlice<UInt8>) -> Substring {
      let text = String(decoding: bytes, as: UTF8.self)
      let item = text.prefixMatch(of: /\s*(?:[-*+•]|\d{1,4}[.)])\s/)
      let rest = (item.map { text[$0.range.upperBound...] } ?? text[...]).drop { !isTitle($0) }
      let end = rest.lastIndex { isTitle($0) || "?!)".contains($0) }
      return end.map { rest[...$0] } ?? ""
    }
    func isTitle(_ character: Character) -> Bool { character.isLetter || character.isNumber }
    let before = words(line[..<address.start])
    let behind = words(line[address.end...])
    guard before.isEmpty != behind.isEmpty else { return nil }
    return String(before.isEmpty ? behind : before)
  }

  /// Whether there's white space of any script. Most addresses are ASCII, where the bytes are
  /// enough.
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

  /// Removes quotation marks, commas and semicolons from the end, because they separate the
  /// addresses of a list and are rarely part of the last one.
  static func withoutListMarks(_ address: String) -> String {
    let marks = "'\",;".utf8
    guard let last = address.utf8.lastIndex(where: { !marks.contains($0) }) else { return "" }
    return String(address[...last])
  }
}

/// Writes one address per line, in angle brackets if it would read back differently.
struct TextEncoder: BookmarkEncoder {
  let opening = ""
  let closing = ""

  func text(of bookmark: Bookmark, isFirst: Bool) -> String {
    let address = bookmark.address.text
    let isWhole = TextLines.withoutListMarks(address) == address && !TextLines.isList(address)
    return isWhole ? "\(address)\n" : "<\(address)>\n"
  }
}
