import Foundation
import LinkPreview
import Links
import TerminalGrid
import Testing

@testable import RayletteApp

struct PictureUpdateTests {
  private func shown() throws -> (AppState, PictureRequest) {
    let (state, effects) = Samples.withPictures()
    return (state, try #require(effects.loadedPictures.first))
  }

  private func text(_ state: AppState) -> String { render(state).text }

  @Test("a picture is requested once, when its card appears")
  func asked() throws {
    var (state, request) = try shown()
    #expect(request.url.path == "/i.png")
    #expect(request.page.absoluteString == "https://craftinginterpreters.com/")
    #expect(request.form == .cells(.palette256) && request.size == GridSize(columns: 27, rows: 8))
    #expect(text(state).contains("░░░"))
    #expect(update(&state, .program(.timePassed(Samples.now))).isEmpty)
    let picture = try #require(Samples.picture(request))
    #expect(update(&state, .program(.pictureLoaded(request, picture))).isEmpty)
    #expect(text(state).contains("▀▀▀") && !text(state).contains("░"))
    #expect(update(&state, .program(.timePassed(Samples.now))).isEmpty)
  }

  @Test("the text doesn't move when the picture loads")
  func stillText() throws {
    var (state, request) = try shown()
    let before = render(state)
    _ = update(&state, .program(.pictureLoaded(request, Samples.picture(request))))
    let after = render(state)
    #expect(before != after)
    // The picture is in columns 6 to 32.
    for y in 0..<24 { #expect(before.row(y).dropFirst(33) == after.row(y).dropFirst(33)) }
  }

  @Test(
    "after a resize, the old picture stays until the new one loads; the old size needs no reload")
  func resize() throws {
    var (state, request) = try shown()
    _ = update(&state, .program(.pictureLoaded(request, Samples.picture(request))))
    let larger = update(&state, .program(.resized(GridSize(columns: 120, rows: 40)))).loadedPictures
    #expect(larger.map(\.url) == [request.url] && larger[0].size.columns > 27)
    #expect(text(state).contains("▀▀▀") && !text(state).contains("░"))
    let id = state.surroundings.pictures.request.id
    let back = update(&state, .program(.resized(GridSize(columns: 80, rows: 24))))
    #expect(back == [.cancel(id)])
    #expect(update(&state, .program(.resized(GridSize(columns: 80, rows: 23)))).isEmpty)
  }

  @Test("the next spin cancels the picture; a late one is cached but not shown")
  func late() throws {
    var (state, request) = try shown()
    let cancelled = state.surroundings.pictures.request.id
    #expect(spin(&state).cancelled.contains(cancelled))
    let loading = render(state)
    _ = update(&state, .program(.pictureLoaded(request, Samples.picture(request))))
    #expect(render(state) == loading)
    let id = try #require(state.spin.card?.id)
    let entry = CachedMetadata(metadata: Samples.picturedArticle, fetchedAt: Samples.now)
    #expect(update(&state, .program(.previewLoaded(id, .success(entry)))).loadedPictures.isEmpty)
    #expect(text(state).contains("▀▀▀"))
  }

  @Test(
    "the picture has the same place on every card of a window, whatever its proportions",
    arguments: [
      GridSize(columns: 60, rows: 20), GridSize(columns: 60, rows: 30),
      GridSize(columns: 80, rows: 24),
      GridSize(columns: 140, rows: 45), GridSize(columns: 200, rows: 60),
    ])
  func samePlace(size: GridSize) throws {
    let places = [(1200, 630), (400, 400), (300, 2000), (nil, nil)].map { width, height in
      var metadata = Samples.picturedArticle
      metadata.image?.width = width
      metadata.image?.height = height
      metadata.summary = width == 400 ? nil : metadata.summary
      let (state, effects) = Samples.withPictures(
        metadata, columns: size.columns, rows: size.rows)
      let layout = state.spin.card.map {
        SpinLayout($0, body: ScreenLayout(state).body, state: state).card.layout
      }
      #expect(effects.loadedPictures.map(\.size) == [layout?.picture?.size])
      return [
        layout?.picture, layout.map { GridRect(x: $0.text.x, y: $0.text.y, columns: 1, rows: 1) },
      ]
    }
    #expect(Set(places).count == 1)
    if size.columns == 200 { #expect(places[0][0]?.size == GridSize(columns: 57, rows: 18)) }
  }

  @Test("without its picture, a card is text over the full width, with no box in the box")
  func failed() throws {
    var (state, request) = try shown()
    _ = update(&state, .program(.pictureLoaded(request, nil)))
    #expect(!text(state).contains("░"))
    #expect(text(state).components(separatedBy: "╭").count == 2)
    #expect(text(state).contains("Everything you need to implement a full-featured, efficient"))
    #expect(
      update(&state, .program(.resized(GridSize(columns: 120, rows: 40)))).loadedPictures.isEmpty)
  }

  @Test("a refresh retries a picture that couldn't be drawn")
  func refresh() throws {
    var state = Samples.savedWithPictures()
    let request = try #require(state.surroundings.pictures.awaited.first)
    #expect(update(&state, .program(.pictureLoaded(request, nil))).isEmpty)
    #expect(press(.character("r"), in: &state).loadedPictures == [request])
  }

  @Test("with pictures off, none is requested, and the text takes the whole card")
  func none() {
    let (state, effects) = Samples.withPictures(depth: nil)
    #expect(effects.loadedPictures.isEmpty)
    #expect(text(state).contains("Everything you need to implement a full-featured, efficient"))
  }

  @Test(
    "pictures in formats that chafa isn't given take no space", arguments: ["svg", "ico", "avif"])
  func undrawable(type: String) {
    var metadata = Samples.picturedArticle
    metadata.image = .init(url: Samples.bare("https://example.org/i.\(type)").url)
    let (state, effects) = Samples.withPictures(metadata)
    #expect(effects.loadedPictures.isEmpty && !text(state).contains("░"))
  }

  @Test(
    "a page without a picture shows its icon if it's large enough", arguments: [(64, 0), (180, 1)])
  func icon(side: Int, count: Int) {
    var metadata = Samples.article
    metadata.image = nil
    metadata.icons = [
      .init(url: Samples.bare("https://example.org/favicon.ico").url),
      .init(url: Samples.bare("https://example.org/i.png").url, width: side, height: side),
    ]
    let requests = Samples.withPictures(metadata).effects.loadedPictures
    #expect(requests.count == count)
    #expect(requests.allSatisfy { $0.size == GridSize(columns: 27, rows: 8) })
  }

  @Test("Saved requests only the picture at the cursor, and only if its card is on screen")
  func saved() {
    var state = Samples.savedWithPictures()
    let waiting = state.surroundings.pictures.awaited
    func cancelsPicture(_ key: Key) -> Bool {
      let id = state.surroundings.pictures.request.id
      return press(key, in: &state).cancelled == [id]
    }
    #expect(waiting.map(\.url.path) == ["/i.png"])
    #expect(cancelsPicture(.up))
    #expect(press(.down, in: &state).loadedPictures == waiting)
    #expect(cancelsPicture(.character("?")))
    var narrow = Samples.savedWithPictures(columns: 80, rows: 24)
    #expect(narrow.surroundings.pictures.awaited.isEmpty)
    #expect(press(.up, in: &narrow).loadedPictures.isEmpty)
  }

  @Test("the most recently used pictures are cached")
  func capacity() throws {
    var pictures = Pictures(depth: .direct)
    let requests = (0..<150).map {
      PictureRequest(
        url: Samples.bare("https://example.org/\($0)").url, page: Samples.article.url,
        size: GridSize(columns: 2, rows: 2), form: .cells(.direct))
    }
    let picture = try #require(Samples.picture(requests[0]))
    var context = UpdateContext(Samples.state().surroundings, notice: nil, lastRequest: .none)
    for request in requests {
      pictures.show(requests[0], in: &context)
      pictures.keep(picture, for: request)
    }
    #expect(pictures.state(of: requests[0]) == .drawn(picture))
    #expect(pictures.state(of: requests[149]) == .drawn(picture))
    #expect(pictures.state(of: requests[1]) == .awaited(meanwhile: nil))
  }
}
