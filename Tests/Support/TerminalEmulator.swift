/// A small terminal of the xterm family: text, styles, hyperlinks, and pictures in pixels. It
/// answers queries. It has what ncurses sends to `xterm-256color` and what the program adds.
public struct TerminalEmulator: Sendable {
  /// A size in pixels.
  public struct PixelSize: Hashable, Sendable {
    public var width: Int
    public var height: Int

    public init(width: Int, height: Int) {
      self.width = width
      self.height = height
    }
  }

  /// What the terminal can do, and how it answers.
  public struct Traits: Hashable, Sendable {
    /// The answer to the query for the background: `rgb:0000/0000/0000`.
    public var background: String?
    public var hasKitty = false
    public var hasSixel = false
    /// The size of a cell in pixels.
    public var cell: PixelSize?
    /// Whether it answers at all.
    public var answers = true

    public init(
      background: String? = nil, hasKitty: Bool = false, hasSixel: Bool = false,
      cell: PixelSize? = nil, answers: Bool = true
    ) {
      self.background = background
      self.hasKitty = hasKitty
      self.hasSixel = hasSixel
      self.cell = cell
      self.answers = answers
    }
  }

  public struct Cell: Hashable, Sendable {
    public var text = " "
    public var style = Style()
    /// The address that the cell links to.
    public var link: String?
    /// Whether a sixel picture covers the cell.
    public var hasSixel = false
  }

  /// The parameters of SGR sequences that are in effect.
  public struct Style: Hashable, Sendable {
    public var foreground = ""
    public var background = ""
    public var attributes: Set<Int> = []
  }

  /// A picture of the kitty protocol, in cells.
  public struct Placement: Hashable, Sendable {
    public var id: Int
    public var x: Int
    public var y: Int
    public var columns: Int
    public var rows: Int
  }

  public internal(set) var traits: Traits
  public private(set) var columns: Int
  public private(set) var rows: Int
  public private(set) var cells: [[Cell]]
  public private(set) var cursor = (x: 0, y: 0)
  public private(set) var isAlternate = false
  public private(set) var isSynchronized = false
  public private(set) var title = ""
  /// The shown pictures of the kitty protocol.
  public internal(set) var placements: [Placement] = []
  /// The sizes in pixels of the pictures that were sent, by their id.
  public internal(set) var images: [Int: PixelSize] = [:]
  /// The number of sixel pictures that were sent.
  public internal(set) var sixelCount = 0
  /// What the terminal doesn't know, or what breaks the rules of a protocol.
  public internal(set) var complaints: [String] = []
  /// All bytes so far.
  public private(set) var bytes: [UInt8] = []

  var transfer: (control: [String: String], data: String)?
  private var replies: [[UInt8]] = []
  private var style = Style()
  private var link: String?
  private var wraps = false
  /// The first row of the scrolling region, and the row after it.
  private var region = (0, 0)
  private var state = State.text
  private var pending: [UInt8] = []

  private enum State {
    case text
    case escape
    case charset
    case control([UInt8])
    case string(opener: UInt8, content: [UInt8], sawEscape: Bool)
  }

  public init(columns: Int, rows: Int, traits: Traits) {
    self.columns = columns
    self.rows = rows
    self.traits = traits
    region = (0, rows)
    cells = Array(repeating: Array(repeating: Cell(), count: columns), count: rows)
  }

  /// The text on screen.
  public var text: String {
    cells.map { row in
      var line = row.map(\.text).joined()
      while line.last == " " { line.removeLast() }
      return line
    }.joined(separator: "\n")
  }

  /// The cells that sixel pictures cover, as `(x, y)`.
  public var sixelCells: [(x: Int, y: Int)] {
    cells.indices.flatMap { y in
      cells[y].indices.filter { cells[y][$0].hasSixel }.map { (x: $0, y: y) }
    }
  }

  mutating func takeReplies() -> [[UInt8]] {
    defer { replies = [] }
    return replies
  }

  mutating func reply(_ text: String) {
    if traits.answers { replies.append(Array(text.utf8)) }
  }

  mutating func resize(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    region = (0, rows)
    cells = (0..<rows).map { y in
      (0..<columns).map { x in y < cells.count && x < cells[y].count ? cells[y][x] : Cell() }
    }
    cursor = (min(cursor.x, columns - 1), min(cursor.y, rows - 1))
  }

  public mutating func feed(_ more: some Sequence<UInt8>) {
    for byte in more {
      bytes.append(byte)
      feed(byte)
    }
  }

