import Testing

@testable import TerminalGrid

struct ColorTests {
  private static func rgb(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> Color {
    .rgb(red: red, green: green, blue: blue)
  }

  @Test(
    "an unsupported colour becomes the nearest supported one",
    arguments: [
      (rgb(250, 0, 5), ColorDepth.palette256, Color.palette(196)),
      (rgb(128, 128, 128), .palette256, .palette(244)),
      (rgb(0, 0, 0), .palette256, .palette(16)),
      (rgb(250, 0, 5), .ansi16, .palette(9)), (rgb(250, 0, 5), .ansi8, .palette(1)),
      (rgb(250, 0, 5), .none, .terminalDefault), (rgb(250, 0, 5), .direct, rgb(250, 0, 5)),
      (.palette(200), .palette256, .palette(200)), (.palette(200), .direct, .palette(200)),
      (.palette(21), .ansi16, .palette(4)), (.palette(15), .ansi8, .palette(7)),
      (.palette(5), .ansi8, .palette(5)), (.palette(5), .none, .terminalDefault),
      (.terminalDefault, .none, .terminalDefault), (.terminalDefault, .direct, .terminalDefault),
    ])
  func reduced(color: Color, depth: ColorDepth, expected: Color) {
    #expect(color.reduced(to: depth) == expected)
  }

  /// Ratios of the W3C's own examples: grey 118 is the lightest that passes on white.
  @Test(
    "contrast is the ratio of WCAG 2.2",
    arguments: [
      (rgb(0, 0, 0), rgb(255, 255, 255), 21.0), (rgb(255, 255, 255), rgb(255, 255, 255), 1),
      (rgb(118, 118, 118), .palette(231), 4.54), (.palette(231), rgb(119, 119, 119), 4.48),
      (rgb(255, 0, 0), rgb(255, 255, 255), 4.0), (rgb(0, 0, 255), rgb(0, 0, 0), 2.44),
    ])
  func contrast(color: Color, other: Color, expected: Double) throws {
    let ratio = try #require(color.contrast(with: other))
    #expect(abs(ratio - expected) < 0.005)
    #expect(color.contrast(with: .terminalDefault) == nil)
  }

  @Test("the chosen palette entry is the nearest one")
  func nearest() {
    let palette = (16...255).map { Color.palette(UInt8($0)).rgb }
    for red in stride(from: 0, through: 255, by: 17) {
      for green in stride(from: 3, through: 255, by: 28) {
        for blue in stride(from: 0, through: 255, by: 23) {
          let color = Self.rgb(UInt8(red), UInt8(green), UInt8(blue))
          let found = distance(color.reduced(to: .palette256).rgb, color)
          #expect(found == palette.map { distance($0, color) }.min())
        }
      }
    }
  }

  private func distance(_ one: Color, _ other: Color) -> Int {
    guard case .rgb(let r, let g, let b) = one, case .rgb(let x, let y, let z) = other else {
      return .max
    }
    let differences = [(r, x), (g, y), (b, z)].map { Int($0.0) - Int($0.1) }
    return differences.reduce(0) { $0 + $1 * $1 }
  }

  @Test(
    "the number of colours decides the colour depth",
    arguments: [
      (0, ColorDepth.none), (2, .none), (8, .ansi8), (15, .ansi8), (16, .ansi16), (88, .ansi16),
      (256, .palette256), (1 << 24, .direct), (-1, .none),
    ])
  func depth(colors: Int, depth: ColorDepth) {
    #expect(ColorDepth(colors: colors) == depth)
  }

  @Test(
    "styles become the escape sequences of each colour depth",
    arguments: zip(ColorDepth.allCases, ["0", "0;31", "0;38;5;9", "0;38;5;196", "0;38;2;255;0;0"]))
  func printed(depth: ColorDepth, sgr: String) {
    var grid = Grid(size: GridSize(columns: 1, rows: 1))
    grid.draw("x", x: 0, y: 0, style: CellStyle(foreground: Self.rgb(255, 0, 0)))
    let expected = depth == .none ? "x" : "\u{1B}[\(sgr)mx\u{1B}[0m"
    #expect(grid.styledText(depth) == expected)
  }
}
