import Foundation
import Markup

/// Reads the addresses in a plain text. Takes a line that is one address whole, except for list
/// marks at its end, and finds the addresses inside any other line. Lines that begin with `#` are
/// comments. A title may follow an address after ` | `, as OneTab writes it.
struct TextLines: LineFormat {
  /// Whether each line has to be an address, so that a mistyped one is a problem.
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
    if isList, isOneWord || !Self.isList(text) {
      let shown = PlainText.folded(text, limit: 80) ?? ""
      let sentence = "\(shown) is not an http or https address."
      entries.append(.failure(BookmarkProblem(line: number, sentence: sentence)))
      return
    }
    // Commas and semicolons separate addresses if another address follows.
    let pieces = Self.isList(text) ? text.replacing(/[,;](?=https?:\/\/)/, with: " ") : text
    let addresses = BareAddress.all(in: Array(pieces.utf8)[...])
    for address in addresses {
      entries.append(BookmarkDraft(address: address.text).entry(line: number))
    }
    // Prose isn't a problem, but an address with another scheme was meant to be a link.
    if addresses.isEmpty, isOneWord, address.containsBytes("://") {
      entries.append(BookmarkDraft(address: address).entry(line: number))
    }
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
