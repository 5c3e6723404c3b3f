/// Keeps the beginning of a tag back until its end has come. libxml2 2.9 takes `</scr` at the end of a
/// piece for text of the script, and then all that follows, up to the next end tag.
struct TagBuffer {
  private var openTag: [UInt8] = []

  /// Bytes of a tag after which its end is no longer waited for.
  private static let limit = 64 << 10

  /// Passes on what is whole of the next piece.
  mutating func take(_ bytes: [UInt8], parse: (ArraySlice<UInt8>) -> Void) {
    let mark = bytes.lastIndex { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: ">") }
    let start = mark.flatMap { bytes[$0] == UInt8(ascii: "<") ? $0 : nil } ?? bytes.endIndex
    if openTag.isEmpty {
      parse(bytes[..<start])
    } else {
      openTag += bytes[..<start]
      if mark == nil, openTag.count < Self.limit { return }
      end(parse: parse)
    }
    openTag += bytes[start...]
  }

  /// Passes on what is left, once no more will come.
  mutating func end(parse: (ArraySlice<UInt8>) -> Void) {
    parse(openTag[...])
    openTag = []
  }
}
