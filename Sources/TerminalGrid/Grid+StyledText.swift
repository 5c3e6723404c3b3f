extension Grid {
  /// Returns the screen as lines of text with SGR sequences for the styles (ECMA-48, section
  /// 8.3.117), for printing on a terminal. Each line ends in the terminal's default style.
  /// - Parameters:
  ///   - depth: the colours that the terminal can show. Others become the nearest of these.
  ///   - hasLinks: whether text that's drawn as a link opens its address.
  public func styledText(_ depth: ColorDepth, hasLinks: Bool = false) -> String {
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

  /// Returns a part of a row as text with SGR sequences. It ends in the terminal's default style.
  public func styledText(
    ofRow y: Int, columns: Range<Int>, _ depth: ColorDepth
  ) -> String {
    var line = ""
    var style = Style.plain
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

extension Style {
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

  fileprivate func reduced(to depth: ColorDepth) -> Style {
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
