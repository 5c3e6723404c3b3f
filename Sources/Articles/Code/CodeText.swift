import Markup

/// The text of a block of code: its lines as a browser shows them, without line numbers.
///
/// Lines end at line breaks in the text, at `br`, and with each block inside. On a page without
/// line breaks and `br`, elements whose class says "line" are lines.
struct CodeText {
  private let tree: ElementTree
  private let root: Int
  private(set) var output: [UInt8] = []
  /// The language that a line above the code names.
  private(set) var language: String?
  /// The first text of each line, if it's a number in an element of its own.
  private var firsts: [First?] = []
  private var hasText = false
  /// Whether elements count as lines because of their class.
  private var hasLineElements = false

  private struct First {
    let number: Int
    /// The number's position in the output.
    let range: Range<Int>
  }

  init(of root: Int, in tree: ElementTree) {
    self.tree = tree
    self.root = root
    hasLineElements = !tree.nodes[root..<Int(tree.nodes[root].end)].contains { node in
      node.element == .br
        || node.isText && tree.text[Int(node.textStart)..<Int(node.textEnd)].contains(.newline)
    }
    read()
    removeNumbers()
  }

  private mutating func read() {
    // The open lines: where each ends, and the length of the output before it.
    var open: [(end: Int, start: Int)] = []
    var index = root + 1
    let end = Int(tree.nodes[root].end)
    while index < end {
      close(&open, at: index)
      let node = tree.nodes[index]
      if node.isText {
        if !isIndentation(index) { add(index) }
      } else if node.element == .br {
        output.append(.newline)
        endLine()
      } else if isNumbering(index) || isButton(index) {
        index = Int(node.end)
        continue
      } else if let label = label(at: index) {
        language = language ?? label
        index = Int(node.end)
        continue
      } else if isLine(index) {
        if let last = output.last, last != .newline {
          output.append(.newline)
          endLine()
        }
        open.append((Int(node.end), output.count))
      }
      index += 1
    }
    close(&open, at: end)
  }

  private mutating func close(_ open: inout [(end: Int, start: Int)], at index: Int) {
    while let last = open.last, last.end <= index {
      open.removeLast()
      if output.count == last.start || output.last != .newline {
        output.append(.newline)
        endLine()
      }
    }
  }

  // MARK: - Elements

  /// Whether an element is a line of code.
  private func isLine(_ index: Int) -> Bool {
    let node = tree.nodes[index]
    switch node.element {
    case .div, .p, .li, .tr: break
    default: return hasLineElements && node.hints.contains(.line) && !node.hints.contains(.number)
    }
    // An empty element is an empty line if its class says so. Otherwise it's probably a button.
    return node.end > index + 1 || node.hints.contains(.line) || node.hints.contains(.code)
  }

  /// Whether a text is white space between elements that are lines.
  private func isIndentation(_ index: Int) -> Bool {
    let node = tree.nodes[index]
    guard tree.isBlank(node) else { return false }
    let next = index + 1
    let isBeforeLine =
      next < tree.nodes[root].end && !tree.nodes[next].isText
      && tree.nodes[next].element.isBlock && tree.nodes[next].parent == node.parent
    return isBeforeLine || tree.nodes[Int(node.parent)].element == .tr
  }

  private func isNumbering(_ index: Int) -> Bool {
    let node = tree.nodes[index]
    let isCalled =
      node.hints.contains(.lineNumber) || node.hints.isSuperset(of: [.line, .number])
    let isColumn = node.element == .td || node.element == .div || node.element == .ol
    guard isCalled || isColumn, let numbers = LineNumbers(in: index, of: tree) else {
      return isCalled && isUnordered(index)
    }
    // Code may print numbers too, but then nothing is beside them.
    let isBeside = index > root + 1 || Int(node.end) < Int(tree.nodes[root].end)
    return isCalled || numbers.count > 1 && isBeside
      || node.element == .td && Int(node.end) < Int(tree.nodes[Int(node.parent)].end)
  }

