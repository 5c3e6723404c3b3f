import Foundation
import LinkPreview

/// Reads the addresses of a plain text: a line that is one address is taken whole but for marks of a list
/// at its end, and of any other line those that stand in it. Lines that begin with `#` are comments, as in
/// wheels. A title may follow an address behind ` | `, as OneTab writes it.
struct TextLines: LineFormat {
  func read(_ line: ArraySlice<UInt8>, number: Int, into entries: inout [EntryReader.Entry]) {
    let text = String(decoding: line, as: UTF8.self).trimmingCharacters(in: .whitespaces)
    if text.isEmpty || text.hasPrefix("#") { return }
    let parts = text.split(separator: " | ", maxSplits: 1)
    let isTitled = parts.count == 2
    let address = isTitled ? String(parts[0]) : text
    let isOneWord = !address.contains(where: \.isWhitespace) && !Self.isList(address)
    if isOneWord, BareAddress(at: 0, in: Array(address.utf8)[...]) != nil {
      let title = isTitled ? String(parts[1]) : nil
      let whole = Self.withoutListMarks(address)
      entries.append(BookmarkDraft(address: whole, title: title).entry(line: number))
      return
    }
    if address.hasPrefix("<http"), address.hasSuffix(">"), !address.contains(where: \.isWhitespace)
    {
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

  /// Whether an address is followed by another one.
  static func isList(_ text: String) -> Bool {
    text.contains(",http") || text.contains(";http")
  }

  /// Quotation marks and commas that separate the addresses of a list are seldom part of the last one.
  static func withoutListMarks(_ address: String) -> String {
    String(address.reversed().drop { "'\",;".contains($0) }.reversed())
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
