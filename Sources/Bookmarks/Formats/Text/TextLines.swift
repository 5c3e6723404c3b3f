import Foundation
import Markup

/// Reads the addresses of a plain text: a line that is one address is taken whole but for marks of a list
/// at its end, and of any other line those that stand in it. Lines that begin with `#` are comments, as in
/// wheels. A title may follow an address behind ` | `, as OneTab writes it.
struct TextLines: LineFormat {
  func read(_ line: ArraySlice<UInt8>, number: Int, into entries: inout [EntryReader.Entry]) {
    let text = String(decoding: line, as: UTF8.self).trimmingCharacters(in: .whitespaces)
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
    // Commas separate addresses, where another one follows.
    let pieces = Self.isList(text) ? text.replacing(/[,;](?=https?:\/\/)/, with: " ") : text
    let addresses = BareAddress.all(in: Array(pieces.utf8)[...])
    for address in addresses {
      entries.append(BookmarkDraft(address: address.text).entry(line: number))
    }
    // Prose is no problem, but an address of another kind was meant to be one.
    if addresses.isEmpty, isOneWord, address.contains("://") {
      entries.append(BookmarkDraft(address: address).entry(line: number))
    }
  }

  /// Whether there is white space of any script. Most addresses are ASCII, where bytes tell.
  private static func hasSpace(_ text: String) -> Bool {
    text.utf8.contains { $0 <= 0x20 }
      || text.utf8.contains { $0 >= 0x80 }
        && text.unicodeScalars.contains(where: \.properties.isWhitespace)
  }

  /// Whether an address is followed by another one.
  static func isList(_ text: String) -> Bool {
    text.utf8.contains { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: ";") }
      && (text.contains(",http") || text.contains(";http"))
  }

  /// Quotation marks and commas that separate the addresses of a list are seldom part of the last one.
  static func withoutListMarks(_ address: String) -> String {
    let marks = "'\",;".utf8
    guard let last = address.utf8.lastIndex(where: { !marks.contains($0) }) else { return "" }
    return String(address[...last])
  }
}

/// Writes one address a line.
struct TextEncoder: BookmarkEncoder {
  let opening = ""
  let closing = ""

  func text(of bookmark: Bookmark, isFirst: Bool) -> String {
    let address = bookmark.address.text
    let isWhole = TextLines.withoutListMarks(address) == address && !TextLines.isList(address)
    return isWhole ? "\(address)\n" : "<\(address)>\n"
  }
}
