import Foundation
import LinkPreview

/// Reads the addresses of a plain text. Lines that begin with `#` are comments, as in wheels.
struct TextLines: LineFormat {
  func read(_ line: ArraySlice<UInt8>, number: Int, into entries: inout [EntryReader.Entry]) {
    let isSpace = { (byte: UInt8) in byte <= 0x20 }
    let line = line.drop(while: isSpace)
    if line.first == UInt8(ascii: "#") { return }
    let addresses = BareAddress.all(in: line)
    for address in addresses {
      entries.append(BookmarkDraft(address: address.text).entry(line: number))
    }
    // Prose is no problem, but an address of another kind was meant to be one.
    if addresses.isEmpty, line.firstRange(of: Array("://".utf8)) != nil,
      line.split(whereSeparator: isSpace).count == 1
    {
      let address = String(decoding: line, as: UTF8.self)
      entries.append(BookmarkDraft(address: address).entry(line: number))
    }
  }
}

/// Writes one address a line.
struct TextForm: BookmarkForm {
  let opening = ""
  let closing = ""

  func text(of bookmark: Bookmark, isFirst: Bool) -> String {
    bookmark.address.text + "\n"
  }
}
