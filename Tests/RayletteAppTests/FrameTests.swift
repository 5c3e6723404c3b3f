import Foundation
import LinkPreview
import Links
import TerminalGrid
import Testing

@testable import RayletteApp

/// Compares whole screens with the files in `Frames`. `UPDATE_FRAMES=1 swift test` rewrites them.
struct FrameTests {
  /// A narrow and a wide terminal, which differ most.
  static let sizes = [GridSize(columns: 60, rows: 20), GridSize(columns: 140, rows: 45)]
  /// The size that most terminals begin with.
  static let usualSize = GridSize(columns: 80, rows: 24)
  /// The screens that people see first. They're compared at the usual size too, and in all
  /// languages.
  static let firstScreens = [
    "idle", "loading", "card", "error-failed", "reader", "details", "help", "share", "saved",
    "saved-filter",
  ]

  @Test("screens match the recorded frames", arguments: screens.map(\.0))
  func frame(name: String) throws {
    let screen = try #require(Self.screens.first { $0.0 == name })
    for size in Self.sizes + (Self.firstScreens.contains(name) ? [Self.usualSize] : []) {
      try Self.expect(screen.1(size), toLookAs: "\(name)-\(size.columns)x\(size.rows)")
    }
  }

  /// Compares a screen with a file in `Frames`.
  static func expect(_ state: AppState, toLookAs name: String) throws {
    let frame = FrameText.describe(render(state))
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Frames/\(name).txt")
    if ProcessInfo.processInfo.environment["UPDATE_FRAMES"] == "1" {
      try Data(frame.utf8).write(to: file)
    }
    let expected = try String(contentsOf: file, encoding: .utf8)
    #expect(frame == expected, "\(frame)")
  }

  @Test(
    "cards fit the smallest terminal and can be drawn in ASCII; smaller terminals get a message")
  func small() throws {
    var state = Samples.ended(.success(Samples.article), columns: 40, rows: 10)
    #expect(render(state).text.contains("Crafting Interpreters"))
    #expect(render(state).text.contains("space spin"))
    #expect(render(state).text.contains("https://craftinginterpreters.com/"))
    state.surroundings.appearance = Appearance(theme: Theme(colors: 0), symbols: .ascii, colors: 0)
    #expect(render(state).text.allSatisfy { $0.isASCII })
    _ = update(&state, .program(.resized(GridSize(columns: 39, rows: 10))))
    #expect(render(state).text.contains("Too small: raylette needs 40 x 10."))
  }

  @Test("every view fits terminals of any size, in every state", arguments: KeyMapTests.states)
  func sweep(name: String, state: AppState) {
    var state = state
    state.notice = .failure(String(repeating: "long ", count: 60))
    // Tests a sample of the sizes, another one for each state, because all combinations would slow
    // down the tests that run in parallel.
    let first = name.utf8.count
    for rows in (1...60).filter({ ($0 + first) % ($0 < 26 ? 2 : 12) == 0 }) {
      for columns in (1...200).filter({ ($0 + rows + first) % ($0 < 44 ? 18 : 100) == 0 }) {
        _ = update(&state, .program(.resized(GridSize(columns: columns, rows: rows))))
        let grid = render(state)
        let lines = grid.text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count == rows)
        #expect(lines.allSatisfy { DisplayWidth.columns(of: String($0)) <= columns })
      }
    }
  }

  @Test("control and format characters in page text don't reach the screen")
  func hostile() {
    var metadata = Samples.article
    metadata.title = "\u{1B}]0;owned\u{7}\u{202E}txt.exe\u{9B}2J"
    metadata.summary = String(repeating: "\u{301}", count: 500) + "a\u{0}b\r\n\u{85}c"
    let text = render(Samples.ended(.success(metadata))).text
    let categories = text.filter { $0 != "\n" }.unicodeScalars.map(\.properties.generalCategory)
    #expect(!categories.contains(.control) && !categories.contains(.format))
  }
}
