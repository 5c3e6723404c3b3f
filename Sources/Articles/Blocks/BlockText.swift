import Markup

/// Makes the text of a page safe to show, and folds its white space.
enum BlockText {
  /// - Parameter lastIsSpace: whether the text before ends in a space, so that none is due.
  static func folded(_ bytes: ArraySlice<UInt8>, lastIsSpace: inout Bool) -> String {
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count)
    var mayHide = false
    var position = bytes.startIndex
    while position < bytes.endIndex {
      let byte = bytes[position]
      position += 1
      let isNoBreakSpace = byte == 0xC2 && position < bytes.endIndex && bytes[position] == 0xA0
      if byte <= 0x20 || isNoBreakSpace {
        if isNoBreakSpace { position += 1 }
        if !lastIsSpace { output.append(0x20) }
        lastIsSpace = true
      } else if byte != 0x7F {
        // Most text needs no look at its scalars.
        if byte == 0xC2 || byte >= 0xD8 && !(0xE3...0xE9).contains(byte) { mayHide = true }
        output.append(byte)
        lastIsSpace = false
      }
    }
    let text = String(decoding: output, as: UTF8.self)
    return mayHide ? visible(text) : text
  }

  /// The text without control characters and those that reorder or hide text.
  private static func visible(_ text: String) -> String {
    var output = String.UnicodeScalarView()
    for scalar in text.unicodeScalars where scalar.isASCII || !PlainText.isHidden(scalar) {
      output.append(scalar)
    }
    return String(output)
  }

  /// Code as the page has it, without the empty lines around it.
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
