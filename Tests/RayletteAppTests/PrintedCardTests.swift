import Foundation
import LinkPreview
import TerminalGrid
import Testing

@testable import RayletteApp

/// Cards for standard output.
struct PrintedCardTests {
  private func card(columns: Int) -> PrintedCard {
    PrintedCard(metadata: Samples.picturedArticle, columns: columns, appearance: .standard)
  }

  @Test(
    "a picture has at most 72 x 20 cells, and fits the card", arguments: [20, 44, 60, 80, 100, 300])
  func size(columns: Int) throws {
    var card = card(columns: columns)
    #expect(card.hasPicture)
    let plain = card.grid
    let request = try #require(card.pictureRequest(form: .cells(.direct)))
    #expect(request.size.columns <= min(72, columns - 6) && request.size.rows <= 20)
    if columns >= 80 { #expect(request.size == GridSize(columns: 72, rows: 20)) }
    #expect(request.page == Samples.picturedArticle.originalURL)
    card.show(try #require(Samples.picture(request)), for: request)
    let grid = card.grid
    #expect(grid.size.columns == plain.size.columns && grid.size.rows > plain.size.rows)
    #expect(
      grid.text.components(separatedBy: "▀").count - 1 == request.size.columns * request.size.rows)
    #expect(grid.text.contains("Crafting"))
  }

  @Test("a card without its picture is as before: no room is kept for one")
  func without() {
    let card = card(columns: 80)
    #expect(!card.grid.text.contains("░"))
    let bare = PrintedCard(metadata: Samples.japanese, columns: 80, appearance: .standard)
    #expect(!bare.hasPicture && bare.pictureRequest(form: .cells(.direct)) == nil)
  }
}
