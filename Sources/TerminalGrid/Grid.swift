/// A screen of cells that views draw into. Needs no terminal and does no I/O, so tests can compare
/// grids.
///
/// Everything is clipped to the grid, so a view can draw at any position. All text goes through
/// ``DisplayWidth/glyphs(of:)``, so that no escape sequence or bidi control ever reaches the
/// terminal. Views draw text in reading order; the grid reorders text from right to left.
package struct Grid: Hashable, Sendable {
  package let size: GridSize
  /// The order of text from right to left.
  let order: TextOrder
  private var cells: [Cell]
  /// The cursor, where the user's attention should be, or nil. Always inside ``bounds``.
  package private(set) var cursor: Cursor?
  /// The images in pixels. The cells below an image are blank: drawing over one removes it.
  package private(set) var images: [PlacedImage] = []
  /// The links, without those that were drawn over.
  package private(set) var links: [PlacedLink] = []
  /// The joined emoji whose first part is in a cell.
  package private(set) var joinedEmoji: [JoinedEmoji] = []
  /// The rows that continue the line above, as screen readers say it.
  var continuedRows: Set<Int> = []
  /// The revisions of lines by their first row, as in ``say(_:y:limit:revision:)``.
  var revisions: [Int: Int] = [:]

  package init(size: GridSize, order: TextOrder = .logical) {
    self.size = size
    self.order = order
    cells = Array(repeating: .blank, count: size.columns * size.rows)
  }

  /// The whole grid as a rectangle.
  package var bounds: GridRect { GridRect(x: 0, y: 0, columns: size.columns, rows: size.rows) }

  /// The cell at a position inside ``bounds``.
  package subscript(x: Int, y: Int) -> Cell { cells[y * size.columns + x] }

  /// Returns the cells of a row, from left to right.
  package func row(_ y: Int) -> ArraySlice<Cell> {
    cells[y * size.columns..<(y + 1) * size.columns]
  }

  /// Whether a row has the same cells as in another grid of the same size.
  package func hasSameRow(_ y: Int, as other: Grid) -> Bool {
    guard size == other.size, (0..<size.rows).contains(y) else { return false }
    // Every row of every frame is compared, and slices would copy each cell for it.
    return cells.withUnsafeBufferPointer { cells in
      other.cells.withUnsafeBufferPointer { others in
        for index in y * size.columns..<(y + 1) * size.columns
        where cells[index] != others[index] { return false }
        return true
      }
    }
  }

  /// Draws text on one line from (x, y) to the right, clipped to the grid and to `clip`.
  ///
  /// Line breaks and tabs count as spaces. A wide glyph that would be half outside is left out.
  /// - Returns: the column after the last glyph.
  @discardableResult
  package mutating func draw(
    _ text: String, x: Int, y: Int, style: CellStyle = .plain, clip: GridRect? = nil
  ) -> Int {
    if order != .logical, text.mayReadRightToLeft, let line = visualLine(of: text) {
      return draw(line, x: x, y: y, clip: clip) { _ in (style, nil) }
    }
    let clip = bounds.intersection(clip ?? bounds)
    var column = x
    for glyph in DisplayWidth.glyphs(of: text) {
      if column >= clip.maxX { break }
      if column >= clip.x, column + glyph.width <= clip.maxX, y >= clip.y, y < clip.maxY {
        put(glyph, x: column, y: y, style: style)
      }
      column += glyph.width
    }
    if text.mayHaveJoinedEmoji { addJoinedEmoji(of: text, x: x, y: y, clip: clip) }
    return column
  }

  private mutating func addJoinedEmoji(of text: String, x: Int, y: Int, clip: GridRect) {
    guard (clip.y..<clip.maxY).contains(y) else { return }
    var column = x
    for character in text {
      let columns = DisplayWidth.columns(of: String(character))
      defer { column += columns }
      guard column >= clip.x, column + columns <= clip.maxX,
        let whole = JoinedEmoji.text(of: character)
      else { continue }
      joinedEmoji.append(JoinedEmoji(x: column, y: y, text: whole))
    }
  }

  /// Draws a picture with its top left corner at (x, y), clipped to the grid and to `clip`.
  package mutating func draw(_ picture: Picture, x: Int, y: Int, clip: GridRect? = nil) {
    let rect = GridRect(x: x, y: y, columns: picture.size.columns, rows: picture.size.rows)
    let visible = bounds.intersection(clip ?? bounds).intersection(rect)
    for row in visible.y..<visible.maxY {
      for column in visible.x..<visible.maxX {
        let cell = picture[column - x, row - y]
        put(cell.glyph, x: column, y: row, style: cell.style)
      }
    }
    // A part of an image can't be shown, so a clipped image leaves blanks.
    if let image = picture.image, visible == rect {
      images.append(PlacedImage(image: image, place: rect))
    }
  }

  mutating func add(_ link: PlacedLink) { links.append(link) }

  /// Fills a rectangle with spaces in a style, clipped to the grid.
  package mutating func fill(_ rect: GridRect, style: CellStyle) {
    fill(rect, with: .space, style: style)
  }

  /// Fills a rectangle with a narrow glyph, clipped to the grid.
  mutating func fill(_ rect: GridRect, with glyph: Glyph, style: CellStyle) {
    let visible = bounds.intersection(rect)
    for row in visible.y..<visible.maxY {
      for column in visible.x..<visible.maxX { put(glyph, x: column, y: row, style: style) }
    }
  }

  /// Gives another background to cells that have the terminal's default one, clipped to the grid.
  package mutating func tint(_ rect: GridRect, background: Color) {
    let visible = bounds.intersection(rect)
    for row in visible.y..<visible.maxY {
      for index in row * size.columns + visible.x..<row * size.columns + visible.maxX
      where cells[index].style.background == .terminalDefault {
        cells[index].style.background = background
      }
    }
  }

  /// Shows text that isn't reversed, on the terminal's default background, bold and in a colour,
  /// clipped to the grid.
  package mutating func emphasize(_ rect: GridRect, foreground: Color) {
    let visible = bounds.intersection(rect)
    for row in visible.y..<visible.maxY {
      for index in row * size.columns + visible.x..<row * size.columns + visible.maxX
      where cells[index].style.background == .terminalDefault
        && !cells[index].style.attributes.contains(.reverse)
      {
        cells[index].style.foreground = foreground
        cells[index].style.attributes.remove(.dim)
        cells[index].style.attributes.insert(.bold)
      }
    }
  }

  /// Shows cells that have the terminal's default background in its default colours, reversed,
  /// clipped to the grid. Cells that are reversed already are shown upright, so that they still
  /// stand out.
  package mutating func reverse(_ rect: GridRect) {
    let visible = bounds.intersection(rect)
    for row in visible.y..<visible.maxY {
      for index in row * size.columns + visible.x..<row * size.columns + visible.maxX
      where cells[index].style.background == .terminalDefault {
        var attributes = cells[index].style.attributes
        attributes.remove(.dim)
        attributes.formSymmetricDifference(.reverse)
        cells[index].style = CellStyle(attributes: attributes)
      }
    }
  }

  /// Puts a glyph at a position where all of it fits, and blanks wide glyphs that this cuts in
  /// half.
  mutating func put(_ glyph: Glyph, x: Int, y: Int, style: CellStyle) {
    if !images.isEmpty {
      images.removeAll {
        $0.place.contains(x: x, y: y) || $0.place.contains(x: x + glyph.width - 1, y: y)
      }
    }
    if !links.isEmpty {
      links.removeAll {
        $0.place.contains(x: x, y: y) || $0.place.contains(x: x + glyph.width - 1, y: y)
      }
    }
    if !joinedEmoji.isEmpty {
      joinedEmoji.removeAll { $0.y == y && $0.x < x + glyph.width && x < $0.x + 2 }
    }
    let start = y * size.columns
    if cells[start + x].isContinuation { blank(start + x - 1) }
    let last = x + glyph.width - 1
    if last + 1 < size.columns, cells[start + last + 1].isContinuation { blank(start + last + 1) }
    cells[start + x] = Cell(glyph, style: style)
    if glyph.width == 2 { cells[start + last] = .continuation(style: style) }
  }

  private mutating func blank(_ index: Int) {
    cells[index] = Cell(.space, style: cells[index].style)
  }

  /// Moves the cursor. Does nothing if the position is outside the grid.
  package mutating func place(_ cursor: Cursor) {
    if bounds.contains(x: cursor.x, y: cursor.y) { self.cursor = cursor }
  }

  /// The screen as lines of text without trailing blanks, as in golden frames.
  package var text: String {
    (0..<size.rows).map { y in
      var line = row(y).map(\.glyph.text).joined()
      while line.last == " " { line.removeLast() }
      return line
    }.joined(separator: "\n")
  }
}

