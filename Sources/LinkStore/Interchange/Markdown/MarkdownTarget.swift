/// What stands in the parentheses of a link: an address, in angle brackets or not, and perhaps a
/// title in quotation marks, which is passed over.
struct MarkdownTarget {
  let address: String
  /// The first byte after the closing parenthesis.
  let end: Int

  /// - Parameter open: where the opening parenthesis is.
  init?(after open: Int, in line: ArraySlice<UInt8>) {
    let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
    let start = line[(open + 1)...].drop(while: isSpace).startIndex
    guard let addressEnd = Self.addressEnd(from: start, in: line) else { return nil }
    var address = line[start..<addressEnd]
    if address.first == UInt8(ascii: "<") { address = address.dropFirst().dropLast() }
    var rest = line[addressEnd...].drop(while: isSpace)
    if let quote = rest.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
      guard let last = Self.titleEnd(rest, quote: quote) else { return nil }
      rest = line[last...].drop(while: isSpace)
    }
    guard rest.first == UInt8(ascii: ")") else { return nil }
    self.address = MarkdownEscape.unescaped(String(decoding: address, as: UTF8.self))
    end = rest.startIndex + 1
  }

  private static func titleEnd(_ text: ArraySlice<UInt8>, quote: UInt8) -> Int? {
    var position = text.startIndex + 1
    while position < text.endIndex, text[position] != quote {
      position += text[position] == UInt8(ascii: "\\") ? 2 : 1
    }
    return position < text.endIndex ? position + 1 : nil
  }

  private static func addressEnd(from start: Int, in line: ArraySlice<UInt8>) -> Int? {
    let isInAngles = line[start...].first == UInt8(ascii: "<")
    var position = isInAngles ? start + 1 : start
    var depth = 0
    while position < line.endIndex {
      switch line[position] {
      case UInt8(ascii: "\\"): position += 1
      case UInt8(ascii: ">") where isInAngles: return position + 1
      case UInt8(ascii: "<") where isInAngles: return nil
      case _ where isInAngles: break
      case UInt8(ascii: "("):
        depth += 1
        // As cmark limits it; else a line of nothing but parentheses would take for ever.
        if depth > 32 { return nil }
      case UInt8(ascii: ")"):
        if depth == 0 { return position }
        depth -= 1
      case 0...0x20: return position
      default: break
      }
      position += 1
    }
    return nil
  }
}
