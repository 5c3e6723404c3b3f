import Markup

/// Makes the text of a page safe to show, and folds its white space.
enum BlockText {
  /// - Parameter lastIsSpace: whether the text so far ends in a space, so that no other space is
  ///   added.
  static func folded(_ bytes: ArraySlice<UInt8>, lastIsSpace: inout Bool) -> String {
    var mayHide = false
    var isAfterSpace = lastIsSpace
    let text = bytes.withUnsafeBufferPointer { bytes in
      String(unsafeUninitializedCapacity: bytes.count) { output in
        var length = 0
        var position = 0
        while position < bytes.count {
          let byte = bytes[position]
          position &+= 1
          let isNoBreakSpace = byte == 0xC2 && position < bytes.count && bytes[position] == 0xA0
          if byte <= 0x20 || isNoBreakSpace {
            if isNoBreakSpace { position &+= 1 }
            if !isAfterSpace {
              output[length] = 0x20
              length &+= 1
            }
            isAfterSpace = true
          } else if byte != 0x7F {
            if byte >= 0xC2, !mayHide { mayHide = Self.mayHide(bytes[(position &- 1)...]) }
            output[length] = byte
            length &+= 1
            isAfterSpace = false
          }
        }
        return length
      }
    }
    lastIsSpace = isAfterSpace
    return mayHide ? visible(text) : text
  }

  /// Whether a byte sequence may be a character that ``visible(_:)`` removes. The common quotation
  /// marks and dashes are ruled out, so that most texts needn't be searched.
  @inline(__always)
  private static func mayHide(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    let start = bytes.startIndex
    let second = bytes.count > 1 ? bytes[start &+ 1] : 0
    switch bytes[start] {
    // C1 controls and the soft hyphen.
    case 0xC2: return second < 0xA0 || second == 0xAD
    // General punctuation: all but U+2010 to U+2027 and U+2030 to U+205F.
    case 0xE2:
      guard second == 0x80 || second == 0x81, bytes.count > 2 else { return second < 0x82 }
      let third = bytes[start &+ 2]
      return second == 0x80
        ? !(0x90...0xA7).contains(third) && third < 0xB0 : !(0x80...0x9F).contains(third)
    default: return bytes[start] >= 0xD8 && !(0xE3...0xE9).contains(bytes[start])
    }
  }

  /// The text without control characters and without characters that reorder or hide text.
  private static func visible(_ text: String) -> String {
    var output = String.UnicodeScalarView()
    for scalar in text.unicodeScalars where scalar.isASCII || !PlainText.isHidden(scalar) {
      output.append(scalar)
    }
    return String(output)
  }

  /// Returns code with the page's line breaks, without empty lines at its ends.
  static func code(_ bytes: [UInt8]) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    var output = String.UnicodeScalarView()
    for scalar in text.unicodeScalars
    where scalar == "\n" || scalar == "\t" || !PlainText.isHidden(scalar) {
      output.append(scalar)
    }
    let lines = String(output).split(separator: "\n", omittingEmptySubsequences: false)
    let isEmpty = { (line: Substring) in line.utf8.allSatisfy { $0 == 0x20 || $0 == 0x09 } }
    guard let first = lines.firstIndex(where: { !isEmpty($0) }),
      let last = lines.lastIndex(where: { !isEmpty($0) })
    else { return "" }
    return lines[first...last].joined(separator: "\n")
  }
}
