extension Picture {
  /// Creates a picture from chafa's output for a terminal (`--format symbols`). Returns nil if the
  /// output has no picture.
  ///
  /// Accepts any bytes. Keeps only glyphs of one column and the colours and reversal of SGR
  /// sequences (ECMA-48, section 8.3.117). Drops everything else: cursor movements, titles, other
  /// controls, wide and combining characters, and cells beyond `limit`.
  package init?(symbolArt bytes: some Collection<UInt8>, limit: GridSize) {
    var reader = SymbolArtReader(limit: limit)
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars { reader.read(scalar) }
    let rows = reader.rows
    guard rows.contains(where: { $0.contains { $0 != .blank } }) else { return nil }
    self.init(rows: rows)
  }
}

/// Reads terminal output one scalar at a time, and keeps the cells of a picture from top to bottom.
private struct SymbolArtReader {
  let limit: GridSize
  private var finished: [[Cell]] = []
  private var row: [Cell] = []
  private var pen = Pen()
  private var state = State.text

  private enum State {
    case text
    case escape
    /// In a control sequence, with the parameters so far.
    case control(String)
    /// In a string for the terminal, such as a title. `endsSoon` is true after an escape, which may
    /// end the string.
    case string(endsSoon: Bool)
    /// In a sequence that selects a character set. One more byte follows.
    case charset
  }

  init(limit: GridSize) { self.limit = limit }

  /// The rows so far. Includes the unfinished last row only if it isn't empty.
  var rows: [[Cell]] { row.isEmpty || finished.count >= limit.rows ? finished : finished + [row] }

  /// The maximum length of the parameters; longer than any sequence that sets colours.
  private static let parametersLimit = 64

  mutating func read(_ scalar: Unicode.Scalar) {
    switch state {
    case .text: readText(scalar)
    case .escape:
      switch scalar {
      case "[": state = .control("")
      case "]", "P", "X", "^", "_": state = .string(endsSoon: false)
      case "(", ")", "*", "+", "#", "%", " ": state = .charset
      default: state = .text
      }
    case .control(let parameters):
      switch scalar.value {
      case 0x20...0x3F where parameters.utf8.count < Self.parametersLimit:
        state = .control(parameters + String(scalar))
      case 0x20...0x3F: break
      case 0x40...0x7E:
        if scalar == "m", parameters.utf8.count < Self.parametersLimit { pen.apply(parameters) }
        state = .text
      case 0x1B: state = .escape
      default: state = .text
      }
    case .string(let endsSoon):
      if scalar == "\u{7}" || scalar == "\u{9C}" || (endsSoon && scalar == "\\") {
        state = .text
      } else {
        state = .string(endsSoon: scalar == "\u{1B}")
      }
    case .charset: state = .text
    }
  }

  private mutating func readText(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "\u{1B}": state = .escape
    case "\u{9B}": state = .control("")
    case "\u{90}", "\u{98}", "\u{9D}", "\u{9E}", "\u{9F}": state = .string(endsSoon: false)
    case "\n":
      if finished.count < limit.rows { finished.append(row) }
      row = []
    default:
      guard row.count < limit.columns, finished.count < limit.rows else { return }
      let glyphs = DisplayWidth.glyphs(of: Character(scalar))
      // Skips tabs, because they move the cursor to an unknown column. In other text, tabs are
      // blanks.
      guard scalar.value >= 0x20, glyphs.count == 1, glyphs[0].width == 1 else { return }
      row.append(Cell(glyphs[0], style: pen.style))
    }
  }
}

/// The colours of the next glyph.
private struct Pen {
  private var foreground = Color.terminalDefault
  private var background = Color.terminalDefault
  private var isReversed = false

  var style: CellStyle {
    CellStyle(
      foreground: foreground, background: background, attributes: isReversed ? .reverse : [])
  }

  mutating func apply(_ parameters: String) {
    // An empty field means 0. A field that isn't a number belongs to another kind of sequence.
    let fields = parameters.split(separator: ";", omittingEmptySubsequences: false)
    let codes = fields.compactMap { $0.isEmpty ? 0 : UInt8($0) }
    guard codes.count == fields.count else { return }
    var remaining = codes[...]
    while let code = remaining.popFirst() {
      switch code {
      case 0: self = Pen()
      case 7: isReversed = true
      case 27: isReversed = false
      case 30...37: foreground = .palette(code - 30)
      case 38: foreground = Self.color(&remaining) ?? foreground
      case 39: foreground = .terminalDefault
      case 40...47: background = .palette(code - 40)
      case 48: background = Self.color(&remaining) ?? background
      case 49: background = .terminalDefault
      case 90...97: foreground = .palette(code - 90 + 8)
      case 100...107: background = .palette(code - 100 + 8)
      default: break
      }
    }
  }

  /// Parses `5;index` or `2;red;green;blue`.
  private static func color(_ codes: inout ArraySlice<UInt8>) -> Color? {
    switch codes.popFirst() {
    case 5: return codes.popFirst().map { .palette($0) }
    case 2:
      guard let red = codes.popFirst(), let green = codes.popFirst(), let blue = codes.popFirst()
      else { return nil }
      return .rgb(red: red, green: green, blue: blue)
    default: return nil
    }
  }
}
