import Foundation
import LinkPreview
import Links
import TerminalGrid
import Testing

@testable import RayletteApp

/// The frame of the card on Spin.
struct CardLayoutTests {
  /// The rows between the top and the bottom of the card's frame, without its sides.
  private func rows(_ state: AppState) throws -> [String] {
    let lines = render(state).text.split(separator: "\n", omittingEmptySubsequences: false)
    let top = try #require(lines.firstIndex { $0.contains("╭") })
    let bottom = try #require(lines.firstIndex { $0.contains("╰") })
    return try lines[(top + 1)..<bottom].map { line in
      let left = try #require(line.firstIndex(of: "│"))
      let right = try #require(line.lastIndex(of: "│"))
      return String(line[line.index(after: left)..<right])
    }
  }

  private func emptyCount(_ rows: [String]) -> Int {
    rows.count { $0.allSatisfy { $0 == " " } }
  }

  private static let cards = FrameTests.screens.map(\.0).filter { name in
    ["card", "error", "loading"].contains { name.hasPrefix($0) }
  }

  @Test(
    "no frame has more than three empty rows inside", arguments: cards, FrameTests.sizes)
  func emptyRows(name: String, size: GridSize) throws {
    let screen = try #require(FrameTests.screens.first { $0.0 == name })
    #expect(try emptyCount(rows(screen.1(size))) <= 3)
  }

  @Test(
    "with a picture, or without it, no frame has more than three empty rows inside",
    arguments: FrameTests.sizes + [
      GridSize(columns: 120, rows: 35), GridSize(columns: 300, rows: 90),
    ])
  func emptyRowsWithPicture(size: GridSize) throws {
    var (state, effects) = Samples.withPictures(columns: size.columns, rows: size.rows)
    #expect(try emptyCount(rows(state)) <= 3)
    let request = try #require(effects.loadedPictures.first)
    var failed = state
    _ = update(&state, .program(.pictureLoaded(request, Samples.picture(request))))
    _ = update(&failed, .program(.pictureLoaded(request, nil)))
    #expect(try emptyCount(rows(state)) <= 3)
    #expect(try emptyCount(rows(failed)) <= 3)
  }

  @Test(
    "with the beginning of the page, no empty row follows another one",
    arguments: FrameTests.sizes)
  func emptyRowsWithBeginning(size: GridSize) throws {
    let screen = try #require(FrameTests.screens.first { $0.0 == "beginning" })
    let rows = try rows(screen.1(size))
    let areEmpty = rows.map { emptyCount([$0]) == 1 }
    #expect(!zip(areEmpty, areEmpty.dropFirst()).contains { $0 && $1 })
    #expect(rows.contains { $0.contains("light up") } == (size.columns >= 120))
  }

  /// The layouts of a card with a picture and of one without, on a terminal of some size.
  private func layouts(columns: Int, rows: Int) throws -> (pictured: SpinLayout, bare: SpinLayout) {
    let pictured = Samples.withPictures(columns: columns, rows: rows).state
    let bare = Samples.withPictures(Samples.article, columns: columns, rows: rows)
    var failed = bare.state
    if let request = bare.effects.loadedPictures.first {
      _ = update(&failed, .program(.pictureLoaded(request, nil)))
    }
    let one = try #require(pictured.spin.card)
    let other = try #require(failed.spin.card)
    return (
      SpinLayout(one, body: pictured.surroundings.body, state: pictured),
      SpinLayout(other, body: failed.surroundings.body, state: failed)
    )
  }

  @Test(
    "from 120 x 35 on, the card has the screen's width, with the picture at the left of the text",
    arguments: [(120, 35), (140, 45), (200, 60), (300, 90)])
  func large(columns: Int, rows: Int) throws {
    let card = try layouts(columns: columns, rows: rows).pictured.card.layout
    let picture = try #require(card.picture)
    #expect(card.frame.columns == min(columns - 6, 150))
    #expect(picture.maxX < card.text.x && picture.y == card.text.y)
    #expect(picture.rows == card.text.rows && picture.columns > 40)
    #expect((60...90).contains(card.text.columns))
    #expect(card.frame.maxY == picture.maxY + 2)
  }

  @Test(
    "on smaller terminals, tall cards have the picture above the text",
    arguments: [(119, 60), (100, 45), (60, 45)])
  func small(columns: Int, rows: Int) throws {
    let card = try layouts(columns: columns, rows: rows).pictured.card.layout
    let picture = try #require(card.picture)
    #expect(picture.maxY < card.text.y)
  }

  @Test(
    "on large terminals, a card without a picture is only as wide as its text",
    arguments: [(120, 35), (140, 45), (200, 60)])
  func narrow(columns: Int, rows: Int) throws {
    let (pictured, bare) = try layouts(columns: columns, rows: rows)
    #expect(bare.card.layout.picture == nil)
    #expect(bare.card.layout.frame.x == pictured.card.layout.frame.x)
    #expect(bare.card.layout.frame.columns < pictured.card.layout.frame.columns)
    let state = Samples.ended(.failure(.cancelled), columns: columns, rows: rows)
    let failed = try #require(state.spin.card)
    let frame = SpinLayout(failed, body: state.surroundings.body, state: state).card.layout.frame
    #expect(frame.columns < bare.card.layout.frame.columns)
    // No line is cut off.
    #expect(render(state).text.contains("You stopped it before the page was here.  "))
  }

  @Test("the summary is whole where there's room for it", arguments: [(80, 40), (120, 35)])
  func summary(columns: Int, rows: Int) {
    var metadata = Samples.article
    let words = (0..<120).map { "word\($0)" }
    metadata.summary = words.joined(separator: " ")
    let text = render(Samples.ended(.success(metadata), columns: columns, rows: rows)).text
    #expect(words.allSatisfy { text.contains($0) })
  }

  @Test("a title without spaces is broken between letters", arguments: FrameTests.sizes)
  func title(size: GridSize) throws {
    var metadata = Samples.article
    let letters = String((0..<100).map { Character(Unicode.Scalar(UInt8(0x41 + $0 % 26))) })
    for title in [letters, "A " + letters, letters.lowercased() + "-" + letters] {
      metadata.title = title
      let state = Samples.ended(.success(metadata), columns: size.columns, rows: size.rows)
      let shown = try rows(state).joined().filter { $0 != " " }
      #expect(shown.contains(title.filter { $0 != " " }))
    }
  }
}