extension Grid {
  /// Returns the screen as lines of text with SGR sequences for the styles (ECMA-48, section
  /// 8.3.117), for printing on a terminal. Each line ends in the terminal's default style.
  /// - Parameters:
  ///   - depth: the colours that the terminal can show. Others become the nearest of these.
  ///   - hasLinks: whether text that's drawn as a link opens its address.
  package func styledText(_ depth: ColorDepth, hasLinks: Bool = false) -> String {
    (0..<size.rows).map { y in
      let end = row(y).lastIndex { $0 != .blank }.map { $0 + 1 - y * size.columns } ?? 0
      guard hasLinks else { return styledText(ofRow: y, columns: 0..<end, depth) }
      return linkedText(ofRow: y, columns: 0..<end, depth)
    }.joined(separator: "\n")
  }

  private func linkedText(ofRow y: Int, columns: Range<Int>, _ depth: ColorDepth) -> String {
    var line = ""
    var x = columns.lowerBound
    for link in links.filter({ $0.place.y == y }).sorted(by: { $0.place.x < $1.place.x }) {
      let range = (link.place.x..<link.place.maxX).clamped(to: x..<max(x, columns.upperBound))
      line += styledText(ofRow: y, columns: x..<range.lowerBound, depth)
      line += link.openingSequence + styledText(ofRow: y, columns: range, depth)
      line += PlacedLink.closingSequence
      x = range.upperBound
    }
    return line + styledText(ofRow: y, columns: x..<max(x, columns.upperBound), depth)
  }

