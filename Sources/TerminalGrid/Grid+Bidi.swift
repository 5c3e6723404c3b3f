/// A part of a line with a style of its own.
public struct StyledSpan: Hashable, Sendable {
  var text: String
  var style: Style
  /// The address that the span opens, as in ``Grid/draw(_:linkingTo:x:y:style:clip:)``.
  var address: String?

  public init(_ text: String, style: Style, address: String? = nil) {
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
  public mutating func draw(_ spans: [StyledSpan], x: Int, y: Int, clip: Rect? = nil) -> Int {
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
  public mutating func draw(
    _ line: VisualLine, x: Int, y: Int, clip: Rect? = nil,
    style: (Int) -> (style: Style, address: String?)
  ) -> Int {
    let clip = bounds.intersection(clip ?? bounds)
    guard y >= clip.y, y < clip.maxY else { return x + line.columns }
    var linked: (address: String, columns: Range<Int>)?
    func addLink(_ linked: (address: String, columns: Range<Int>)?) {
      guard let linked else { return }
      let columns = linked.columns
      let rect = Rect(x: columns.lowerBound, y: y, columns: columns.count, rows: 1)
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
  public mutating func draw(
    _ text: String, cursor: Int, x: Int, y: Int, style: Style = .plain, clip: Rect? = nil
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
