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

/// Finds the language of code that a page names in a class, such as `language-swift`.
enum CodeLanguage {
  static func of(_ node: Int32, in tree: ElementTree) -> String? {
    // The class is on the block, the element in it, or one of those around it.
    var nodes = [Int(node)]
    let next = Int(node) + 1
    if next < tree.nodes[Int(node)].end, tree.nodes[next].element == .code { nodes.append(next) }
    var parent = tree.nodes[Int(node)].parent
    for _ in 0..<3 where parent >= 0 {
      nodes.append(Int(parent))
      parent = tree.nodes[Int(parent)].parent
    }
    for node in nodes {
      guard let classes = tree.attributes(of: node)?.classes else { continue }
      if let language = named(in: tree.string(classes)) { return language }
    }
    return nil
  }

  private static func named(in classes: String) -> String? {
    for word in classes.inLowerCase.words {
      for prefix in ["language-", "lang-", "highlight-source-", "brush:", "sourcecode-"]
      where word.hasPrefix(prefix) {
        let name = word.dropFirst(prefix.count).prefix { $0 != ";" }
        let isName = name.utf8.allSatisfy {
          $0 &- 0x61 < 26 || $0 &- 0x30 < 10 || "+#-_.".utf8.contains($0)
        }
        if isName, (1...20).contains(name.utf8.count) { return String(name) }
      }
    }
    return nil
  }
}
