import Foundation
import LinkPreview
import Links
import TerminalGrid
import Testing

@testable import RayletteApp

/// The sentences of the Spin tab.
struct SpinMessageTests {
  private let entry = CachedMetadata(metadata: Samples.article, fetchedAt: Samples.now)

  /// Spins a wheel, each of whose links loads.
  private func spun(_ times: Int, of count: Int, narrowing: WheelNarrowing? = nil) -> AppState {
    let links = (0..<count).map {
      Wheel.Link(address: "https://example.org/\($0)", topics: ["Languages"])
    }
    var state = Samples.state(wheel: Wheel(name: "w", links: links))
    if let narrowing {
      state.spin.wheel.narrow(
        to: narrowing, counts: WheelState.Counts(all: count, unseen: count))
    }
    for _ in 0..<times {
      press(.space, in: &state)
      guard let id = state.spin.card?.id else { return state }
      _ = update(&state, .program(.previewLoaded(id, .success(entry)))).drawn(in: &state)
    }
    return state
  }

  @Test("the first card after the last unseen one says that the wheel starts over, and no other")
  func newRound() {
    #expect(spun(40, of: 40).notice == nil)
    #expect(
      spun(41, of: 40).notice == .information("You have seen all 40. Starting over."))
    #expect(spun(42, of: 40).notice == nil)
    #expect(
      spun(4, of: 3, narrowing: WheelNarrowing(topic: "Languages")).notice
        == .information("You have seen all 3 in Languages. Starting over."))
    // A wheel of one link always starts over.
    #expect(spun(3, of: 1).notice == nil)
  }

  @Test("a page that's the same when it's loaded again is no news; a new one is shown")
  func nothingNew() throws {
    var changed = entry
    changed.metadata.title = "Second edition"
    for (answer, notice) in [(entry, "Reloaded; nothing new."), (changed, nil)] {
      var state = Samples.ended(.success(Samples.article))
      press(.character("r"), in: &state)
      let id = try #require(state.spin.card?.id)
      _ = update(&state, .program(.previewLoaded(id, .success(answer))))
      #expect(state.notice?.text == notice)
    }
  }

  @Test(
    "the header says what the wheel is narrowed to, and how much of that was seen",
    arguments: [
      (140, "in Languages · 4 of 12 seen · tutorials"), (64, "in Languages · 4 of 12"),
      (40, "4 of 12 seen"),
    ])
  func narrowed(columns: Int, headline: String) {
    var state = Samples.state(columns: columns)
    state.spin.wheel.narrow(
      to: WheelNarrowing(topic: "Languages"), counts: WheelState.Counts(all: 12, unseen: 8))
    let header = render(state).text.split(separator: "\n").first.map(String.init) ?? ""
    #expect(header.trimmingCharacters(in: .whitespaces).hasSuffix("  \(headline)"), "\(header)")
  }

  @Test("the first screen names the topics unless the wheel is empty")
  func welcome() {
    let text = render(Samples.state()).text
    #expect(text.contains("tab      saved links (none yet)") && text.contains("/        topics"))
    let empty = render(Samples.state(wheel: Wheel(name: "none", links: []))).text
    #expect(!empty.contains("topics") && empty.contains("saved links (none yet)"))
  }

  static let errors: [(LinkMetadataError, String)] = [
    (.cancelled, "You stopped it before the page was here."),
    (.failed(.httpStatus(404)), "The site has no such page: HTTP 404 (not found)."),
    (.failed(.httpStatus(410)), "The site no longer has the page: HTTP 410 (gone)."),
    (
      .failed(.httpStatus(503)),
      "The site itself has a problem now: HTTP 503 (service unavailable)."
    ),
    (.failed(.httpStatus(418)), "The site answers with an error: HTTP 418."),
    (
      .failed(.hostNotFound("a.example")),
      "Can't find a.example. Check the address or your connection."
    ),
    (
      .failed(.notAWebPage(type: "application/zip")),
      "The link leads to a file, not to a page: application/zip."
    ),
    (.timedOut(host: "a.example", after: .seconds(5)), "a.example didn't answer within 5 s."),
    (.notAllowed(.notAWebAddress), "Only http and https addresses can be fetched."),
    (.unknown(""), "Nobody knows why. Try again, or open it in a browser."),
  ]

  @Test(
    "below the sentence of an error, the card says in plain words what it means",
    arguments: errors)
  func explanation(error: LinkMetadataError, explanation: String) {
    let text = render(Samples.ended(.failure(error), columns: 120, rows: 30)).text
    #expect(text.contains(error.sentence) && text.contains(explanation), "\(text)")
  }
}
