extension Grid {
  /// The screen as lines of text with its looks in SGR sequences (ECMA-48, section 8.3.117), for
  /// printing on a terminal. Each line ends in the terminal's own look.
  public var styledText: String {
    (0..<size.rows).map { y in
      var line = ""
      var style = Style.plain
      let cells = row(y)
      let end = cells.lastIndex { $0 != .blank }.map { $0 + 1 } ?? cells.startIndex
      for cell in cells[..<end] {
        if cell.style != style {
          line += "\u{1B}[\(cell.style.sgr)m"
          style = cell.style
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
    if case .palette(let index) = foreground {
      codes.append(Self.code(of: index, plain: 30, rich: 38))
    }
    if case .palette(let index) = background {
      codes.append(Self.code(of: index, plain: 40, rich: 48))
    }
    return codes.joined(separator: ";")
  }

  /// The first eight colours have codes that every terminal knows.
  private static func code(of index: UInt8, plain: Int, rich: Int) -> String {
    index < 8 ? "\(plain + Int(index))" : "\(rich);5;\(index)"
  }
}
