import Foundation
import LinkPreview
import Links
import TerminalGrid
import Testing

@testable import RayletteApp

/// The details view of a link.
struct DetailsTests {
  @Test("opens for cards, failures and saved links, but not while loading, and checks the page")
  func opened() throws {
    var card = Samples.ended(.success(Samples.article))
    #expect(
      press(.character("i"), in: &card)
        == [
          .fetch(
            .findings(
              card.lastRequest, Samples.article.originalURL, timeout: card.surroundings.timeout))
        ])
    #expect(render(card).text.contains("requested   https://craftinginterpreters.com/"))
    let id = card.findingsRequest.id
    #expect(press(.escape, in: &card) == [.cancel(id)] && card.overlay == nil)

    var failed = Samples.ended(.failure(.cancelled))
    #expect(press(.character("i"), in: &failed).count == 1 && failed.details != nil)

    var loading = Samples.loading()
    #expect(press(.character("i"), in: &loading).isEmpty && loading.overlay == nil)

    var saved = Samples.state(saved: Samples.annotatedLinks)
    var store = SampleStore(links: Samples.annotatedLinks)
    store.press(.tab, .character("j"), .character("i"), in: &saved)
    #expect(saved.details?.saved?.id == Samples.annotatedLinks[1].id)
    #expect(saved.saved.cursor == 1)
  }

  @Test("shows the page's own title, and hides a summary that repeats the title")
  func titles() {
    var links = Samples.savedLinks
    links[0].metadata.title = "My own name"
    links[0].metadata.summary = "My own name."
    links[0].pageTitle = "What the page calls itself"
    var state = Samples.state(columns: 100, rows: 50, saved: links)
    var store = SampleStore(links: links)
    store.press(.tab, in: &state)
    #expect(!render(state).text.contains("My own name."))
    store.press(.character("i"), in: &state)
    let text = render(state).text
    #expect(text.contains("title       What the page calls itself"))
    #expect(text.contains("My own name") && !text.contains("My own name."))
  }

  @Test("counts the problems of its own page only")
  func findings() throws {
    var state = Samples.ended(.success(Samples.article), columns: 80, rows: 40)
    press(.character("i"), in: &state)
    #expect(render(state).text.contains("Looking at the page…"))
    let id = state.findingsRequest.id
    _ = update(&state, .details(.findingsLoaded(.none, .success([]))))
    #expect(state.details?.findings == .awaited)
    let waiting = state
    _ = update(&state, .details(.findingsLoaded(id, .success([Self.fault]))))
    #expect(render(state).text.contains("1 problem; P shows what its publisher could do better."))
    // Only the first answer counts.
    _ = update(&state, .details(.findingsLoaded(id, .success([]))))
    #expect(render(state).text.contains("1 problem; P"))
    state = waiting
    _ = update(&state, .details(.findingsLoaded(id, .success([]))))
    #expect(render(state).text.contains("Nothing to improve."))
    state = waiting
    _ = update(&state, .details(.findingsLoaded(id, .failure(.failed(.httpStatus(404))))))
    #expect(render(state).text.contains("HTTP 404"))
  }

  @Test("a key lists the problems, scrolls to them, and counts them again")
  func problems() {
    var state = Samples.ended(.success(Self.full), columns: 80, rows: 20)
    press(.character("i"), in: &state)
    press(.character("P"), in: &state)
    #expect(state.notice?.text == "The page is still loading.")
    let findings = Array(repeating: Self.fault, count: 1200)
    _ = update(
      &state, .details(.findingsLoaded(state.findingsRequest.id, .success(findings))))
    press(.character("P"), in: &state)
    let text = render(state).text
    #expect(text.contains("\n   Preview problems "))
    #expect(text.contains("error       og:image is missing"))
    #expect(!text.contains("Crafting Interpreters"))
    press(.character("P"), in: &state)
    #expect(render(state).text.contains("1,200 problems"))
    #expect(!render(state).text.contains("og:image"))
  }

  @Test("the line that counts problems names the key of the config file, or none")
  func problemsKey() {
    for (changes, line) in [
      ([KeyChange(KeyChord(.character("Q")), ["details.problems"])], "1 problem; Q shows what"),
      ([KeyChange(KeyChord(.character("P")), [])], "1 problem.\n"),
    ] {
      var state = Samples.ended(.success(Samples.article), columns: 80, rows: 40)
      state.surroundings.keyMap = KeyMap(changes)
      press(.character("i"), in: &state)
      _ = update(
        &state, .details(.findingsLoaded(state.findingsRequest.id, .success([Self.fault]))))
      #expect(render(state).text.contains(line))
    }
  }

  private static let fault = PageCheck.Finding(severity: .error, text: "og:image is missing")

  @Test("scrolls to its end and no further, also after the terminal is resized")
  func scrolling() {
    var state = Samples.ended(.success(Self.full), columns: 60, rows: 14)
    press(.character("i"), in: &state)
    #expect(!render(state).text.contains("Preview problems"))
    press(.character("G"), in: &state)
    #expect(render(state).text.contains("Looking at the page…"))
    let end = state.details?.scroll ?? 0
    press(.character("j"), .pageDown, in: &state)
    #expect(state.details?.scroll == end && end > 0)
    _ = update(&state, .program(.resized(GridSize(columns: 140, rows: 60))))
    #expect(state.details?.scroll == 0)
    _ = update(&state, .program(.resized(GridSize(columns: 60, rows: 14))))
    press(.down, .up, .space, .home, in: &state)
    #expect(state.details?.scroll == 0)
  }

  @Test(
    "exact dates include the time, except at noon, which stands for a whole day",
    arguments: [
      (1_627_394_700, "27 Jul 2021, 14:05 UTC"), (1_627_387_200, "27 Jul 2021"),
      (-1, "31 Dec 1969, 23:59 UTC"),
    ] as [(TimeInterval, String)])
  func moments(seconds: TimeInterval, words: String) {
    #expect(PublicationTime.exact(Date(timeIntervalSince1970: seconds)) == words)
  }

  @Test("a note that doesn't fit in the card beside the list ends with a hint to press i")
  func longNote() {
    var links = Samples.annotatedLinks
    links[0].note = (1...60).map { "line \($0)" }.joined(separator: "\n")
    var state = Samples.state(columns: 120, rows: 30, saved: links)
    var store = SampleStore(links: links)
    store.press(.tab, in: &state)
    let text = render(state).text
    #expect(text.contains("line 1") && text.contains("… i shows the rest"))
    #expect(text.contains(links[0].metadata.displayTitle.prefix(10)))
    press(.character("i"), .character("G"), in: &state)
    #expect(render(state).text.contains("line 60"))
  }

  @Test("shows what happened to a saved link, the latest first, and reads it again when it changes")
  func history() {
    var state = Self.withHistory(GridSize(columns: 100, rows: 60))
    let rows = render(state).text.split(separator: "\n").map { $0.trimmingPrefix { $0 == " " } }
    let heading = rows.firstIndex { $0 == "Changes" } ?? 0
    #expect(
      rows[(heading + 1)...].prefix(4) == [
        "2d          Tagged swift ios · from the shell",
        "3d          Added a note · in the program",
        "8d          Changed the title from \"Old\", tagged books · from laptop-4kx9q2",
        "3w          Imported · from the shell",
      ])
    let request = state.details?.historyRequest.id ?? .none
    // Nothing is awaited any more.
    _ = update(&state, .details(.historyRead(request, [])))
    #expect(state.details?.history == Samples.events)
    var links = Samples.annotatedLinks
    links[1].note = "another"
    var store = SampleStore(links: links)
    store.settle(update(&state, .program(.storeChanged)), in: &state)
    let next = state.details?.historyRequest.id ?? .none
    #expect(next > request && state.details?.historyRequest.isPending(next) == true)
    _ = update(&state, .details(.historyRead(request, [])))
    #expect(state.details?.history == Samples.events, "a late answer is dropped")
    _ = update(&state, .details(.historyRead(next, [])))
    #expect(state.details?.history.isEmpty == true)
    #expect(!render(state).text.contains("Changes"))
  }

  /// The details of a saved link with its history.
  @Test("a change is chosen from those listed, and undone, whatever was changed since")
  func undo() throws {
    var state = Self.withHistory(GridSize(columns: 100, rows: 60))
    press(.character("u"), in: &state)
    let rows = render(state).text.split(separator: "\n")
    #expect(rows.contains { $0.contains("Undo a change") })
    #expect(
      rows.contains {
        $0.contains("Added a note") && $0.contains("in the program") && $0.contains("3d")
      })
    press(.down, in: &state)
    let effects = press(.enter, in: &state)
    let change = Samples.events[1].change.id
    let id = state.lastRequest
    #expect(effects == [.write(.undo(id, of: .change(change)))])
    // The details are on screen again, and say what's come of it.
    #expect(state.details != nil && state.chooser == nil)
    _ = update(&state, .changes(.ended(id, .undo, .success(ChangeOutcome()))))
    #expect(
      state.notice?.text == "Nothing to undo: that change was undone already, or never made.")
    // Without changes, there's nothing to choose from.
    var card = Samples.ended(.success(Samples.article))
    press(.character("i"), in: &card)
    press(.character("u"), in: &card)
    #expect(card.chooser == nil && card.notice?.text == "No changes of this link are known.")
  }

  static func withHistory(_ size: GridSize) -> AppState {
    var state = Samples.state(
      columns: size.columns, rows: size.rows, saved: Samples.annotatedLinks)
    var store = SampleStore(links: Samples.annotatedLinks)
    for case .read(.history(let id, _)) in store.press(
      .tab, .character("j"), .character("i"), in: &state)
    {
      _ = update(&state, .details(.historyRead(id, Samples.events)))
    }
    return state
  }

  /// Metadata with every property that an article can have.
  static let full: LinkMetadata = {
    var metadata = Samples.article
    let page = metadata.url
    metadata.originalURL = URL(string: "http://craftinginterpreters.com/?utm_source=x") ?? page
    metadata.canonicalURL = URL(string: "https://www.craftinginterpreters.com/") ?? page
    metadata.author = "Robert Nystrom"
    metadata.published = Date(timeIntervalSince1970: 1_627_394_700)
    metadata.modified = Date(timeIntervalSince1970: 1_700_000_000)
    metadata.language = "en"
    metadata.readingTime = .seconds(720)
    metadata.themeColor = LinkMetadata.Color(css: "#1481b8")
    metadata.feeds = [page.appending(path: "feed.xml")]
    metadata.image = .init(
      url: page.appending(path: "image/header.png"), type: "image/png", width: 1200, height: 630,
      alternativeText: "A mountain of code")
    metadata.icons = [.init(url: page.appending(path: "icon.png"), width: 180, height: 180)]
    return metadata
  }()
}
