import Foundation
import LinkPreview
import Links
import TerminalGrid
import Testing

@testable import RayletteApp

/// `r` loads again what was loaded, on every screen.
struct ReloadTests {
  private let shown = CachedMetadata(metadata: Samples.article, fetchedAt: Samples.now)
  private static let error = LinkMetadataError.failed(.httpStatus(503))

  private let new: CachedMetadata = {
    var metadata = Samples.article
    metadata.title = "Crafting Interpreters, second edition"
    return CachedMetadata(metadata: metadata, fetchedAt: Samples.now)
  }()

  private func saved() -> (AppState, SampleStore) {
    var state = Samples.state(saved: Samples.savedLinks)
    var store = SampleStore(links: Samples.savedLinks)
    store.press(.tab, .down, in: &state)
    return (state, store)
  }

  @Test("on Spin, a card is loaded past the cache, and replaced")
  func card() throws {
    var state = Samples.ended(.success(Samples.article))
    let effects = press(.character("r"), in: &state)
    let id = try #require(state.spin.card?.id)
    #expect(
      effects.contains(
        .fetch(
          .preview(
            id, Samples.article.originalURL, timeout: state.surroundings.timeout,
            ignoringCache: true))))
    #expect(state.spin.card?.isLoading == true && state.spin.trail.spins.count == 1)
    let marks = update(&state, .program(.previewLoaded(id, .success(new))))
    #expect(state.spin.card?.phase == .loaded(new) && state.spin.card?.previous == nil)
    #expect(marks.marks.isEmpty)
  }

  @Test("on Spin, a card that can't be loaded again stays, with the reason")
  func failure() throws {
    var state = Samples.ended(.success(Samples.article))
    press(.character("r"), in: &state)
    let id = try #require(state.spin.card?.id)
    #expect(update(&state, .program(.previewLoaded(id, .failure(Self.error)))).isEmpty)
    #expect(state.spin.card?.phase == .loaded(shown))
    #expect(state.notice?.kind == .failure)
    #expect(state.notice?.text.hasPrefix("Not loaded again. ") == true)
  }

  @Test("on Spin, esc stops it and keeps the card; a late answer changes nothing")
  func stopped() throws {
    var state = Samples.ended(.success(Samples.article))
    press(.character("r"), in: &state)
    let id = try #require(state.spin.card?.id)
    #expect(press(.escape, in: &state).contains(.cancel(id)))
    #expect(state.spin.card?.phase == .loaded(shown))
    #expect(state.notice?.text == "Stopped loading craftinginterpreters.com again.")
    _ = update(&state, .program(.previewLoaded(id, .success(new))))
    #expect(state.spin.card?.phase == .loaded(shown))
  }

  @Test("a card that loads again when the wheel is spun stays in the trail as it was")
  func skipped() throws {
    var state = Samples.ended(.success(Samples.article))
    press(.character("r"), .space, in: &state)
    #expect(state.spin.trail.spins.first?.phase == .loaded(shown))
  }

  @Test("r loads the page again, in Saved and in the reader")
  func keys() {
    let key: Character = "r"
    var (state, _) = saved()
    #expect(press(.character(key), in: &state) == [.job(.refresh(state.saved.jobRequest.id, [3]))])
    var reader = Samples.reading()
    let effects = press(.character(key), in: &reader)
    #expect(
      effects.contains {
        if case .fetch(.article(_, _, _, _, ignoringCopy: true)) = $0 { true } else { false }
      })
  }

  @Test("in the details of a card, the page and its problems are read again")
  func detailsOfCard() throws {
    var state = Samples.ended(.success(Samples.article))
    press(.character("i"), in: &state)
    let findings = state.findingsRequest.id
    let effects = press(.character("r"), in: &state)
    let id = state.detailsRequest.id
    let url = Samples.article.originalURL
    #expect(
      effects == [
        .cancel(findings),
        .fetch(.preview(id, url, timeout: state.surroundings.timeout, ignoringCache: true)),
        .fetch(.findings(state.findingsRequest.id, url, timeout: state.surroundings.timeout)),
      ])
    #expect(press(.character("r"), in: &state).isEmpty)
    #expect(state.notice?.text == "The page is still loading.")
    _ = update(&state, .program(.previewLoaded(id, .success(new))))
    #expect(state.details?.metadata == new.metadata && state.spin.card?.phase == .loaded(new))
    #expect(state.notice?.text == "Reloaded.")
  }

  @Test("in the details of a saved link, what the page says now is saved, and can be undone")
  func detailsOfLink() throws {
    var (state, store) = saved()
    store.press(.character("i"), .character("r"), in: &state)
    let id = state.detailsRequest.id
    let effects = update(&state, .program(.previewLoaded(id, .success(new))))
    #expect(effects.changes == [.make(.setMetadata([3: new.metadata]))])
    store.settle(effects, in: &state)
    #expect(state.details?.metadata.title == new.metadata.title)
    #expect(state.notice?.text == "Refreshed 1 link.")
    #expect(state.saved.undo.canUndo)
  }

  @Test("in the details, a failure says why and changes nothing; closing them cancels")
  func detailsFail() throws {
    var (state, store) = saved()
    store.press(.character("i"), .character("r"), in: &state)
    let before = state.details
    _ = update(&state, .program(.previewLoaded(state.detailsRequest.id, .failure(Self.error))))
    #expect(state.details?.metadata == before?.metadata && !state.saved.undo.canUndo)
    #expect(state.notice?.text.hasPrefix("Not loaded again. ") == true)
    press(.character("r"), in: &state)
    let id = state.detailsRequest.id
    #expect(press(.escape, in: &state).contains(.cancel(id)))
    #expect(update(&state, .program(.previewLoaded(id, .success(new)))).isEmpty)
  }
}
