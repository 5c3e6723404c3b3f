import Foundation
import LinkPreview
import Links
import Markup
import TerminalGrid
import Testing

@testable import RayletteApp

/// The way back through the cards of the session.
struct SpinTrailTests {
  private let entry = CachedMetadata(metadata: Samples.article, fetchedAt: Samples.now)

  /// Spins a number of links, each of which is shown.
  private func spun(_ count: Int) throws -> (state: AppState, ids: [RequestID]) {
    let links = (0..<100).map { Wheel.Link(address: "https://example.org/\($0)") }
    var state = Samples.state(wheel: Wheel(name: "w", links: links))
    var ids: [RequestID] = []
    for _ in 0..<count {
      press(.space, in: &state)
      let spin = try #require(state.spin.card)
      ids.append(spin.id)
      _ = update(&state, .program(.previewLoaded(spin.id, .success(entry))))
    }
    return (state, ids)
  }

  @Test("[ and ] go through the cards without fetching, and stop at the ends")
  func steps() throws {
    var (state, ids) = try spun(3)
    for expected in [ids[1], ids[0], ids[0]] {
      let effects = press(.character("["), in: &state)
      #expect(state.spin.card?.id == expected)
      #expect(!effects.contains { if case .fetch = $0 { true } else { false } })
    }
    for expected in [ids[1], ids[2], ids[2]] {
      press(.character("]"), in: &state)
      #expect(state.spin.card?.id == expected)
    }
  }

  @Test("a new spin from the middle loses no card")
  func middle() throws {
    var (state, ids) = try spun(3)
    press(.character("["), .character("["), .space, in: &state)
    let new = try #require(state.spin.card?.id)
    #expect(state.spin.trail.spins.map(\.id) == ids + [new])
  }

  @Test("the last 500 cards stay, and the array of them isn't copied for each new one")
  func limit() throws {
    let url = try #require(URL(string: "https://example.org/"))
    var trail = SpinTrail()
    var id = RequestID.none
    func append(_ count: Int) {
      for _ in 0..<count {
        id = id.next
        trail.append(
          Spin(
            id: id, url: url, link: Wheel.Link(address: "https://example.org/"),
            phase: .loaded(entry)))
      }
    }
    func place() -> Int? {
      trail.spins.withUnsafeBufferPointer { $0.baseAddress.map { Int(bitPattern: $0) } }
    }
    append(500)
    let first = trail.spins[0].id
    let before = place()
    for _ in 0..<10 {
      append(1)
      #expect(place() == before)
    }
    #expect(trail.spins.count == 500 && trail.spins[0].id != first && trail.current?.id == id)
  }

  @Test("a link that was skipped while it loaded is loaded when the user goes back to it")
  func skipped() throws {
    var (state, ids) = try spun(1)
    press(.space, in: &state)
    let skipped = try #require(state.spin.card)
    let effects = press(.space, in: &state)
    #expect(effects.withoutDraws.first == .cancel(skipped.id))
    let last = try #require(state.spin.card)
    _ = update(&state, .program(.previewLoaded(last.id, .success(entry))))
    press(.character("["), in: &state)
    #expect(state.spin.card?.url == skipped.url && state.spin.card?.isLoading == true)
    // The answer of the fetch that was cancelled is late.
    _ = update(&state, .program(.previewLoaded(skipped.id, .failure(.failed(.httpStatus(404))))))
    #expect(state.spin.card?.isLoading == true)
    // Esc returns to the card that the user came from.
    press(.escape, in: &state)
    #expect(state.spin.card?.id == last.id)
    #expect(state.spin.trail.spins.map(\.id).first == ids[0])
  }

  @Test("an answer goes to its own card, although another one is on screen")
  func lateAnswer() throws {
    var (state, ids) = try spun(2)
    press(.space, in: &state)
    let loading = try #require(state.spin.card)
    press(.character("["), in: &state)
    let before = state.spin.card
    var other = entry
    other.metadata = Samples.video
    _ = update(&state, .program(.previewLoaded(loading.id, .success(other))))
    #expect(state.spin.card == before && state.spin.card?.id == ids[1])
    press(.character("]"), in: &state)
    #expect(state.spin.card?.phase == .loaded(other))
  }

