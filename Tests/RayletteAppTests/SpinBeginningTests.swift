import Foundation
import LinkPreview
import Links
import TerminalGrid
import Testing

@testable import RayletteApp

/// The text at the beginning of a page, which comes after its card.
struct SpinBeginningTests {
  private let entry = CachedMetadata(metadata: Samples.article, fetchedAt: Samples.now)
  private let paragraphs = [
    "When a computer starts, it knows nothing of files.",
    "The first 512 bytes of the disk have to tell it.",
  ]

  /// A wheel of nine links on a large terminal, with the first card on screen.
  private func shown(
    columns: Int = 140, rows: Int = 45, prefetches: Bool = false
  ) throws -> (state: AppState, id: RequestID) {
    let links = (0..<9).map { Wheel.Link(address: "https://example.org/\($0)") }
    var state = Samples.state(
      columns: columns, rows: rows, wheel: Wheel(name: "w", links: links))
    state.surroundings.prefetches = prefetches
    spin(&state)
    let id = try #require(state.spin.card?.id)
    _ = update(&state, .program(.previewLoaded(id, .success(entry))))
    return (state, id)
  }

  private func readsOn(_ effects: [Effect]) -> [Bool] {
    effects.compactMap { effect in
      switch effect {
      case .fetch(.spin(_, _, _, _, let readsOn)), .fetch(.preview(_, _, _, _, let readsOn)):
        readsOn
      default: nil
      }
    }
  }

  @Test(
    "pages are read on where there's room, and only where data costs nothing",
    arguments: [
      (120, 35, false, false, true), (119, 35, false, false, false),
      (120, 34, false, false, false), (200, 60, true, false, false),
      (200, 60, false, true, false),
    ])
  func asked(columns: Int, rows: Int, isMetered: Bool, isOffline: Bool, isAsked: Bool) {
    var state = Samples.state(columns: columns, rows: rows)
    state.surroundings.isMetered = isMetered
    state.surroundings.isOffline = isOffline
    #expect(readsOn(update(&state, .keyPressed(.space))) == [isAsked])
    var ended = Samples.ended(.success(Samples.article), columns: columns, rows: rows)
    ended.surroundings.isMetered = isMetered
    ended.surroundings.isOffline = isOffline
    #expect(readsOn(update(&ended, .keyPressed(.character("r")))) == [isAsked])
  }

  @Test("an accessible screen has no room for it")
  func accessible() {
    var state = Samples.state(columns: 200, rows: 60).accessible
    #expect(readsOn(update(&state, .keyPressed(.space))) == [false])
  }

  @Test("the first paragraphs stand below the summary, with the key for the rest")
  func drawn() throws {
    var (state, id) = try shown()
    let before = render(state).text
    #expect(update(&state, .spin(.begun(id, paragraphs))).isEmpty)
    let text = render(state).text
    #expect(!before.contains("When a computer") && text.contains("When a computer"))
    let lines = text.split(separator: "\n").map(String.init)
    let summary = try #require(lines.firstIndex { $0.contains("Everything you need") })
    let beginning = try #require(lines.firstIndex { $0.contains("When a computer") })
    #expect(beginning > summary)
    let last = try #require(lines.first { $0.contains("have to tell it.") })
    #expect(last.contains("l read"))
    _ = update(&state, .program(.resized(GridSize(columns: 119, rows: 45))))
    #expect(!render(state).text.contains("When a computer"))
  }

  @Test("beside a picture, the frame stays as it is when the beginning comes", arguments: [1, 60])
  func still(count: Int) throws {
    var (state, _) = Samples.withPictures(columns: 140, rows: 45)
    let id = try #require(state.spin.card?.id)
    let before = render(state).text.split(separator: "\n")
    _ = update(&state, .spin(.begun(id, Array(repeating: paragraphs[0], count: count))))
    let after = render(state).text.split(separator: "\n")
    #expect(before != after && before.count == after.count)
    for (one, other) in zip(before, after) where !other.contains("computer") {
      #expect(one == other || other.contains("read"))
    }
  }

