import Articles
import Foundation
import LinkPreview
import Links
import TerminalGrid

@testable import RayletteApp

/// The screens that are compared with the files in `Frames`, by their names there.
extension FrameTests {
  static let screens: [(String, @Sendable (GridSize) -> AppState)] = [
    ("idle", { Samples.state(columns: $0.columns, rows: $0.rows) }),
    ("idle-browsers", { Samples.offering($0) }),
    (
      "idle-all-browsers", { Samples.offering($0, WebBrowser.allCases.filter { $0 != .safari }) }
    ),
    (
      "saved-browsers",
      { size in
        var state = Samples.offering(size, [.firefox])
        var store = SampleStore(links: [])
        store.press(.tab, in: &state)
        return state
      }
    ),
    (
      "browsers",
      { size in
        var state = Samples.offering(size)
        Samples.open(.browsers, in: &state)
        return state
      }
    ),
    (
      "importing",
      { size in
        var state = Samples.offering(size)
        Samples.open(.browsers, in: &state)
        press(.enter, in: &state)
        _ = update(&state, .saved(.jobProgressed(state.lastRequest, done: 500)))
        return state
      }
    ),
    (
      "idle-saved",
      { size in
        var state = Samples.state(
          columns: size.columns, rows: size.rows, saved: Samples.annotatedLinks)
        var store = SampleStore(links: Samples.annotatedLinks)
        store.settle(update(&state, .program(.timePassed(Samples.now))), in: &state)
        return state
      }
    ),
    (
      "loading",
      { size in
        var state = Samples.loading(columns: size.columns, rows: size.rows)
        if let id = state.spin.card?.id {
          _ = update(&state, .spin(.progressed(id, elapsed: .milliseconds(1240))))
        }
        return state
      }
    ),
    ("card", { ended(.success(Samples.article), $0) }),
    (
      "card-saved",
      { size in
        var state = ended(.success(Samples.article), size)
        state.spin.card?.saved = Samples.annotatedLinks[1]
        _ = update(&state, .changes(.linkSaved(.none, .success(.saved(Samples.savedLinks[1])))))
        return state
      }
    ),
    (
      "card-cached",
      { size in
        Samples.ended(
          .success(Samples.video), link: 2, columns: size.columns, rows: size.rows,
          fetchedAt: Samples.now - 2 * Samples.day)
      }
    ),
    (
      "card-cjk",
      { Samples.ended(.success(Samples.japanese), link: 1, columns: $0.columns, rows: $0.rows) }
    ),
    (
      "card-third",
      { size in
        var state = Samples.state(columns: size.columns, rows: size.rows)
        for metadata in [Samples.article, Samples.japanese, Samples.video] {
          press(.space, in: &state)
          let entry = CachedMetadata(metadata: metadata, fetchedAt: Samples.now)
          if let id = state.spin.card?.id {
            _ = update(&state, .program(.previewLoaded(id, .success(entry))))
          }
        }
        return state
      }
    ),
    (
      "beginning",
      { size in
        var state = ended(.success(Samples.article), size)
        if let id = state.spin.card?.id {
          _ = update(&state, .spin(.begun(id, Samples.beginning)))
        }
        return state
      }
    ),
    ("card-bare", { ended(.success(Samples.bare("https://craftinginterpreters.com/")), $0) }),
    ("reader", { Samples.reading($0) }),
    ("reader-guide", { Samples.reading($0, Samples.guide) }),
    ("reader-kept", { Samples.reading($0, keptAt: Samples.now - 40 * Samples.day) }),
    ("reader-hebrew", { Samples.reading($0, Samples.hebrew, appearance: Samples.visual) }),
    (
      "reader-hebrew-end",
      { size in
        var state = Samples.reading(size, Samples.hebrew, appearance: Samples.visual)
        press(.character("G"), .tab, in: &state)
        return state
      }
    ),
    ("reader-arabic", { Samples.reading($0, Samples.arabic, appearance: Samples.visual) }),
    (
      "reader-middle",
      { size in
        var state = Samples.reading(size)
        press(.character("]"), .character("]"), .character("{"), in: &state)
        return state
      }
    ),
    (
      "reader-end",
      { size in
        var state = Samples.reading(size)
        press(.character("G"), in: &state)
        return state
      }
    ),
    (
      "reader-link",
      { size in
        var state = Samples.reading(size)
        press(.tab, .tab, in: &state)
        return state
      }
    ),
    (
      "reader-hints",
      { size in
        var state = Samples.reading(size)
        press(.character("f"), in: &state)
        return state
      }
    ),
    (
      "reader-find",
      { size in
        var state = Samples.reading(size)
        type("/", "the sphere", in: &state)
        return state
      }
    ),
    (
      "reader-contents",
      { size in
        var state = Samples.reading(size)
        press(.character("g"), .character("c"), .down, in: &state)
        return state
      }
    ),
    (
      "reader-links",
      { size in
        var state = Samples.reading(size)
        press(.character("L"), in: &state)
        return state
      }
    ),
    (
      "reader-loading",
      { size in
        var state = ended(.success(Samples.article), size)
        press(.character("l"), in: &state)
        if let id = state.page?.request.pendingID {
          _ = update(&state, .reader(.progressed(id, elapsed: .milliseconds(1240))))
        }
        return state
      }
    ),
    (
      "reader-failed",
      { size in
        var state = ended(.success(Samples.article), size)
        press(.character("l"), in: &state)
        Samples.answer(.failure(.noArticle), in: &state)
        return state
      }
    ),
    (
      "reader-share",
      { size in
        var state = Samples.reading(size)
        press(.character("S"), in: &state)
        return state
      }
    ),
    ("wheels", { Samples.choosing(.wheels, $0) }),
    ("narrowing", { Samples.choosing(.narrowing, $0) }),
    ("history", { Samples.choosing(.history, $0) }),
    ("never", { Samples.choosing(.never, $0) }),
    ("card-narrowed", { Samples.narrowed($0) }),
    ("error-cancelled", { ended(.failure(.cancelled), $0) }),
    ("error-failed", { ended(.failure(.failed(.httpStatus(404))), $0) }),
    (
      "error-timed-out",
      { ended(.failure(.timedOut(host: "craftinginterpreters.com", after: .seconds(5))), $0) }
    ),
    ("error-unknown", { ended(.failure(.unknown("")), $0) }),
    ("details", { withProblems($0) }),
    (
      "details-problems",
      { size in
        var state = withProblems(size)
        press(.character("P"), in: &state)
        return state
      }
    ),
    (
      "details-saved",
      { size in
        var state = Samples.state(
          columns: size.columns, rows: size.rows, saved: Samples.annotatedLinks)
        var store = SampleStore(links: Samples.annotatedLinks)
        store.press(.tab, .character("j"), .character("i"), in: &state)
        return state
      }
    ),
    (
      "details-history",
      { size in
        var state = DetailsTests.withHistory(size)
        press(.character("G"), in: &state)
        return state
      }
    ),
    (
      "details-undo",
      { size in
        var state = DetailsTests.withHistory(size)
        press(.character("u"), in: &state)
        return state
      }
    ),
    (
      "sync",
      { size in
        var state = ended(.success(Samples.article), size)
        _ = update(&state, .sync(.changed(SyncScreenTests.status(waiting: 3))))
        press(.character("g"), .character("y"), in: &state)
        return state
      }
    ),
    (
      "sync-failed",
      { size in
        var state = ended(.success(Samples.article), size)
        let failure = "can't find example.org; check the address or your connection"
        _ = update(&state, .sync(.changed(SyncScreenTests.status(failure: failure))))
        press(.character("g"), .character("y"), in: &state)
        return state
      }
    ),
    (
      "card-in-step",
      { size in
        var state = ended(.success(Samples.article), size)
        _ = update(&state, .sync(.changed(SyncScreenTests.status())))
        return state
      }
    ),
    (
      "address",
      { size in
        var state = ended(.success(Samples.article), size)
        press(.character("O"), in: &state)
        return state
      }
    ),
    ("share", { Samples.sharing(ended(.success(Samples.article), $0)) }),
    (
      "share-commands",
      { Samples.sharing(ended(.success(Samples.article), $0), commands: Samples.commands) }
    ),
    (
      "share-loading",
      { size in
        var state = Samples.sharing(Samples.loading(columns: size.columns, rows: size.rows))
        press(.character("m"), in: &state)
        return state
      }
    ),
    ("share-many", { Samples.sharing(saved(Samples.annotatedLinks, $0, .character("*"))) }),
    ("code", { Samples.showingCode(ended(.success(Samples.article), $0)) }),
    ("saved", { saved(Samples.savedLinks, $0) }),
    ("saved-one-row", { saved(Samples.annotatedLinks, $0, density: .one) }),
    ("saved-two-rows", { saved(Samples.annotatedLinks, $0, density: .two) }),
    (
      "saved-zoomed",
      {
        saved(
          Samples.annotatedLinks, $0, .character("z"), .character("c"), .character("z"),
          .character("c"))
      }
    ),
    ("saved-tag-list", { saved(Samples.annotatedLinks, $0, .character("T"), "o") }),
    ("saved-sidebar", { saved(Samples.annotatedLinks, $0, "zs", .down, .down) }),
    (
      "saved-sidebar-filtered",
      { saved(Samples.annotatedLinks, $0, "zs", .down, .space, .escape) }
    ),
    ("saved-add", { saved(Samples.savedLinks, $0, .character("a"), "example.org") }),
    ("saved-edit", { saved(Samples.savedLinks, $0, .character("E")) }),
    ("saved-many", { saved(Samples.manyLinks(50), $0) }),
    ("saved-empty", { saved([], $0) }),
    ("saved-filter", { saved(Samples.annotatedLinks, $0, .character("/"), "build", .left) }),
    (
      "saved-filtered",
      { saved(Samples.annotatedLinks, $0, .character("/"), "craft", .enter, .space) }
    ),
    ("saved-completions", { saved(Samples.annotatedLinks, $0, .character("/")) }),
    (
      "saved-completion",
      { size in
        var state = saved(Samples.annotatedLinks, size)
        var store = SampleStore(links: Samples.annotatedLinks)
        for key in "/-is:un" { store.press(.character(key), in: &state) }
        store.press(.tab, .tab, in: &state)
        return state
      }
    ),
    ("saved-similar", { saved(Samples.annotatedLinks, $0, .character("/"), "crint") }),
    ("saved-nothing", { saved(Samples.savedLinks, $0, .character("/"), "xyz", .enter) }),
    ("saved-tags", { saved(Samples.annotatedLinks, $0, .character("*"), .character("t")) }),
    (
      "saved-tags-typed",
      { saved(Samples.annotatedLinks, $0, .character("t"), .space, "new", .space, "co") }
    ),
    (
      "saved-marked",
      { saved(Samples.annotatedLinks, $0, .character("*"), .character(","), .character("o")) }
    ),
    (
      "saved-trash",
      { saved(Samples.savedLinks, $0, .character("d"), .character("g"), .character("t")) }
    ),
    (
      "saved-chord",
      { size in
        var state = saved(Samples.annotatedLinks, size)
        state.surroundings.keyMap = KeyChangeTests.chords
        press(.home, in: &state)
        return state
      }
    ),
    ("palette", { saved(Samples.annotatedLinks, $0, .character(":")) }),
    (
      "palette-filter",
      { size in
        var state = ended(.success(Samples.article), size)
        type(":", "cop", in: &state)
        return state
      }
    ),
    ("palette-nothing", { saved(Samples.savedLinks, $0, .character(":"), "xyz") }),
    (
      "help",
      { size in
        var state = Samples.state(columns: size.columns, rows: size.rows)
        press(.character("?"), in: &state)
        return state
      }
    ),
  ]

  private static func ended(
    _ result: Result<LinkMetadata, LinkMetadataError>, _ size: GridSize
  ) -> AppState {
    Samples.ended(result, columns: size.columns, rows: size.rows)
  }

  /// The details of a page that has preview problems.
  private static func withProblems(_ size: GridSize) -> AppState {
    var state = ended(.success(DetailsTests.full), size)
    press(.character("i"), in: &state)
    let faults = [PageCheck.Finding(severity: .warning, text: "no icon of 108 pixels or more")]
    _ = update(&state, .details(.findingsLoaded(state.findingsRequest.id, .success(faults))))
    return state
  }

  private static func saved(
    _ links: [SavedLink], _ size: GridSize, _ keys: KeySequence..., density: ListView.Density? = nil
  ) -> AppState {
    var state = Samples.state(columns: size.columns, rows: size.rows, saved: links)
    state.saved.view.density = density
    var store = SampleStore(links: links)
    store.press(.tab, in: &state)
    if !links.isEmpty { store.press(.down, in: &state) }
    for key in keys.flatMap(\.keys) { store.press(key, in: &state) }
    return state
  }
}
