import Foundation
import Localization
import TerminalGrid
import Testing

@testable import RayletteApp

/// Compares the screens that people see first in each language with the files in `Frames`, such as
/// `de-80x24.txt`. `UPDATE_FRAMES=1 swift test` rewrites them. They show translators texts in their
/// places; styles are those of the English frames.
struct LanguageFrameTests {
  static let sizes = [FrameTests.sizes[0], FrameTests.usualSize]

  @Test(
    "screens match the recorded frames in every language", arguments: Language.translated, sizes)
  func frames(language: Language, size: GridSize) throws {
    let frames = Catalogue.with(language) {
      FrameTests.screens.filter { FrameTests.firstScreens.contains($0.0) }.map { name, screen in
        "\(Self.heading)\(name)\n" + render(screen(size)).text + "\n"
      }
    }
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Frames/\(language.rawValue)-\(size.columns)x\(size.rows).txt")
    if ProcessInfo.processInfo.environment["UPDATE_FRAMES"] == "1" {
      try Data(frames.joined().utf8).write(to: file)
    }
    let expected = try String(contentsOf: file, encoding: .utf8)
    if frames.joined() == expected { return }
    let known = Set(expected.components(separatedBy: Self.heading).map { Self.heading + $0 })
    for frame in frames where !known.contains(frame) { Issue.record("\(frame)") }
    #expect(known.count == frames.count + 1, "a screen was added or removed")
  }

  private static let heading = "=== "
}