  @Test("a save, and its late answer, are about the card that was on screen")
  func lateSave() throws {
    var (state, ids) = try spun(2)
    press(.character("s"), in: &state)
    let request = state.lastRequest
    press(.character("["), in: &state)
    let link = SavedLink(id: 9, metadata: Samples.article, savedAt: Samples.now)
    _ = update(&state, .changes(.linkSaved(request, .success(.saved(link)))))
    #expect(state.spin.card?.id == ids[0] && state.spin.card?.isSaved == false)
    press(.character("]"), in: &state)
    #expect(state.spin.card?.isSaved == true)
  }

  @Test("u on Spin undoes a save")
  func undo() throws {
    var (state, _) = try spun(1)
    var store = SampleStore(links: [])
    store.press(.character("s"), in: &state)
    #expect(state.spin.card?.isSaved == true)
    store.press(.character("u"), in: &state)
    #expect(state.notice?.text == "Undone: saved “\(Samples.article.displayTitle)”.")
    #expect(state.spin.card?.isSaved == false)
  }

  @Test("t on Spin tags the saved link; an unsaved one is saved first, however late that is")
  func tags() throws {
    var (state, _) = try spun(1)
    var store = SampleStore(links: [])
    for key in "tswift" { store.press(.character(key), in: &state) }
    let effects = press(.enter, in: &state)
    let id = state.lastRequest
    guard case .write(.save(id, _))? = effects.first else {
      Issue.record("\(effects)")
      return
    }
    press(.space, in: &state)
    let link = SavedLink(id: 5, metadata: Samples.article, savedAt: Samples.now)
    let after = update(&state, .changes(.linkSaved(id, .success(.saved(link)))))
    #expect(after.changes == [.make(.addTags(["swift"], to: [5]))])
    press(.character("["), in: &state)
    var tagged = link
    tagged.tags = ["old"]
    store = SampleStore(links: [tagged])
    for key in "told " { store.press(.character(key), in: &state) }
    #expect(press(.enter, in: &state).changes == [.make(.removeTags(["old"], from: [5]))])
  }

  @Test("e on Spin writes a note, and saves the link along with it")
  func note() throws {
    var (state, ids) = try spun(1)
    #expect(
      press(.character("e"), in: &state) == [
        .system(.writeNote(ids[0], try #require(state.spin.card).link.address))
      ])
    let effects = update(&state, .spin(.noteWritten(ids[0], .success("Mine"))))
    let id = state.lastRequest
    #expect(effects == [.write(.save(id, Samples.article))])
    let link = SavedLink(id: 5, metadata: Samples.article, savedAt: Samples.now)
    let after = update(&state, .changes(.linkSaved(id, .success(.saved(link)))))
    #expect(after.changes == [.make(.set(.note, [5: "Mine"]))])
    // The note of a saved link is its own.
    #expect(press(.character("e"), in: &state) == [.system(.editNote(5))])
  }

  @Test(
    "a link isn't saved without a note: the editor was left, or it failed",
    arguments: [
      (.success(nil), "No note was written, so the link wasn't saved."),
      (.success(""), "No note was written, so the link wasn't saved."),
      (.failure(.failed("vi")), "vi failed; the link wasn't saved."),
      (
        .failure(.failed("vi", kept: "/x")),
        "vi failed; what you wrote is in /x, and the next edit begins with it."
      ),
      (.failure(.notStarted("vi")), "vi couldn't be started; name one in EDITOR."),
    ] as [(Result<String?, EditorFailure>, String)])
  func noNote(result: Result<String?, EditorFailure>, message: String) throws {
    var (state, ids) = try spun(1)
    press(.character("e"), in: &state)
    #expect(update(&state, .spin(.noteWritten(ids[0], result))).isEmpty)
    #expect(state.notice?.text == message && state.spin.card?.isSaved == false)
    #expect(!state.saved.undo.canUndo)
  }

  @Test("a note for a card that isn't on screen any more saves nothing")
  func lateNote() throws {
    var (state, ids) = try spun(2)
    press(.character("e"), .character("["), in: &state)
    #expect(update(&state, .spin(.noteWritten(ids[1], .success("Mine")))).isEmpty)
    #expect(state.notice?.kind == .failure)
  }

  @Test("a page that failed or was skipped is in the history, with the title of the wheel")
  func recorded() throws {
    let link = Wheel.Link(address: "https://example.org/0", title: "Known", topics: ["Rays"])
    let other = Wheel.Link(address: "https://example.org/1", title: "Other")
    var state = Samples.state(wheel: Wheel(name: "w", links: [link, other]))
    press(.space, in: &state)
    let first = try #require(state.spin.card)
    let failed = update(
      &state, .program(.previewLoaded(first.id, .failure(.failed(.httpStatus(404))))))
    func visit(_ spin: Spin) -> Visit {
      Visit(
        address: spin.link.address, title: spin.link.title, wheel: "w", seenAt: Samples.now)
    }
    #expect(failed.seenLinks.map(\.visit) == [visit(first)] && !failed.seenLinks[0].isLoaded)
    press(.space, in: &state)
    let second = try #require(state.spin.card)
    #expect(second.isLoading)
    let skipped = press(.escape, in: &state).seenLinks
    #expect(skipped.map(\.visit) == [visit(second)] && !skipped[0].isLoaded)
  }

  @Test("a failed card keeps the title and the topics, and so does its line in the list of cards")
  func failedCard() throws {
    let link = Wheel.Link(
      address: "https://example.org/0", title: "A known title", topics: ["Rays", "Light"])
    var state = Samples.state(
      columns: 120, rows: 50, wheel: Wheel(name: "w", links: [link]))
    press(.space, in: &state)
    let id = try #require(state.spin.card?.id)
    _ = update(&state, .program(.previewLoaded(id, .failure(.failed(.httpStatus(404))))))
    let card = render(state).text
    for text in ["A known title", "Metadata fetch failed.", "HTTP 404 (not found)", "Rays · Light"]
    {
      #expect(card.contains(text), "\(text)")
    }
    let untitled = Wheel.Link(address: "https://example.org/untitled")
    state.spin.trail.append(
      Spin(
        id: .none, url: try #require(URL(webAddress: untitled.address)), link: untitled,
        phase: .failed(.timedOut(host: "example.org", after: .seconds(5)))))
    state.spin.trail.append(
      Spin(
        id: .none, url: try #require(URL(webAddress: "https://example.org/2")),
        link: Wheel.Link(address: "https://example.org/2"), phase: .loaded(entry)))
    let lines = render(state).text.split(separator: "\n")
    #expect(lines.contains { $0.contains("A known title") && $0.contains("HTTP 404") })
    #expect(
      lines.contains {
        $0.contains("https://example.org/untitled") && $0.contains("didn't answer within 5 s")
      })
  }