  /// Returns a joined emoji with SGR sequences, in the style of its cells.
  package func styledText(of emoji: JoinedEmoji, _ depth: ColorDepth) -> String {
    let style = self[emoji.x, emoji.y].style.reduced(to: depth)
    return style == .plain ? emoji.text : "\u{1B}[\(style.sgr)m\(emoji.text)\u{1B}[0m"
  }

  /// Returns a part of a row as text with SGR sequences. It ends in the terminal's default style.
  package func styledText(
    ofRow y: Int, columns: Range<Int>, _ depth: ColorDepth
  ) -> String {
    var line = ""
    var style = CellStyle.plain
    for x in columns {
      let cell = self[x, y]
      let look = cell.style.reduced(to: depth)
      if look != style {
        line += "\u{1B}[\(look.sgr)m"
        style = look
      }
      line += cell.glyph.text
    }
    return style == .plain ? line : line + "\u{1B}[0m"
  }
}

extension CellStyle {
  /// The SGR parameters that set this style, whatever was set before.
  fileprivate var sgr: String {
    var codes = ["0"]
    let names: [(Attributes, String)] = [
      (.bold, "1"), (.dim, "2"), (.italic, "3"), (.underline, "4"), (.reverse, "7"),
    ]
    for (attribute, code) in names where attributes.contains(attribute) { codes.append(code) }
    codes += foreground.sgr(plain: 30, rich: 38) + background.sgr(plain: 40, rich: 48)
    return codes.joined(separator: ";")
  }

  fileprivate func reduced(to depth: ColorDepth) -> CellStyle {
    var style = self
    style.foreground = foreground.reduced(to: depth)
    style.background = background.reduced(to: depth)
    return style
  }
}

extension Color {
  /// Uses the short codes for the first eight colours, because every terminal knows them.
  fileprivate func sgr(plain: Int, rich: Int) -> [String] {
    switch self {
    case .terminalDefault: []
    case .palette(let index) where index < 8: ["\(plain + Int(index))"]
    case .palette(let index): ["\(rich);5;\(index)"]
    case .rgb(let red, let green, let blue): ["\(rich);2;\(red);\(green);\(blue)"]
    }
  }
}

/// A part of a line with a style of its own.
package struct StyledSpan: Hashable, Sendable {
  var text: String
  var style: CellStyle
  /// The address that the span opens, as in ``Grid/draw(_:linkingTo:x:y:style:clip:)``.
  var address: String?

  package init(_ text: String, style: CellStyle, address: String? = nil) {
    self.text = text
    self.style = style
    self.address = address
  }
}

