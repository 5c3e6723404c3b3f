import Foundation
import LinkPreview
import TerminalGrid
import Testing

@testable import RayletteApp

/// QR codes on the screen.
struct QRCodeTests {
  @Test("qrencode output is parsed module by module")
  func parse() throws {
    let code = try #require(QRCode(ascii: Samples.printedCode))
    #expect(code.side == 29)
    let rows = (0..<29).map { y in
      (0..<29).map { code.isDark(x: $0, y: y) ? "#" : "." }.joined()
    }
    #expect(rows == Samples.codeRows)
    #expect(!code.isDark(x: -1, y: 0) && !code.isDark(x: 29, y: 0) && !code.isDark(x: 0, y: 29))
  }

  @Test(
    "any other text is rejected",
    arguments: [
      "", "error", String(repeating: "####\n", count: 21),
      String(repeating: String(repeating: "  ", count: 21) + "\n", count: 21),
      Samples.printedCode + Samples.printedCode,
    ])
  func refuse(text: String) { #expect(QRCode(ascii: text) == nil) }

  /// Terminals by number of colours and character set.
  static let terminals: [(Int, Symbols)] = [
    (256, .unicode), (256, .ascii), (16, .unicode), (8, .ascii), (0, .unicode), (0, .ascii),
  ]

  @Test(
    "each module is drawn, with a quiet zone of four modules around the code", arguments: terminals)
  func modules(colors: Int, symbols: Symbols) {
    var state = Samples.showingCode(
      Samples.ended(.success(Samples.article), columns: 90, rows: 40))
    state.surroundings.appearance = Appearance(
      theme: Theme(colors: colors), symbols: symbols, colors: colors)
    let dark = Pixels(render(state), symbols: symbols).dark
    let side = 29 + 8
    let height = symbols.hasBlocks ? side + 1 : side
    // The code is in the middle of the screen, below a margin and above the address.
    let top = symbols.hasBlocks ? 2 * ((40 - 19 - 2) / 2) : (40 - side - 2) / 2
    let left = (symbols.hasBlocks ? 90 - side : 90 - 2 * side) / 2
    for y in 0..<height {
      for x in 0..<side {
        let column = symbols.hasBlocks ? left + x : left + 2 * x
        let isDark =
          (4..<33).contains(x) && (4..<33).contains(y)
          && Array(Samples.codeRows[y - 4])[x - 4] == "#"
        #expect(dark[top + y][column] == isDark, "\(x), \(y)")
        if !symbols.hasBlocks { #expect(dark[top + y][column + 1] == isDark) }
      }
    }
  }

  @Test("when the code doesn't fit, the screen shows the size it needs")
  func tooSmall() {
    var state = Samples.showingCode(Samples.ended(.success(Samples.article), columns: 60, rows: 18))
    let words = render(state).text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("needs a terminal of 37 x 19; this one has 60 x 18."))
    #expect(words.hasSuffix("esc back"))
    _ = update(&state, .program(.resized(GridSize(columns: 40, rows: 19))))
    #expect(render(state).text.contains("▄"))
    press(.escape, in: &state)
    #expect(state.overlay == nil)
  }
}

/// The dark and light pixels of a screen, with two rows per cell if half blocks are used.
struct Pixels {
  var dark: [[Bool]] = []

  init(_ grid: Grid, symbols: Symbols) {
    for y in 0..<grid.size.rows {
      let cells = grid.row(y)
      func isDark(_ cell: Cell, isUpper: Bool) -> Bool {
        let isInk = !isUpper && cell.glyph.text == "▄"
        switch isInk ? cell.style.foreground : cell.style.background {
        case .palette(let index): return index == 16 || index == 0
        case .rgb: return false
        // Without colours, text is light on dark, and reversed text is dark on light.
        case .terminalDefault: return isInk == cell.style.attributes.contains(.reverse)
        }
      }
      if symbols.hasBlocks { dark.append(cells.map { isDark($0, isUpper: true) }) }
      dark.append(cells.map { isDark($0, isUpper: false) })
    }
  }
}