  private mutating func feed(_ byte: UInt8) {
    switch state {
    case .text: feedText(byte)
    case .escape:
      state = .text
      switch byte {
      case UInt8(ascii: "["): state = .control([])
      case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "^"):
        state = .string(opener: byte, content: [], sawEscape: false)
      case UInt8(ascii: "("), UInt8(ascii: ")"): state = .charset
      case UInt8(ascii: "M"): cursor.y = max(0, cursor.y - 1)
      case UInt8(ascii: "="), UInt8(ascii: ">"), UInt8(ascii: "\\"): break
      default: complaints.append("ESC \(Character(Unicode.Scalar(byte)))")
      }
    case .charset: state = .text
    case .control(let parameters):
      if (0x20...0x3F).contains(byte) {
        state = .control(parameters + [byte])
      } else {
        state = .text
        control(String(decoding: parameters, as: UTF8.self), final: byte)
      }
    case .string(let opener, var content, let sawEscape):
      if byte == 0x07 || (sawEscape && byte == 0x5C) {
        state = .text
        endString(opener, String(decoding: content, as: UTF8.self))
      } else {
        if sawEscape { complaints.append("an escape in a string") }
        if byte != 0x1B {
          // Long strings are pictures.
          state = .text
          content.append(byte)
        }
        state = .string(opener: opener, content: content, sawEscape: byte == 0x1B)
      }
    }
  }

  private mutating func feedText(_ byte: UInt8) {
    switch byte {
    case 0x1B: state = .escape
    case 0x0D: (cursor.x, wraps) = (0, false)
    case 0x0A:
      wraps = false
      if cursor.y + 1 < rows { cursor.y += 1 } else { scroll() }
    case 0x08: (cursor.x, wraps) = (max(0, cursor.x - 1), false)
    case ..<0x20: break
    default:
      pending.append(byte)
      guard let text = String(validating: pending, as: UTF8.self) else {
        if pending.count > 3 { pending = [] }
        return
      }
      pending = []
      put(text)
    }
  }

  private mutating func put(_ text: String) {
    if wraps {
      (cursor.x, wraps) = (0, false)
      if cursor.y + 1 < rows { cursor.y += 1 } else { scroll() }
    }
    cells[cursor.y][cursor.x] = Cell(text: text, style: style, link: link)
    if cursor.x + 1 < columns { cursor.x += 1 } else { wraps = true }
  }

  /// Moves the rows of the scrolling region up, or down if `count` is negative, with their pictures.
  private mutating func scroll(by count: Int) {
    let (top, bottom) = region
    var moved = cells
    for y in top..<bottom {
      let source = y + count
      let isInside = (top..<bottom).contains(source)
      moved[y] = isInside ? cells[source] : Array(repeating: Cell(), count: columns)
    }
    cells = moved
    for index in placements.indices
    where placements[index].y >= top && placements[index].y + placements[index].rows <= bottom {
      placements[index].y -= count
    }
  }

  private mutating func scroll() {
    complaints.append("the screen scrolled")
    cells.removeFirst()
    cells.append(Array(repeating: Cell(), count: columns))
  }

  private mutating func erase(_ y: Int, _ range: Range<Int>) {
    for x in range.clamped(to: 0..<columns) {
      cells[y][x] = Cell(style: Style(background: style.background))
    }
  }

  private mutating func control(_ text: String, final: UInt8) {
    let isPrivate = text.hasPrefix("?")
    let numbers = text.drop { "?>".contains($0) }.split(
      separator: ";", omittingEmptySubsequences: false
    ).map { Int($0) ?? 0 }
    let first = numbers.first ?? 0
    let count = max(1, first)
    if !isPrivate, final != UInt8(ascii: "m") { wraps = false }
    switch Character(Unicode.Scalar(final)) {
    case "H", "f":
      let column = numbers.count > 1 ? numbers[1] : 1
      cursor = (min(max(column, 1), columns) - 1, min(max(first, 1), rows) - 1)
    case "A": cursor.y = max(0, cursor.y - count)
    case "B": cursor.y = min(rows - 1, cursor.y + count)
    case "C": cursor.x = min(columns - 1, cursor.x + count)
    case "D": cursor.x = max(0, cursor.x - count)
    case "G": cursor.x = min(columns, count) - 1
    case "d": cursor.y = min(rows, count) - 1
    case "J":
      if first == 0 { erase(cursor.y, cursor.x..<columns) }
      for y in first == 2 ? 0..<rows : cursor.y + 1..<rows { erase(y, 0..<columns) }
      // kitty removes pictures with the screen.
      if first == 2 { placements = [] }
    case "K":
      erase(
        cursor.y,
        first == 0 ? cursor.x..<columns : first == 1 ? 0..<cursor.x + 1 : 0..<columns)
    case "X": erase(cursor.y, cursor.x..<cursor.x + count)
    case "P":
      cells[cursor.y].removeSubrange(cursor.x..<min(columns, cursor.x + count))
      while cells[cursor.y].count < columns { cells[cursor.y].append(Cell()) }
    case "@":
      cells[cursor.y].insert(contentsOf: Array(repeating: Cell(), count: count), at: cursor.x)
      cells[cursor.y].removeLast(cells[cursor.y].count - columns)
    case "b":
      let last = cursor.x > 0 ? cells[cursor.y][cursor.x - 1].text : " "
      for _ in 0..<count { put(last) }
    case "m": if !text.hasPrefix(">") { style.apply(numbers) }
    case "h" where isPrivate: setMode(numbers, true)
    case "l" where isPrivate: setMode(numbers, false)
    case "h", "l": break
    case "r" where isPrivate: break
    case "r":
      region = (first > 1 ? first - 1 : 0, min(numbers.count > 1 ? numbers[1] : rows, rows))
      cursor = (0, 0)
    case "S": scroll(by: count)
    case "T": scroll(by: -count)
    case "c": reply("\u{1B}[?62;\(traits.hasSixel ? "4;" : "")22c")
    case "t" where first == 16:
      if let cell = traits.cell { reply("\u{1B}[6;\(cell.height);\(cell.width)t") }
    case "t": break
    default: complaints.append("CSI \(text) \(Character(Unicode.Scalar(final)))")
    }
  }

  private mutating func setMode(_ numbers: [Int], _ isOn: Bool) {
    for number in numbers {
      switch number {
      case 1049:
        isAlternate = isOn
        // The pictures of the alternate screen are shown again with it, so they must be gone.
        if !isOn, !placements.isEmpty { complaints.append("pictures left on another screen") }
        for y in 0..<rows { erase(y, 0..<columns) }
      case 2026: isSynchronized = isOn
      default: break
      }
    }
  }

  private mutating func endString(_ opener: UInt8, _ content: String) {
    switch Character(Unicode.Scalar(opener)) {
    case "]" where content == "11;?":
      if let background = traits.background { reply("\u{1B}]11;\(background)\u{1B}\\") }
    case "]" where content.hasPrefix("8;"):
      let address = content.dropFirst(2).drop { $0 != ";" }.dropFirst()
      link = address.isEmpty ? nil : String(address)
    case "]": break
    case "_" where content.hasPrefix("G") && traits.hasKitty: graphics(String(content.dropFirst()))
    case "_": title = content
    case "P" where traits.hasSixel: sixel(content)
    default: complaints.append("a string: \(content.prefix(40))")
    }
  }

  /// Marks the cells of a sixel picture.
  mutating func coverWithSixel(columns: Int, rows: Int) {
    if cursor.x + columns > self.columns || cursor.y + rows >= self.rows {
      complaints.append("a sixel picture beyond the screen")
    }
    for y in cursor.y..<min(self.rows, cursor.y + rows) {
      for x in cursor.x..<min(self.columns, cursor.x + columns) { cells[y][x].hasSixel = true }
    }
    cursor.y = min(self.rows - 1, cursor.y + rows)
  }
}

extension TerminalEmulator.Style {
  mutating func apply(_ numbers: [Int]) {
    var rest = (numbers.isEmpty ? [0] : numbers)[...]
    while let number = rest.popFirst() {
      switch number {
      case 0: self = Self()
      case 38, 48:
        let count = rest.first == 5 ? 2 : 4
        let color = ([number] + rest.prefix(count)).map(String.init).joined(separator: ";")
        rest = rest.dropFirst(count)
        if number == 38 { foreground = color } else { background = color }
      case 30...37, 90...97: foreground = "\(number)"
      case 40...47, 100...107: background = "\(number)"
      case 39: foreground = ""
      case 49: background = ""
      case 22: attributes.subtract([1, 2])
      case 23...29: attributes.remove(number - 20)
      default: attributes.insert(number)
      }
    }
  }
}