  @Test("paragraphs that say what the summary says are left out")
  func repeated() throws {
    var (state, id) = try shown()
    let summary = try #require(Samples.article.summary)
    _ = update(&state, .spin(.begun(id, [summary + " And more.", paragraphs[1]])))
    let text = render(state).text
    #expect(!text.contains("And more.") && text.contains("The first 512 bytes"))
  }

  @Test("a page without text adds nothing, not even a blank line")
  func nothing() throws {
    var (state, id) = try shown()
    let before = render(state)
    _ = update(&state, .spin(.begun(id, [])))
    #expect(render(state) == before)
  }

  @Test("a late answer never shows on another card; the next spin cancels the reading")
  func late() throws {
    var (state, first) = try shown()
    let effects = spin(&state)
    #expect(effects.cancelled.contains(first))
    let second = try #require(state.spin.card?.id)
    _ = update(&state, .spin(.begun(first, paragraphs)))
    _ = update(&state, .program(.previewLoaded(second, .success(entry))))
    #expect(!render(state).text.contains("When a computer"))
    press(.character("["), in: &state)
    #expect(state.spin.card?.id == first && !render(state).text.contains("When a computer"))
    // The second card's own text comes while the first one is on screen.
    _ = update(&state, .spin(.begun(second, paragraphs)))
    #expect(!render(state).text.contains("When a computer"))
    press(.character("]"), in: &state)
    #expect(state.spin.card?.id == second && render(state).text.contains("When a computer"))
  }

  @Test("an answer before its card, or twice, changes nothing else")
  func early() throws {
    var (state, id) = try shown()
    _ = update(&state, .spin(.begun(id.next.next.next, paragraphs)))
    #expect(!render(state).text.contains("When a computer"))
    _ = update(&state, .spin(.begun(id, paragraphs)))
    _ = update(&state, .spin(.begun(id, ["Other"])))
    #expect(state.spin.card?.beginning == paragraphs)
  }

  @Test("a metered line stops the reading")
  func metered() throws {
    var (state, id) = try shown()
    #expect(update(&state, .program(.meterChanged(isMetered: true))).cancelled == [id])
    _ = update(&state, .spin(.begun(id, paragraphs)))
    #expect(state.spin.card?.beginning == nil)
  }

  @Test("a page that was fetched ahead comes up with its beginning")
  func prefetched() throws {
    var (state, _) = try shown(prefetches: true)
    let next = try #require(state.spin.prefetch?.id)
    let link = Wheel.Link(address: "https://example.org/next")
    _ = update(
      &state, .spin(.drawn(next, .success(SpinDraw(DrawnLink(link: link), page: nil)))))
    _ = update(&state, .program(.previewLoaded(next, .success(entry))))
    _ = update(&state, .spin(.begun(next, paragraphs)))
    #expect(!render(state).text.contains("When a computer"))
    press(.space, in: &state)
    #expect(state.spin.card?.id == next && render(state).text.contains("When a computer"))
  }

  @Test("a card that's loaded again keeps its beginning until the new one is here")
  func reloaded() throws {
    var (state, id) = try shown()
    _ = update(&state, .spin(.begun(id, paragraphs)))
    press(.character("r"), in: &state)
    let again = try #require(state.spin.card?.id)
    press(.escape, in: &state)
    #expect(state.spin.card?.beginning == paragraphs)
    press(.character("r"), in: &state)
    let third = try #require(state.spin.card?.id)
    _ = update(&state, .spin(.begun(again, ["Old"])))
    _ = update(&state, .program(.previewLoaded(third, .success(entry))))
    #expect(state.spin.card?.beginning == paragraphs)
    _ = update(&state, .spin(.begun(third, ["New"])))
    #expect(state.spin.card?.beginning == ["New"])
  }
}
