import Foundation
import LinkPreview
import Links
import TerminalGrid
import Testing

@testable import RayletteApp

struct RefreshUpdateTests {
  private let old = CachedMetadata(
    metadata: Samples.article, fetchedAt: Samples.now - 9 * Samples.day)
  private let new: CachedMetadata = {
    var metadata = Samples.article
    metadata.title = "Crafting Interpreters, second edition"
    return CachedMetadata(metadata: metadata, fetchedAt: Samples.now)
  }()

  private func shown() throws -> (AppState, RequestID) {
    var state = Samples.loading(columns: 100)
    let id = try #require(state.spin.card?.id)
    _ = update(&state, .program(.previewLoaded(id, .success(old))))
    return (state, id)
  }

  private func screen(_ state: AppState) -> String { render(state).text }

  @Test("a refreshed card replaces the old one and its age")
  func refreshed() throws {
    var (state, id) = try shown()
    #expect(screen(state).contains("fetched 9 days ago"))
    #expect(update(&state, .spin(.refreshed(id, new))).isEmpty)
    #expect(state.spin.card?.phase == .loaded(new))
    #expect(screen(state).contains("second edition"))
    #expect(!screen(state).contains("fetched"))
  }

  @Test("a refresh for another spin than the current one is dropped")
  func otherSpin() throws {
    var (state, id) = try shown()
    spin(&state)
    let next = try #require(state.spin.card)
    _ = update(&state, .spin(.refreshed(id, new)))
    #expect(state.spin.card == next)
    _ = update(&state, .program(.previewLoaded(next.id, .success(old))))
    _ = update(&state, .spin(.refreshed(id, new)))
    #expect(state.spin.card?.phase == .loaded(old))
  }

  @Test("a refresh is dropped unless a card is shown")
  func otherPhases() throws {
    var state = Samples.loading()
    let spin = try #require(state.spin.card)
    _ = update(&state, .spin(.refreshed(spin.id, new)))
    #expect(state.spin.card == spin)
    _ = update(&state, .program(.previewLoaded(spin.id, .failure(.failed(.httpStatus(404))))))
    _ = update(&state, .spin(.refreshed(spin.id, new)))
    #expect(state.spin.card?.failure == .failed(.httpStatus(404)))
    var idle = Samples.state()
    _ = update(&idle, .spin(.refreshed(spin.id, new)))
    #expect(idle.spin.card == nil)
  }

  @Test("a refresh changes only the card; the notice and the tab stay")
  func elsewhere() throws {
    var (state, id) = try shown()
    _ = update(&state, .tabClicked(.saved))
    _ = update(&state, .program(.storeFailed(.full(path: "/x"))))
    var expected = state
    expected.spin.card?.phase = .loaded(new)
    _ = update(&state, .spin(.refreshed(id, new)))
    #expect(state == expected)
  }
}
