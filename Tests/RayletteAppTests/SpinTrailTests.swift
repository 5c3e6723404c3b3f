import Foundation
import LinkPreview
import LinkStore
import TerminalGrid
import Testing

@testable import RayletteApp

/// The way back through the cards of the session.
struct SpinTrailTests {
  private let entry = MetadataCache.Entry(metadata: Samples.article, fetchedAt: Samples.now)

  /// Spins a number of links, each of which is shown.
  private func spun(_ count: Int) throws -> (state: AppState, ids: [RequestID]) {
    let links = (0..<100).map { Wheel.Link(address: "https://example.org/\($0)") }
    var state = Samples.state(wheel: Wheel(name: "w", links: links))
    var ids: [RequestID] = []
    for _ in 0..<count {
      press(.space, in: &state)
      let spin = try #require(state.spin)
      ids.append(spin.id)
      _ = update(&state, .previewLoaded(spin.id, .success(entry)))
    }
    return (state, ids)
  }

  @Test("[ and ] go through the cards without fetching, and stop at the ends")
  func steps() throws {
    var (state, ids) = try spun(3)
    for expected in [ids[1], ids[0], ids[0]] {
      let effects = press(.character("["), in: &state)
      #expect(state.spin?.id == expected)
      #expect(!effects.contains { if case .fetch = $0 { true } else { false } })
    }
    for expected in [ids[1], ids[2], ids[2]] {
      press(.character("]"), in: &state)
      #expect(state.spin?.id == expected)
    }
  }

  @Test("a new spin from the middle loses no card")
  func middle() throws {
    var (state, ids) = try spun(3)
    press(.character("["), .character("["), .space, in: &state)
    let new = try #require(state.spin?.id)
    #expect(state.trail.spins.map(\.id) == ids + [new])
  }

  @Test("a link that was skipped while it loaded is loaded when the user goes back to it")
  func skipped() throws {
    var (state, ids) = try spun(1)
    press(.space, in: &state)
    let skipped = try #require(state.spin)
    let effects = press(.space, in: &state)
    #expect(effects.withoutDraws.first == .cancel(skipped.id))
    let last = try #require(state.spin)
    _ = update(&state, .previewLoaded(last.id, .success(entry)))
    press(.character("["), in: &state)
    #expect(state.spin?.url == skipped.url && state.spin?.isLoading == true)
    // The answer of the fetch that was cancelled is late.
    _ = update(&state, .previewLoaded(skipped.id, .failure(.failed(.httpStatus(404)))))
    #expect(state.spin?.isLoading == true)
    // Esc returns to the card that the user came from.
    press(.escape, in: &state)
    #expect(state.spin?.id == last.id)
    #expect(state.trail.spins.map(\.id).first == ids[0])
  }

  @Test("an answer goes to its own card, although another one is on screen")
  func lateAnswer() throws {
    var (state, ids) = try spun(2)
    press(.space, in: &state)
    let loading = try #require(state.spin)
    press(.character("["), in: &state)
    let before = state.spin
    var other = entry
    other.metadata = Samples.video
    _ = update(&state, .previewLoaded(loading.id, .success(other)))
    #expect(state.spin == before && state.spin?.id == ids[1])
    press(.character("]"), in: &state)
    #expect(state.spin?.phase == .shown(other))
  }

  @Test("a save, and its late answer, are about the card that was on screen")
  func lateSave() throws {
    var (state, ids) = try spun(2)
    press(.character("s"), in: &state)
    let request = state.lastRequest
    press(.character("["), in: &state)
    let link = SavedLink(id: 9, metadata: Samples.article, savedAt: Samples.now)
    _ = update(&state, .linkSaved(request, .success(.saved(link))))
    #expect(state.spin?.id == ids[0] && state.spin?.isSaved == false)
    press(.character("]"), in: &state)
    #expect(state.spin?.isSaved == true)
  }

  @Test("u on Spin undoes a save")
  func undo() throws {
    var (state, _) = try spun(1)
    var store = StoreDouble(links: [])
    press(.character("s"), in: &state)
    let id = state.lastRequest
    let link = SavedLink(id: 1, metadata: Samples.article, savedAt: Samples.now)
    store.links = [link]
    store.saved(1, as: id)
    store.settle(update(&state, .linkSaved(id, .success(.saved(link)))), in: &state)
    #expect(state.spin?.isSaved == true)
    store.press(.character("u"), in: &state)
    #expect(state.notice?.text == "Undone: saved 1 link." && state.spin?.isSaved == false)
  }

  @Test("t on Spin tags the saved link; an unsaved one is saved first, however late that is")
  func tags() throws {
    var (state, _) = try spun(1)
    for key in "tswift" { press(.character(key), in: &state) }
    let effects = press(.enter, in: &state)
    let id = state.lastRequest
    guard case .write(.save(id, _))? = effects.first else {
      Issue.record("\(effects)")
      return
    }
    press(.space, in: &state)
    let link = SavedLink(id: 5, metadata: Samples.article, savedAt: Samples.now)
    let after = update(&state, .linkSaved(id, .success(.saved(link))))
    #expect(after.changes == [.make(.addTags(["swift"], to: [5]))])
    press(.character("["), in: &state)
    for key in "t-old" { press(.character(key), in: &state) }
    #expect(press(.enter, in: &state).changes == [.make(.removeTags(["old"], from: [5]))])
  }

  @Test("e on Spin edits the note, after saving the link; keys typed meanwhile wait for that")
  func note() throws {
    var (state, ids) = try spun(1)
    press(.character("e"), in: &state)
    let id = state.lastRequest
    let waiting = press(.space, in: &state)
    #expect(waiting.allSatisfy { $0.isReminder })
    #expect(state.spin?.id == ids[0])
    let link = SavedLink(id: 5, metadata: Samples.article, savedAt: Samples.now)
    let effects = update(&state, .linkSaved(id, .success(.saved(link)))).drawn(in: &state)
    #expect(effects.contains(.system(.editNote(5))))
    #expect(state.spin?.id != ids[0])
  }

  @Test("a failure from memory says when it failed, and a retry fetches again")
  func remembered() throws {
    var state = Samples.loading(columns: 80, rows: 24)
    let id = try #require(state.spin?.id)
    _ = update(
      &state,
      .previewLoaded(id, .failure(.failed(.httpStatus(404))), failedAt: Samples.now - 180))
    #expect(render(state).text.contains("It failed 3 minutes ago"))
    press(.character("r"), in: &state)
    #expect(state.spin?.isLoading == true && state.trail.spins.count == 1)
  }
}
