extension Grid {
  /// The screen as lines of text with its looks in SGR sequences (ECMA-48, section 8.3.117), for
  /// printing on a terminal. Each line ends in the terminal's own look.
  /// - Parameter depth: what the terminal shows; other colours become the nearest of these.
  public func styledText(_ depth: ColorDepth) -> String {
    (0..<size.rows).map { y in
      var line = ""
      var style = Style.plain
      let cells = row(y)
      let end = cells.lastIndex { $0 != .blank }.map { $0 + 1 } ?? cells.startIndex
      for cell in cells[..<end] {
        let look = cell.style.reduced(to: depth)
        if look != style {
          line += "\u{1B}[\(look.sgr)m"
          style = look
        }
        line += cell.glyph.text
      }
      return style == .plain ? line : line + "\u{1B}[0m"
    }.joined(separator: "\n")
  }
}

extension Style {
  /// The parameters that set this look, whatever was set before.
  fileprivate var sgr: String {
    var codes = ["0"]
    let names: [(Attributes, String)] = [
      (.bold, "1"), (.dim, "2"), (.underline, "4"), (.reverse, "7"),
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
  /// The first eight colours have codes that every terminal knows.
  fileprivate func sgr(plain: Int, rich: Int) -> [String] {
    switch self {
    case .terminalDefault: []
    case .palette(let index) where index < 8: ["\(plain + Int(index))"]
    case .palette(let index): ["\(rich);5;\(index)"]
    case .rgb(let red, let green, let blue): ["\(rich);2;\(red);\(green);\(blue)"]
    }
  }
}
