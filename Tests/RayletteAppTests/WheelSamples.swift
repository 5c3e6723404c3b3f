import Foundation
import LinkPreview
import Links
import TerminalGrid

@testable import RayletteApp

extension Samples {
  /// Their ids are far from those that ``WheelDouble`` counts up for all tests together.
  static let wheels = [
    WheelSummary(
      id: WheelID(sample: 1_000_000_900), name: "awesome-swift", count: 1240, unseenCount: 1203,
      updatedAt: now - 2 * day, sources: [WheelOrigin(location: "https://github.example/a/b")],
      topics: ["Animation", "Command line"]),
    WheelSummary(
      id: WheelID(sample: 1_000_000_901), name: "classic", isBuiltIn: true, count: 8, unseenCount: 8
    ),
    WheelSummary(
      id: WheelID(sample: 1_000_000_902), name: "reading list", count: 96, unseenCount: 0,
      updatedAt: now - 3600,
      sources: [WheelOrigin(location: "https://feeds.example/x.opml", failure: "no answer")]),
    WheelSummary(
      id: WheelID(sample: 1_000_000_903), name: "tutorials", isBuiltIn: true, count: 355,
      unseenCount: 318,
      topics: ["Game", "Compiler"]),
  ]

  static let facets = [
    WheelFacet(kind: .topic, value: "Programming Language", count: 61),
    WheelFacet(kind: .topic, value: "Game", count: 40),
    WheelFacet(kind: .language, value: "C++", count: 102),
    WheelFacet(kind: .host, value: "craftinginterpreters.com", count: 1),
  ]

  static let visits = [
    Visit(
      id: 3, address: "https://craftinginterpreters.com/", title: "Crafting Interpreters",
      wheel: "tutorials", seenAt: now - 60),
    Visit(
      id: 2, address: "https://example.jp/%E5%85%A5%E9%96%80", title: "日本語の入門チュートリアル",
      wheel: "awesome-swift", seenAt: now - 7200),
    Visit(
      id: 1, address: "https://www.youtube.com/watch?v=1", title: nil, wheel: "tutorials",
      seenAt: now - 9 * day),
  ]

  static let never = [
    NeverAgain(.host("medium.example"), addedAt: now - 60),
    NeverAgain(
      .link("https://example.org/old"), title: "An old page", addedAt: now - 3 * day),
  ]

  static let browsers = [
    BrowserBookmarks(browser: .firefox, count: 1240),
    BrowserBookmarks(browser: .chromium, count: 86),
    BrowserBookmarks(browser: .vivaldi, count: 0),
    BrowserBookmarks(
      browser: .edge, count: 0,
      problem: "/home/ann/.config/microsoft-edge/Default/Bookmarks is no valid chrome file"),
  ]

  /// The first start of a person with these browsers.
  static func offering(_ size: GridSize, _ browsers: [WebBrowser] = [.firefox, .chromium])
    -> AppState
  {
    var state = state(columns: size.columns, rows: size.rows)
    _ = update(&state, .program(.started))
    _ = update(&state, .saved(.browsersFound(browsers)))
    state.input.tip = nil
    return state
  }

  static func choices(_ purpose: Chooser.Purpose) -> Chooser.Choices {
    switch purpose {
    case .narrowing: .facets(facets)
    case .history: .history(visits)
    case .never: .never(never)
    case .browsers: .browsers(browsers)
    case .wheels, .tags, .tagging, .searches, .contents, .links, .changes, .commands:
      .wheels(wheels)
    }
  }

  /// A card with a list to choose from over it.
  static func choosing(_ purpose: Chooser.Purpose, _ size: GridSize) -> AppState {
    var state = ended(.success(article), columns: size.columns, rows: size.rows)
    open(purpose, in: &state)
    return state
  }

  /// Opens a list, which is read at once.
  static func open(_ purpose: Chooser.Purpose, in state: inout AppState) {
    _ = state.effects {
      $0.openChooser(purpose)
      $0.reconcile()
    }
    _ = update(&state, .chooser(.choicesRead(state.chooserRequest.id, .success(choices(purpose)))))
  }

  /// A card of a narrowed wheel, without a network.
  static func narrowed(_ size: GridSize) -> AppState {
    var state = ended(.success(article), columns: size.columns, rows: size.rows)
    _ = update(&state, .program(.networkChanged(isUp: false)))
    _ = state.effects {
      $0.update(\.spin.wheels) {
        $0.narrow(to: WheelNarrowing(topic: "Programming Language"), in: &$1)
      }
    }
    let counts = WheelState.Counts(all: 61, unseen: 58)
    _ = update(&state, .wheel(.narrowingCounted(state.spin.wheels.narrowingRequest.id, counts)))
    return state
  }
}