/// Drawing text that reads from right to left.
extension Grid {
  /// Draws the spans of one line, as ``draw(_:x:y:style:clip:)`` draws one text. Text from right to
  /// left is ordered across spans.
  /// - Returns: the column after the last glyph.
  @discardableResult
  package mutating func draw(_ spans: [StyledSpan], x: Int, y: Int, clip: GridRect? = nil) -> Int {
    if order != .logical, spans.contains(where: \.text.mayReadRightToLeft) {
      let text = spans.map(\.text).joined()
      if let line = visualLine(of: text) {
        var ends: [Int] = []
        for span in spans { ends.append((ends.last ?? 0) + span.text.utf8.count) }
        return draw(line, x: x, y: y, clip: clip) { offset in
          let span = ends.firstIndex { $0 > offset } ?? spans.count - 1
          return (spans[span].style, spans[span].address)
        }
      }
    }
    return spans.reduce(x) { x, span in
      guard let address = span.address else {
        return draw(span.text, x: x, y: y, style: span.style, clip: clip)
      }
      return draw(span.text, linkingTo: address, x: x, y: y, style: span.style, clip: clip)
    }
  }

  /// Draws a line whose order is known.
  /// - Parameter style: returns the style, and the address if there's one, of the character at an
  ///   offset in the paragraph.
  /// - Returns: the column after the last glyph, which may be beyond the edge.
  @discardableResult
  package mutating func draw(
    _ line: VisualLine, x: Int, y: Int, clip: GridRect? = nil,
    style: (Int) -> (style: CellStyle, address: String?)
  ) -> Int {
    let clip = bounds.intersection(clip ?? bounds)
    guard y >= clip.y, y < clip.maxY else { return x + line.columns }
    var linked: (address: String, columns: Range<Int>)?
    func addLink(_ linked: (address: String, columns: Range<Int>)?) {
      guard let linked else { return }
      let columns = linked.columns
      let rect = GridRect(x: columns.lowerBound, y: y, columns: columns.count, rows: 1)
      if let link = PlacedLink(place: rect, address: linked.address) { add(link) }
    }
    for placed in line.glyphs {
      let column = x + placed.column
      guard column >= clip.x, column + placed.glyph.width <= clip.maxX else { continue }
      let (style, address) = style(placed.offset)
      put(placed.glyph, x: column, y: y, style: style)
      let end = column + placed.glyph.width
      if let current = linked, current.address == address, current.columns.upperBound == column {
        linked = (current.address, current.columns.lowerBound..<end)
      } else {
        addLink(linked)
        linked = address.map { ($0, column..<end) }
      }
    }
    addLink(linked)
    return x + line.columns
  }

  /// Returns a line in the grid's order. Nil if the whole line reads from left to right.
  func visualLine(of text: String, direction: TextDirection? = nil) -> VisualLine? {
    let direction = direction ?? TextDirection(firstStrongIn: text) ?? .leftToRight
    return BidiParagraph(text, direction: direction, isolates: BidiIsolate.facts(in: text))?
      .line(text[...], at: 0, order: order)
  }

  /// Draws a line that's being typed, in a field that begins at the left.
  /// - Parameter cursor: the UTF-8 offset of the character at the cursor.
  /// - Returns: the column of the character at the cursor, and the column after the last glyph.
  package mutating func draw(
    _ text: String, cursor: Int, x: Int, y: Int, style: CellStyle = .plain, clip: GridRect? = nil
  ) -> (cursor: Int, end: Int) {
    if order != .logical, text.mayReadRightToLeft,
      let line = visualLine(of: text, direction: .leftToRight)
    {
      let end = draw(line, x: x, y: y, clip: clip) { _ in (style, nil) }
      return (line.glyphs.first { $0.offset == cursor }.map { x + $0.column } ?? end, end)
    }
    let before = String(decoding: text.utf8.prefix(cursor), as: UTF8.self)
    let after = String(decoding: text.utf8.dropFirst(cursor), as: UTF8.self)
    let column = draw(before, x: x, y: y, style: style, clip: clip)
    return (column, draw(after, x: column, y: y, style: style, clip: clip))
  }
}
