import Foundation
import LinkPreview
import Links
import TerminalGrid

@testable import RayletteApp

/// Sharing states that tests start from.
extension Samples {
  /// The QR code that qrencode makes for the address of ``article``, one character per module.
  static let codeRows = [
    "#######..###.###.#....#######",
    "#.....#....##..#.##...#.....#",
    "#.###.#..###..#.#.#...#.###.#",
    "#.###.#.#.##..##.#....#.###.#",
    "#.###.#.#.#.####..###.#.###.#",
    "#.....#..##..##.#.....#.....#",
    "#######.#.#.#.#.#.#.#.#######",
    ".........#..##.....#.........",
    "##...###.##.#.##.#..#...##...",
    "..###..#..#...#....#.#.##.##.",
    "#...######.##.......#........",
    "..###...#.##..###.#.#..###...",
    "#.#...##.##..##.#..##.##....#",
    ".###.#.#.##.###...###.###..##",
    "...#.##.#.#..####....######..",
    "..##....##..####.....##.#.#.#",
    "#..#.###.##.#.#..#..#....##..",
    "#.##.....#.....#...##.###.###",
    "####.##.#.#.####..###..#.#..#",
    "#..#....#.##..#.#.###.#.#....",
    "#..#.##...##.....#.######.###",
    "........#...##.#....#...##...",
    "#######.#....########.#.###..",
    "#.....#.##..##.##..##...#..#.",
    "#.###.#..#####..#.########.##",
    "#.###.#..##....#####.#.#.##.#",
    "#.###.#...###..###..########.",
    "#.....#.#.##...##.#..###.##.#",
    "#######.##.#...#.#.#..#.#.#..",
  ]

  /// The same code, as qrencode prints it.
  static let printedCode = codeRows.map { row in
    row.map { $0 == "#" ? "##" : "  " }.joined() + "\n"
  }.joined()

  static let commands = (1...9).map { number in
    ShareCommand(
      name: number == 1 ? "Toot" : "Command \(number)", arguments: ["toot", "{title}", "{url}"])
  }

  /// A state with the share sheet open.
  static func sharing(_ state: AppState, commands: [ShareCommand] = []) -> AppState {
    var state = state
    state.surroundings.shareCapabilities = ShareCapabilities(makesCodes: true, commands: commands)
    press(.character("S"), in: &state)
    return state
  }

  /// A state that shows a QR code.
  static func showingCode(_ state: AppState) -> AppState {
    var state = sharing(state)
    press(.character("c"), in: &state)
    if let code = QRCode(ascii: printedCode) {
      _ = update(
        &state,
        .share(
          .ended(
            state.lastRequest, .code,
            .success(.code(code, address: article.url.absoluteString)))))
    }
    return state
  }
}
