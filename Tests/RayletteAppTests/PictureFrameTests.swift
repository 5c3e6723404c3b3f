import LinkPreview
import TerminalGrid
import Testing

@testable import RayletteApp

/// Compares whole screens that have pictures with the files in `Frames`.
struct PictureFrameTests {
  static let sizes = [(80, 24), (140, 45), (200, 60), (60, 20), (60, 30), (40, 10)]

  @Test(
    "cards match their frames while the picture loads, with the picture, and without it",
    arguments: sizes)
  func cards(columns: Int, rows: Int) throws {
    var (state, effects) = Samples.withPictures(columns: columns, rows: rows)
    let size = "\(columns)x\(rows)"
    try FrameTests.expect(state, toLookAs: "picture-awaited-\(size)")
    guard let request = effects.loadedPictures.first else {
      #expect(columns == 40)
      return
    }
    var failed = state
    _ = update(&state, .program(.pictureLoaded(request, Samples.picture(request))))
    try FrameTests.expect(state, toLookAs: "picture-\(size)")
    _ = update(&failed, .program(.pictureLoaded(request, nil)))
    try FrameTests.expect(failed, toLookAs: "picture-failed-\(size)")
  }

  @Test("the card beside the list matches its frame", arguments: [(140, 45), (200, 60), (100, 24)])
  func saved(columns: Int, rows: Int) throws {
    var state = Samples.savedWithPictures(columns: columns, rows: rows)
    if let request = state.surroundings.pictures.awaited.first {
      _ = update(&state, .program(.pictureLoaded(request, Samples.picture(request))))
    }
    try FrameTests.expect(state, toLookAs: "saved-picture-\(columns)x\(rows)")
  }

  @Test("cards with pictures fit terminals of any size", arguments: [false, true])
  func sweep(isSaved: Bool) {
    var loaded = 0
    for rows in stride(from: isSaved ? 1 : 2, through: 45, by: 4) {
      for columns in [1, 39, 40, 44, 50, 55, 57, 63, 69, 70, 76, 99, 100, 101, 120, 180] {
        var state =
          isSaved
          ? Samples.savedWithPictures(columns: columns, rows: rows)
          : Samples.withPictures(columns: columns, rows: rows).state
        for request in state.surroundings.pictures.awaited {
          #expect(request.size.columns > 0 && request.size.rows > 0)
          loaded += 1
          _ = update(&state, .program(.pictureLoaded(request, Samples.picture(request))))
        }
        let lines = render(state).text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count == rows)
        #expect(lines.allSatisfy { DisplayWidth.columns(of: String($0)) <= columns })
      }
    }
    #expect(loaded > 25, "most of these sizes have room for a picture")
  }
}