  /// Whether all texts in an element are numbers, in any order.
  private func isUnordered(_ index: Int) -> Bool {
    var hasNumber = false
    for inner in index..<Int(tree.nodes[index].end) where tree.nodes[inner].isText {
      let text = bytes(of: inner)
      guard LineNumbers.number(in: text) != nil || tree.isBlank(tree.nodes[inner]) else {
        return false
      }
      hasNumber = true
    }
    return hasNumber
  }

  /// Whether an element is a button that copies the code, or a similar element with few words.
  private func isButton(_ index: Int) -> Bool {
    let node = tree.nodes[index]
    guard node.hints.contains(.copyButton), node.end < index + 10 else { return false }
    let length = (index..<Int(node.end)).reduce(0) { sum, inner in
      sum + (tree.nodes[inner].isText ? bytes(of: inner).count : 0)
    }
    return length <= 24
  }

  /// The language that an element names, if the element is the line above the code.
  private func label(at index: Int) -> String? {
    let node = tree.nodes[index]
    guard node.element.isBlock, !node.hints.isDisjoint(with: [.header, .title]),
      Int(node.end) < index + 12, output.count < 100, output.allSatisfy({ $0 <= 0x20 })
    else { return nil }
    var words: [String] = []
    for inner in index..<Int(node.end) where tree.nodes[inner].isText {
      let text = bytes(of: inner)
      guard text.count <= 100 else { return nil }
      words += String(decoding: text, as: UTF8.self).inLowerCase.words
    }
    return CodeLanguageName.known(words.joined(separator: " "))
  }

  // MARK: - Text

  private func bytes(of node: Int) -> ArraySlice<UInt8> {
    tree.text[Int(tree.nodes[node].textStart)..<Int(tree.nodes[node].textEnd)]
  }

  private mutating func add(_ index: Int) {
    let text = script(at: index) ?? bytes(of: index)
    let start = output.count
    for byte in text {
      if byte == .return { continue }
      output.append(byte)
      if byte == .newline {
        endLine()
      } else if byte > 0x20, !hasText {
        hasText = true
        let number = isOwnElement(index) ? LineNumbers.number(in: text) : nil
        firsts.append(number.map { First(number: $0, range: start..<start + text.count) })
      }
    }
  }

  /// Returns a power or an index as in other text, or nil if a text isn't one. The first text of a
  /// line may be its number.
  private func script(at index: Int) -> ArraySlice<UInt8>? {
    let parent = tree.nodes[Int(tree.nodes[index].parent)].element
    guard hasText, parent == .sup || parent == .sub else { return nil }
    return ScriptText.text(
      String(decoding: bytes(of: index), as: UTF8.self), isAbove: parent == .sup,
      after: String(decoding: output.suffix(Self.bytesBefore), as: UTF8.self), isNested: false
    ).map { Array($0.utf8)[...] }
  }

  private static let bytesBefore = 48

  private mutating func endLine() {
    if !hasText { firsts.append(nil) }
    hasText = false
  }

  /// Whether a text is the only content of an element of its own.
  private func isOwnElement(_ index: Int) -> Bool {
    let parent = Int(tree.nodes[index].parent)
    return parent > root && tree.nodes[parent].element != .code
      && Int(tree.nodes[parent].end) == index + 1 && parent == index - 1
  }

  /// Removes line numbers: numbers at the start of every line that count up by one.
  private mutating func removeNumbers() {
    var numbers = firsts
    while let last = numbers.last, last == nil { numbers.removeLast() }
    let lines = numbers.compactMap(\.self)
    guard lines.count > 1, lines.count == numbers.count,
      zip(lines, lines.dropFirst()).allSatisfy({ $1.number == $0.number + 1 })
    else { return }
    let digits = lines.reduce(0) { $0 + output[$1.range].count { $0 > 0x20 } }
    // Code may print numbers too.
    guard 2 * output.count(where: { $0 > 0x20 }) > 3 * digits else { return }
    var rest: [UInt8] = []
    rest.reserveCapacity(output.count)
    var end = 0
    for line in lines {
      rest += output[end..<line.range.lowerBound]
      end = line.range.upperBound
    }
    output = rest + output[end...]
  }
}

extension UInt8 {
  fileprivate static let newline = UInt8(ascii: "\n")
  fileprivate static let `return` = UInt8(ascii: "\r")
}
