/// A position in a line of Markdown, which may be inside a tab
/// (https://spec.commonmark.org/0.31.2/#tabs).
struct MarkdownCursor {
  let text: [UInt8]
  private(set) var position: Int
  let end: Int
  /// Whether the line has no bytes.
  let isEmptyLine: Bool
  /// The column of the position, from 0.
  private(set) var column = 0

  /// - Parameter range: the line without its line break.
  init(_ range: Range<Int>, of text: [UInt8]) {
    self.text = text
    position = range.lowerBound
    end = range.upperBound
    let rest = text[end...].prefix(2)
    isEmptyLine = range.isEmpty && (rest.first == 0x0A || rest.elementsEqual([0x0D, 0x0A]))
  }

  /// The white space at the position: its number of columns, and its end.
  var space: (columns: Int, end: Int) {
    var (index, column) = (position, column)
    while index < end, text[index] == 0x20 || text[index] == 0x09 {
      column = Self.column(after: text[index], at: column)
      index += 1
    }
    return (column - self.column, index)
  }

  var isBlank: Bool { space.end == end }

  func byte(at index: Int) -> UInt8? { index < end ? text[index] : nil }

  private static func column(after byte: UInt8, at column: Int) -> Int {
    byte == 0x09 ? column / 4 * 4 + 4 : column + 1
  }

  /// Skips columns of white space. There have to be enough.
  mutating func advance(columns: Int) {
    let target = column + columns
    while column < target, position < end {
      let next = Self.column(after: text[position], at: column)
      if next > target {
        column = target
        return
      }
      column = next
      position += 1
    }
  }

  mutating func skip(to index: Int) {
    while position < index {
      column = Self.column(after: text[position], at: column)
      position += 1
    }
  }

  /// Skips a mark and a column of white space after it.
  mutating func skipMark(at index: Int, length: Int) {
    skip(to: index + length)
    if let byte = byte(at: position), byte == 0x20 || byte == 0x09 { advance(columns: 1) }
  }

  /// Skips the mark of an item and the space after it.
  /// - Returns: the number of columns of the mark and the space.
  mutating func skipListMark(at index: Int, length: Int) -> Int {
    skip(to: index + length)
    let space = space.columns
    guard !isBlank, (1...4).contains(space) else {
      if space > 0 { advance(columns: 1) }
      return length + 1
    }
    advance(columns: space)
    return length + space
  }

  // MARK: - Marks

  /// The length of the mark of an item, such as `-` or `1.`.
  func listMark(at index: Int, interruptsParagraph: Bool) -> Int? {
    guard let first = byte(at: index) else { return nil }
    var length = 1
    switch first {
    case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "*"): break
    case 0x30...0x39:
      let digits = text[index..<end].prefix { $0 &- 0x30 < 10 }.count
      guard digits <= 9, let mark = byte(at: index + digits),
        mark == UInt8(ascii: ".") || mark == UInt8(ascii: ")")
      else { return nil }
      let number = text[index..<index + digits].reduce(0) { 10 * $0 + Int($1 &- 0x30) }
      if interruptsParagraph, number != 1 { return nil }
      length = digits + 1
    default: return nil
    }
    let rest = text[index + length..<end]
    guard rest.isEmpty || rest.first == 0x20 || rest.first == 0x09 else { return nil }
    if interruptsParagraph, rest.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { return nil }
    return length
  }

  /// The length of a note's mark, such as `[^1]:`, including the space after it.
  func footnoteMark(at index: Int) -> Int? {
    let rest = text[index..<end]
    guard rest.starts(with: "[^".utf8) else { return nil }
    let label = rest.dropFirst(2).prefix { $0 != UInt8(ascii: "]") && $0 > 0x20 }
    guard !label.isEmpty, text[label.endIndex..<end].starts(with: "]:".utf8) else { return nil }
    let text = text[(label.endIndex + 2)..<end].drop { $0 == 0x20 || $0 == 0x09 }
    return text.startIndex - index
  }

  func isHeading(at index: Int) -> Bool {
    let signs = text[index..<end].prefix { $0 == UInt8(ascii: "#") }
    guard signs.count <= 6 else { return false }
    return byte(at: signs.endIndex).map { $0 == 0x20 || $0 == 0x09 } ?? true
  }

  /// The length of the fence of a code block.
  func fenceLength(at index: Int) -> Int? {
    let mark = text[index]
    let marks = text[index..<end].prefix { $0 == mark }
    guard marks.count >= 3 else { return nil }
    return mark == UInt8(ascii: "`") && text[marks.endIndex..<end].contains(mark)
      ? nil : marks.count
  }

  func isFenceEnd(_ mark: UInt8, length: Int) -> Bool {
    let start = space.end
    let marks = text[start..<end].prefix { $0 == mark }
    return marks.count >= length
      && text[marks.endIndex..<end].allSatisfy { $0 == 0x20 || $0 == 0x09 }
  }

  func isUnderline(at index: Int) -> Bool {
    let mark = text[index]
    guard mark == UInt8(ascii: "=") || mark == UInt8(ascii: "-") else { return false }
    return text[index..<end].drop { $0 == mark }.allSatisfy { $0 == 0x20 || $0 == 0x09 }
  }

  func isRule(at index: Int) -> Bool {
    let mark = text[index]
    guard mark != UInt8(ascii: "=") else { return false }
    var count = 0
    for byte in text[index..<end] {
      if byte == mark { count += 1 } else if byte != 0x20, byte != 0x09 { return false }
    }
    return count >= 3
  }
}