  @Test("the error card of a saved link doesn't offer to save it, and keeps its title")
  func failedSaved() throws {
    var state = Samples.ended(.failure(.failed(.httpStatus(404))))
    #expect(render(state).text.contains("save without a preview"))
    state.spin.card?.saved = SavedLink(id: 1, metadata: Samples.article, savedAt: Samples.now)
    let text = render(state).text
    #expect(!text.contains("save without a preview") && text.contains("open anyway"))
    #expect(text.contains("Crafting Interpreters"))
  }

  @Test("long keys leave room between them and what they do")
  func longKeys() throws {
    var state = Samples.ended(.failure(.timedOut(host: "example.org", after: .seconds(5))))
    state.surroundings.keyMap = KeyMap([
      KeyChange(KeyChord(.space), ["link.open"]), KeyChange(KeyChord(.pageDown), ["spin.next"]),
    ])
    let label = state.surroundings.keyMap.label(of: "link.open", in: state)
    #expect(label.count > 2)
    #expect(render(state).text.contains("\(label)  open anyway"))
    state.spin.card = nil
    state.surroundings.keyMap = KeyMap([
      KeyChange(KeyChord(.control("x"), .backspace), ["spin.next"])
    ])
    state.spin.trail = SpinTrail()
    #expect(render(state).text.contains("saved links (none yet)"))
    let start = try #require(
      render(state).text.split(separator: "\n").first { $0.contains("Spin the Wheel") })
    #expect(start.contains("\(state.surroundings.keyMap.label(of: "spin.next", in: state))  "))
  }

  @Test("a failure from memory says when it failed, and a retry fetches again")
  func remembered() throws {
    var state = Samples.loading(columns: 80, rows: 24)
    let id = try #require(state.spin.card?.id)
    _ = update(
      &state,
      .program(.previewLoaded(id, .failure(.failed(.httpStatus(404))), failedAt: Samples.now - 180))
    )
    #expect(render(state).text.contains("It failed 3 minutes ago"))
    press(.character("r"), in: &state)
    #expect(state.spin.card?.isLoading == true && state.spin.trail.spins.count == 1)
  }
}
