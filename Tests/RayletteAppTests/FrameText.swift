import TerminalGrid

@testable import RayletteApp

/// Describes a screen as text that's readable in a diff: its characters, and below them its styles
/// with one letter per cell.
enum FrameText {
  static func describe(_ grid: Grid) -> String {
    let looks = (0..<grid.size.rows).map { y in
      trimmed(String(grid.row(y).map { letter($0.style) }))
    }
    let reversed = looks.contains { $0.contains("r") } ? ", r reversed" : ""
    return grid.text + "\n\n" + legend + reversed + "\n" + looks.joined(separator: "\n") + "\n"
  }

  private static let legend =
    "looks: . plain, # black or white, b bold, d dim, u underlined, A accent, R accent reversed, S success, F failure, T coloured ground"

  private static let theme = Theme(colors: 256)

  private static func letter(_ style: CellStyle) -> Character {
    if [.palette(16), .palette(231)].contains(style.foreground) { return "#" }
    if style.background != .terminalDefault { return "T" }
    return switch (style.foreground, style.attributes) {
    case (.terminalDefault, []): "."
    case (.terminalDefault, .bold): "b"
    case (theme.secondary.foreground, []): "d"
    case (.terminalDefault, .underline): "u"
    case (theme.accent.foreground, .bold): "A"
    case (theme.accent.foreground, [.bold, .reverse]): "R"
    case (.terminalDefault, let attributes) where attributes.contains(.reverse): "r"
    case (theme.success.foreground, _): "S"
    case (theme.failure.foreground, _): "F"
    default: "?"
    }
  }

  private static func trimmed(_ line: String) -> String {
    var line = line
    while line.last == "." { line.removeLast() }
    return line
  }
}
