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
    /// Tells several placements of an image apart.
    public var number: Int
    public var x: Int
    public var y: Int
    public var columns: Int
    public var rows: Int
  }

  public internal(set) var traits: Traits
  public internal(set) var columns: Int
  public internal(set) var rows: Int
  public internal(set) var cells: [[Cell]]
  public internal(set) var cursor = (x: 0, y: 0)
  var savedCursor = (x: 0, y: 0)
  public internal(set) var isAlternate = false
  public internal(set) var isSynchronized = false
  public internal(set) var title = ""
  /// The shown pictures of the kitty protocol.
  public internal(set) var placements: [Placement] = []
  /// The sizes in pixels of the pictures that were sent, by their id.
  public internal(set) var images: [Int: PixelSize] = [:]
  /// The number of pictures of the kitty protocol that have no id. They get negative ones.
  public internal(set) var anonymousCount = 0
  /// The number of sixel pictures that were sent.
  public internal(set) var sixelCount = 0
  /// What the terminal doesn't know, or what breaks the rules of a protocol.
  public internal(set) var complaints: [String] = []
  /// All bytes so far.
  public internal(set) var bytes: [UInt8] = []

  var transfer: (control: [String: String], data: String)?
  var replies: [[UInt8]] = []
  var style = Style()
  var link: String?
  var wraps = false
  /// The first row of the scrolling region, and the row after it.
  var region = (0, 0)
  var state = State.text
  var pending: [UInt8] = []

  enum State {
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
}
