import Markup

/// An address in a text without any markup, found as GitHub's Markdown finds it
/// (https://github.github.com/gfm/#autolinks-extension-): up to white space or `<`, without the
/// punctuation of the sentence that it ends.
struct BareAddress {
  let text: String
  let start: Int
  /// The first byte after it.
  let end: Int

  /// Whether there's an address in a text.
  static func occurs(in text: String) -> Bool {
    text.containsBytes("://") && !all(in: Array(text.utf8)[...]).isEmpty
  }

  static func all(in line: ArraySlice<UInt8>) -> [BareAddress] {
    var found: [BareAddress] = []
    var position = line.startIndex
    while let colon = line[position...].firstIndex(of: UInt8(ascii: ":")) {
      position = colon + 1
      guard let start = schemeStart(before: colon, in: line), start >= (found.last?.end ?? 0),
        let address = BareAddress(at: start, in: line)
      else { continue }
      found.append(address)
      position = max(position, address.end)
    }
    return found
  }

  /// Reads the address that begins at `start`. Returns nil if none does.
  init?(at start: Int, in line: ArraySlice<UInt8>) {
    let scheme = line[start...].prefix(8).map(Self.lowercased)
    guard scheme.starts(with: "http://".utf8) || scheme.starts(with: "https://".utf8) else {
      return nil
    }
    let bytes = line[start...].prefix { $0 > 0x20 && !Self.endBytes.contains($0) }
    let whole = String(decoding: bytes, as: UTF8.self).unicodeScalars
    let address = String(whole.prefix { !Self.isEnd($0) })
    text = String(decoding: Self.withoutTrailingMarks(Array(address.utf8)), as: UTF8.self)
    self.start = start
    end = start + text.utf8.count
  }

  /// Returns where `http` or `https` begins before a colon, if it's at the start of a word.
  private static func schemeStart(before colon: Int, in line: ArraySlice<UInt8>) -> Int? {
    let word = line[..<colon].suffix(5).map(lowercased)
    let length =
      word.elementsEqual("https".utf8) ? 5 : word.suffix(4).elementsEqual("http".utf8) ? 4 : 0
    let start = colon - length
    guard length > 0 else { return nil }
    if start > line.startIndex, isLetterOrDigit(line[start - 1]) { return nil }
    return start
  }

  /// Removes punctuation at the end. A closing bracket belongs to the sentence unless it was opened
  /// inside the address.
  private static func withoutTrailingMarks(_ address: [UInt8]) -> ArraySlice<UInt8> {
    func surplus(_ close: Unicode.Scalar, _ open: Unicode.Scalar) -> Int {
      address.count { $0 == UInt8(ascii: close) } - address.count { $0 == UInt8(ascii: open) }
    }
    var surplusParentheses = surplus(")", "(")
    var surplusBrackets = surplus("]", "[")
    var rest = address[...]
    while let last = rest.last {
      switch last {
      case UInt8(ascii: ")"):
        if surplusParentheses <= 0 { return rest }
        surplusParentheses -= 1
      case UInt8(ascii: "]"):
        if surplusBrackets <= 0 { return rest }
        surplusBrackets -= 1
      case _ where trailingMarks.contains(last): break
      default: return rest
      }
      rest.removeLast()
    }
    return rest
  }

  /// Whether a scalar ends an address in text of any script. RFC 3986 allows nothing outside ASCII
  /// unescaped, but browsers show letters of every script, so these don't end it.
  private static func isEnd(_ scalar: Unicode.Scalar) -> Bool {
    guard !scalar.isASCII else { return false }
    switch scalar.properties.generalCategory {
    case .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation, .control,
      .format:
      return true
    default: return scalar.properties.isWhitespace || "、。，；：！？".unicodeScalars.contains(scalar)
    }
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(lowercased(byte))
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }

  private static let endBytes = Array("<>\"`".utf8)
  private static let trailingMarks = Array(".,;:!?'*_~|}\\".utf8)
}
