import Markup

/// Line numbers beside code: a column of numbers that count up by one.
struct LineNumbers {
  private(set) var first = -1
  private(set) var last = -1

  var count: Int { last < 0 ? 0 : last - first + 1 }

  /// Whether the numbers match a number of lines. One more is allowed for an empty line at the end.
  func fits(_ lines: Int) -> Bool { (lines...lines + 1).contains(count) }

  /// Parses a text with one number in each line. Nil for any other text.
  init?(block text: [UInt8]) {
    guard add(text[...]), count > 0 else { return nil }
  }

  /// Parses an element with one number in each line or inner element. Nil for other content.
  init?(in node: Int, of tree: ElementTree) {
    for index in node..<Int(tree.nodes[node].end) where tree.nodes[index].isText {
      let node = tree.nodes[index]
      guard node.element == .other, add(tree.text[Int(node.textStart)..<Int(node.textEnd)]) else {
        return nil
      }
    }
    guard count > 0 else { return nil }
  }

  private init() {}

  /// - Returns: whether the text has only numbers, in order.
  private mutating func add(_ text: ArraySlice<UInt8>) -> Bool {
    for line in text.split(separator: UInt8(ascii: "\n")) {
      guard let number = Self.number(in: line) else {
        guard line.allSatisfy({ $0 <= 0x20 }) else { return false }
        continue
      }
      guard last < 0 || number == last + 1 else { return false }
      if last < 0 { first = number }
      last = number
    }
    return true
  }

  /// Parses a text that's a number between white space.
  static func number(in text: ArraySlice<UInt8>) -> Int? {
    var number: Int?
    var isEnded = false
    for byte in text {
      if byte <= 0x20 || byte == 0xC2 || byte == 0xA0 {
        isEnded = number != nil
        continue
      }
      guard byte &- 0x30 < 10, !isEnded, number ?? 0 < 1_000_000 else { return nil }
      number = (number ?? 0) * 10 + Int(byte &- 0x30)
    }
    return number
  }
}

/// Tables with a line of code in each row, as GitHub and hljs-ln write them. Line numbers are in a
/// column or in attributes.
enum LineTable {
  static func isCode(_ table: Int, in tree: ElementTree) -> Bool {
    var rows = 0
    var index = table + 1
    var codeCells = 0
    while index < tree.nodes[table].end {
      let node = tree.nodes[index]
      switch node.element {
      case .pre, .table, .th: return false
      case .tr:
        if codeCells > 1 { return false }
        codeCells = 0
        rows += 1
      case .td where rows > 0:
        if !isNumber(index, in: tree) { codeCells += 1 }
        index = Int(node.end)
        continue
      default: break
      }
      index += 1
    }
    return rows > 0 && codeCells <= 1
  }

  /// Whether a cell contains a number or nothing.
  private static func isNumber(_ cell: Int, in tree: ElementTree) -> Bool {
    for index in cell..<Int(tree.nodes[cell].end) where tree.nodes[index].isText {
      let node = tree.nodes[index]
      let text = tree.text[Int(node.textStart)..<Int(node.textEnd)]
      if LineNumbers.number(in: text) == nil, !tree.isBlank(node) { return false }
    }
    return tree.nodes[cell].hints.contains(.number) || tree.nodes[cell].hints.contains(.lineNumber)
      || cell + 1 < tree.nodes[cell].end
  }
}
