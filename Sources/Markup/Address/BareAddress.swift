/// A bare address in a text without markup, recognised like GitHub's extended autolinks
/// (https://github.github.com/gfm/#autolinks-extension-). It extends to white space or `<`, without
/// the punctuation of a sentence that it ends.
package struct BareAddress {
  package let text: String
  package let start: Int
  /// The position after the address.
  package let end: Int

  /// Whether a text contains an address.
  package static func occurs(in text: String) -> Bool {
    text.containsBytes("://") && !all(in: Array(text.utf8)[...]).isEmpty
  }

  /// - Parameter withoutScheme: whether an address may also begin with `www.`.
  package static func all(
    in line: ArraySlice<UInt8>, withoutScheme: Bool = false
  ) -> [BareAddress] {
    var found: [BareAddress] = []
    var position = line.startIndex
    while let mark = line[position...].firstIndex(where: {
      $0 == UInt8(ascii: ":") || withoutScheme && $0 == UInt8(ascii: ".")
    }) {
      position = mark + 1
      let isColon = line[mark] == UInt8(ascii: ":")
      let start =
        isColon ? schemeStart(before: mark, in: line) : hostStart(before: mark, in: line)
      guard let start, start >= (found.last?.end ?? 0),
        let address = isColon
          ? BareAddress(at: start, in: line) : BareAddress(withoutScheme: start, in: line)
      else { continue }
      found.append(address)
      position = max(position, address.end)
    }
    return found
  }

  /// Reads the address that begins at `start`. Returns nil if none does.
  package init?(at start: Int, in line: ArraySlice<UInt8>) {
    let scheme = line[start...].prefix(8).map(\.asciiLowercased)
    guard scheme.starts(with: "http://".utf8) || scheme.starts(with: "https://".utf8) else {
      return nil
    }
    text = Self.text(at: start, in: line)
    self.start = start
    end = start + text.utf8.count
  }

  /// Reads an address that begins with `www.`.
  private init?(withoutScheme start: Int, in line: ArraySlice<UInt8>) {
    let address = Self.text(at: start, in: line)
    guard address.utf8.dropFirst(4).contains(UInt8(ascii: ".")) else { return nil }
    text = "http://" + address
    self.start = start
    end = start + address.utf8.count
  }

  private static func text(at start: Int, in line: ArraySlice<UInt8>) -> String {
    var end = start
    // In Slack's `<address|label>`, the address ends before the label.
    let hasLabel = start > line.startIndex && line[start - 1] == UInt8(ascii: "<")
    while end < line.endIndex, line[end] > 0x20, !endBytes.contains(line[end]),
      !(hasLabel && line[end] == UInt8(ascii: "|"))
    {
      guard line[end] >= 0x80 else {
        end += 1
        continue
      }
      // Checks only the next character, because the rest of the text may have many addresses
      // without spaces.
      let next = line[(end + 1)...].firstIndex { $0 & 0xC0 != 0x80 } ?? line.endIndex
      if String(decoding: line[end..<next], as: UTF8.self).unicodeScalars.contains(where: isEnd) {
        break
      }
      end = next
    }
    return String(decoding: withoutTrailingMarks(Array(line[start..<end])), as: UTF8.self)
  }

  /// Returns the position of `http` or `https` before a colon, if it's at the start of a word.
  private static func schemeStart(before colon: Int, in line: ArraySlice<UInt8>) -> Int? {
    let word = line[..<colon].suffix(5).map(\.asciiLowercased)
    let length =
      word.elementsEqual("https".utf8) ? 5 : word.suffix(4).elementsEqual("http".utf8) ? 4 : 0
    let start = colon - length
    guard length > 0 else { return nil }
    if start > line.startIndex, line[start - 1].isASCIIAlphanumeric { return nil }
    return start
  }

  /// Returns the position of `www` before a dot, if it's at the start of a word.
  private static func hostStart(before dot: Int, in line: ArraySlice<UInt8>) -> Int? {
    guard line[..<dot].suffix(3).map(\.asciiLowercased).elementsEqual("www".utf8) else {
      return nil
    }
    let start = dot - 3
    guard start > line.startIndex else { return start }
    return line[start - 1].isASCIIAlphanumeric || line[start - 1] >= 0x80
      || "/.@-".utf8.contains(line[start - 1]) ? nil : start
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
      case ellipsis.last where rest.suffix(3).elementsEqual(ellipsis): rest.removeLast(2)
      default: return rest
      }
      rest.removeLast()
    }
    return rest
  }

  /// Whether a scalar ends an address in text of any script. RFC 3986 requires escapes for
  /// everything outside ASCII, but browsers show letters of every script, so letters don't end an
  /// address.
  private static func isEnd(_ scalar: Unicode.Scalar) -> Bool {
    guard !scalar.isASCII else { return false }
    switch scalar.properties.generalCategory {
    case .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation, .control,
      .format:
      return true
    default: return scalar.properties.isWhitespace || "、。，；：！？".unicodeScalars.contains(scalar)
    }
  }

  private static let endBytes = Array("<>\"`".utf8)
  private static let ellipsis = Array("…".utf8)
  private static let trailingMarks = Array(".,;:!?'*_~|}\\".utf8)
}
