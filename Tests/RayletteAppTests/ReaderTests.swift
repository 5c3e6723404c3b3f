import Articles
import Foundation
import LinkPreview
import Links
import Markup
import TerminalGrid
import Testing

@testable import RayletteApp

/// Opening, leaving and following links in the reader, with answers that come late or never.
struct ReaderTests {
  private static let url = Samples.article.originalURL

  @Test("l and Right read the page of the card, h, Left, esc and q lead back")
  func opens() throws {
    for (open, close) in [
      (Key.character("l"), Key.character("h")), (.right, .left), (.character("l"), .escape),
      (.right, .character("q")), (.character("l"), .backspace),
    ] {
      var state = Samples.ended(.success(Samples.article))
      let card = render(state)
      let effects = press(open, in: &state)
      let id = try #require(state.page?.request.pendingID)
      #expect(
        effects == [.fetch(.article(id, Self.url, saved: nil, timeout: .seconds(5)))])
      #expect(render(state).text.contains("Crafting Interpreters"))
      Samples.answer(.success(LoadedArticle(Samples.text)), in: &state)
      #expect(render(state).text.contains("A ray tracer asks one question"))
      #expect(press(close, in: &state).isEmpty)
      #expect(!state.reader.isOpen && render(state) == card)
    }
  }

  @Test("the saved link at the cursor is read, and its id goes along")
  func opensSaved() throws {
    var state = Samples.state(saved: Samples.savedLinks)
    var store = SampleStore(links: Samples.savedLinks)
    store.press(.tab, .down, in: &state)
    let effects = press(.character("l"), in: &state)
    let id = try #require(state.page?.request.pendingID)
    #expect(effects == [.fetch(.article(id, Self.url, saved: 3, timeout: .seconds(5)))])
  }

  @Test("what the list was filtered by is found in the text, from the first match on")
  func filtered() throws {
    var state = Samples.state(saved: Samples.savedLinks)
    var store = SampleStore(links: Samples.savedLinks)
    store.press(.tab, .character("/"), .character("c"), .character("r"), .enter, in: &state)
    press(.character("l"), in: &state)
    Samples.answer(.success(LoadedArticle(Samples.text)), in: &state)
    #expect(state.page?.top == 0 && state.page?.search?.text == "cr")
    press(.character("n"), in: &state)
    #expect(state.page?.search?.current == 0)
    // A page that a link leads to has nothing to do with the list.
    press(.tab, .enter, in: &state)
    Samples.answer(.success(LoadedArticle(Samples.text)), in: &state)
    #expect(state.page?.search == nil)
  }

  @Test("closing cancels the fetch, and an answer after that changes nothing")
  func late() throws {
    var state = Samples.ended(.success(Samples.article))
    press(.character("l"), in: &state)
    let id = try #require(state.page?.request.pendingID)
    #expect(press(.escape, in: &state) == [.cancel(id)])
    let before = state
    #expect(update(&state, .reader(.loaded(id, .success(LoadedArticle(Samples.text))))).isEmpty)
    #expect(update(&state, .reader(.progressed(id, elapsed: .seconds(1)))).isEmpty)
    #expect(state == before)
  }

  @Test("an answer goes to the page that it was requested for, whatever is on screen")
  func outOfOrder() throws {
    var state = Samples.reading()
    press(.tab, .enter, in: &state)
    let second = try #require(state.page?.request.pendingID)
    #expect(state.page?.metadata.originalURL.absoluteString == "https://rays.example/theory")
    // The first page is fetched again, and the answer of the second comes only after that.
    press(.character("h"), in: &state)
    press(.character("r"), in: &state)
    let first = try #require(state.page?.request.pendingID)
    let theory = Articles.Article(
      title: "What a ray is", blocks: [.paragraph([.text("Half a line.")])])
    _ = update(&state, .reader(.loaded(second, .success(LoadedArticle(theory)))))
    #expect(state.page?.isLoading == true && !render(state).text.contains("Half a line"))
    _ = update(&state, .reader(.loaded(first, .failure(.noArticle))))
    // What was shown stays.
    #expect(state.page?.content?.loaded.article == Samples.text)
    #expect(
      state.notice == .failure("Not fetched again: This page has no article to read."))
    _ = update(&state, .reader(.loaded(first, .success(LoadedArticle(theory)))))
    #expect(state.page?.content?.loaded.article == Samples.text)
  }

  @Test("esc while a page is fetched again goes back to what was shown")
  func cancelsReload() throws {
    var state = Samples.reading()
    let before = render(state)
    press(.character("r"), in: &state)
    let id = try #require(state.page?.request.pendingID)
    _ = update(&state, .program(.resized(GridSize(columns: 60, rows: 20))))
    #expect(press(.escape, in: &state) == [.cancel(id)])
    _ = update(&state, .program(.resized(Samples.reading().surroundings.size)))
    #expect(render(state) == before)
    _ = update(&state, .reader(.loaded(id, .failure(.noArticle))))
    #expect(render(state) == before)
  }

  @Test("a page that's saved with another address is marked and kept in mind there")
  func otherAddress() throws {
    var state = Samples.reading(GridSize(columns: 60, rows: 16))
    press(.character("r"), in: &state)
    let id = try #require(state.page?.request.pendingID)
    var saved = Samples.annotatedLinks[0]
    let target = try #require(WebAddress("https://rays.example/target"))
    saved.metadata.originalAddress = target
    _ = update(&state, .reader(.loaded(id, .success(LoadedArticle(Samples.text, saved: saved)))))
    let mark = press(.character("m"), in: &state)
    #expect(mark.changes == [.mark(.page(target.url), isRead: true)])
    press(.character("G"), in: &state)
    let effects = press(.character("h"), in: &state)
    #expect(
      effects.contains {
        if case .write(.readingPlace(let url, _, _)) = $0 { url == target.url } else { false }
      })
  }

  @Test("a link leads on, and back to where it was")
  func follows() throws {
    var state = Samples.reading(GridSize(columns: 60, rows: 16))
    press(.character("G"), .backTab, .backTab, in: &state)
    let before = state
    let effects = press(.enter, in: &state)
    let id = try #require(state.page?.request.pendingID)
    let left = try #require(before.page)
    let place = try #require(before.reader.readingPlace(of: left, in: before.surroundings))
    let theory = try #require(URL(string: "https://rays.example/theory"))
    #expect(
      effects == [
        .fetch(
          .article(id, theory, saved: nil, timeout: .seconds(5))),
        .write(.readingPlace(Self.url, place, after: nil)),
      ])
    #expect(press(.escape, in: &state) == [.cancel(id)])
    #expect(state.page?.top == before.page?.top && state.page?.link == before.page?.link)
    #expect(render(state) == render(before))
  }

  @Test("what's done acts on the selected link, and else on the page")
  func targets() throws {
    var state = Samples.reading()
    let link = try #require(URL(string: "https://rays.example/theory"))
    #expect(press(.character("o"), in: &state) == [.system(.open(Self.url))])
    #expect(state.addressOnScreen == Self.url.absoluteString)
    press(.tab, in: &state)
    #expect(press(.character("o"), in: &state) == [.system(.open(link))])
    #expect(state.addressOnScreen == link.absoluteString)
    let copy = press(.character("y"), in: &state)
    guard case .share(_, .copy(.address), .link(let metadata))? = copy.first else {
      return #expect(Bool(false), "\(copy)")
    }
    #expect(metadata.originalURL == link)
    let save = press(.character("s"), in: &state)
    guard case .write(.save(let id, let metadata))? = save.first else {
      return #expect(Bool(false), "\(save)")
    }
    #expect(metadata == LinkMetadata(originalURL: link))
    // The answer is about the link, so the page isn't shown as saved.
    let saved = SavedLink(id: 9, metadata: metadata, savedAt: Samples.now)
    _ = update(&state, .changes(.linkSaved(id, .success(.saved(saved)))))
    #expect(state.page?.saved == nil)
    press(.escape, in: &state)
    let page = press(.character("s"), in: &state)
    guard case .write(.save(let pageID, let metadata))? = page.first else {
      return #expect(Bool(false), "\(page)")
    }
    #expect(metadata == Samples.article)
    _ = update(
      &state,
      .changes(
        .linkSaved(
          pageID, .success(.saved(SavedLink(id: 3, metadata: metadata, savedAt: Samples.now))))))
    #expect(state.page?.saved?.id == 3)
    #expect(press(.character("s"), in: &state).isEmpty)
  }

  @Test("the text of the page can be shared as Markdown, that of a link can't")
  func shares() throws {
    var state = Samples.reading()
    press(.character("S"), in: &state)
    #expect(state.sheet?.activities.first == .copyArticle)
    let effects = press(.character("a"), in: &state)
    guard case .share(_, .copyArticle, .article(let metadata, let markdown))? = effects.first else {
      return #expect(Bool(false), "\(effects)")
    }
    #expect(metadata == Samples.article)
    #expect(markdown.hasPrefix("[Crafting Interpreters](https://craftinginterpreters.com/)\n\n"))
    #expect(markdown.contains("## Spheres"))
    press(.escape, in: &state)
    var link = Samples.reading()
    press(.tab, .character("S"), in: &link)
    #expect(link.sheet?.activities.contains(.copyArticle) == false)
  }

  @Test("m marks the page as read once that's stored, and then as unread")
  func marks() throws {
    var state = Samples.reading()
    let effects = press(.character("m"), in: &state)
    #expect(effects.changes == [.mark(.page(Self.url), isRead: true)])
    #expect(state.page?.readAt == nil)
    _ = update(&state, .changes(.ended(state.lastRequest, .make, .failure(.full(path: "x")))))
    #expect(state.page?.readAt == nil && state.notice?.kind == .failure)
    #expect(!state.saved.undo.canUndo)
    let again = press(.character("m"), in: &state)
    #expect(again.changes == [.mark(.page(Self.url), isRead: true)])
    let second = state.lastRequest
    // Another page is on screen when the answer arrives.
    press(.tab, .enter, in: &state)
    var outcome = ChangeOutcome()
    outcome.reading = ReadingChange(isRead: true, [WebAddress(Self.url)], at: Samples.now)
    _ = update(&state, .changes(.ended(second, .make, .success(outcome))))
    #expect(state.page?.readAt == nil)
    #expect(state.notice?.text == "Marked 1 link as read. Press u to undo.")
    press(.escape, .escape, in: &state)
    #expect(state.page?.readAt == Samples.now)
    let undo = press(.character("u"), in: &state)
    #expect(undo == [.write(.undo(state.lastRequest, of: .request(second)))])
    let back = ReadingChange(isRead: false, [WebAddress(Self.url)], at: Samples.now)
    _ = update(
      &state,
      .changes(
        .ended(
          state.lastRequest, .undo, .success(.replayed(.marked(isRead: true), reading: back)))))
    #expect(state.page?.readAt == nil)
    #expect(state.notice?.text == "Undone: marked 1 link as read.")
    #expect(press(.control("r"), in: &state) == [.write(.redo(state.lastRequest))])
    _ = update(
      &state,
      .changes(
        .ended(
          state.lastRequest, .redo,
          .success(.replayed(.marked(isRead: true), reading: outcome.reading)))))
    let unread = press(.character("m"), in: &state)
    #expect(unread.changes == [.mark(.page(Self.url), isRead: false)])
  }

  @Test("M on Saved marks the selected links, or the one at the cursor")
  func marksLinks() {
    var links = Samples.savedLinks
    links[1].reading = ReadingState(readAt: Samples.now)
    var state = Samples.state(saved: links)
    var store = SampleStore(links: links)
    store.press(.tab, in: &state)
    let first = press(.character("m"), in: &state)
    #expect(first.changes == [.mark(.links([4]), isRead: true)])
    store.settle(first, in: &state)
    #expect(state.notice?.text == "Marked 1 link as read. Press u to undo.")
    store.press(.down, in: &state)
    let second = press(.character("m"), in: &state)
    #expect(second.changes == [.mark(.links([3]), isRead: false)])
    store.settle(second, in: &state)
    #expect(state.notice?.text == "Marked 1 link as unread. Press u to undo.")
    store.press(.character("*"), in: &state)
    let all = press(.character("m"), in: &state)
    #expect(all.changes == [.mark(.links([4, 3, 2, 1]), isRead: nil)])
  }

  @Test("a failed page can be tried again or opened")
  func failure() throws {
    var state = Samples.ended(.success(Samples.article))
    press(.character("l"), in: &state)
    Samples.answer(.failure(.notFetched(.failed(.httpStatus(503)))), in: &state)
    #expect(render(state).text.contains("HTTP 503"))
    #expect(press(.character("o"), in: &state) == [.system(.open(Self.url))])
    let effects = press(.character("r"), in: &state)
    let id = try #require(state.page?.request.pendingID)
    #expect(
      effects == [
        .fetch(.article(id, Self.url, saved: nil, timeout: .seconds(5), ignoringCopy: true))
      ])
  }
}
