import Foundation
import Links
import TerminalGrid
import Testing

@testable import RayletteApp

@Suite("The exchange with other devices on the screen")
struct SyncScreenTests {
  private static func header(of state: AppState) -> String {
    let line = render(state).text.split(separator: "\n").first ?? ""
    return line.trimmingCharacters(in: .whitespaces)
  }

  static func status(waiting: Int = 0, failure: String? = nil) -> SyncStatus {
    SyncStatus(
      remote: "git@example.org:me/links.git", device: "laptop-4kx9q2",
      devices: [
        .init(name: "tower-8w3nze", lastChange: Samples.now - 3600),
        .init(name: "work-k2m8qa", lastChange: nil),
      ], waitingCount: waiting, syncedAt: Samples.now - 120, failure: failure,
      failedAt: failure.map { _ in Samples.now - 120 })
  }

  @Test(
    "the header has a quiet sign",
    arguments: [
      (0, nil, "⇅"), (3, nil, "⇅3"), (3, "can't find example.org", "⇅!"),
    ] as [(Int, String?, String)])
  func sign(waiting: Int, failure: String?, sign: String) {
    for tab in [AppState.Tab.spin, .saved] {
      var state = Samples.state(saved: Samples.savedLinks)
      _ = update(&state, .tabClicked(tab))
      _ = update(&state, .sync(.changed(Self.status(waiting: waiting, failure: failure))))
      #expect(Self.header(of: state).hasSuffix("  \(sign)"))
      _ = update(&state, .sync(.changed(nil)))
      #expect(!Self.header(of: state).contains("⇅"))
    }
  }

  @Test("wheels that came from another machine are read, because they have no links yet")
  func wheels() {
    var state = Samples.state()
    #expect(update(&state, .program(.wheelsChanged)) == [.job(.updateWheels)])
  }

  @Test("Y shows how it stands, and r exchanges changes now, once at a time")
  func view() {
    var state = Samples.state()
    #expect(press(.character("g"), .character("y"), in: &state).isEmpty && state.overlay == nil)
    _ = update(&state, .sync(.changed(Self.status(failure: "can't find example.org"))))
    press(.character("g"), .character("y"), in: &state)
    let text = render(state).text
    for part in [
      "git@example.org:me/links.git", "Can't find example.org.", "failed 2 minutes ago",
      "laptop-4kx9q2",
      "tower-8w3nze, last change 1 hour ago", "work-k2m8qa",
    ] {
      #expect(text.contains(part))
    }
    #expect(press(.character("r"), in: &state) == [.job(.sync)])
    #expect(press(.character("r"), in: &state).isEmpty)
    #expect(render(state).text.contains("exchanging changes"))
    // The answer comes after the view was closed.
    press(.escape, in: &state)
    _ = update(&state, .sync(.changed(Self.status())))
    #expect(state.overlay == nil && state.sync.status?.isExchanging == false)
  }

  @Test("what the exchange has to say is said")
  func news() {
    var state = Samples.state()
    #expect(update(&state, .sync(.news("the recipients have changed"))).isEmpty)
    #expect(render(state).text.contains("The recipients have changed."))
  }

  @Test("the view closes when the exchange is left")
  func left() {
    var state = Samples.state()
    _ = update(&state, .sync(.changed(Self.status())))
    press(.character("g"), .character("y"), in: &state)
    _ = update(&state, .sync(.changed(nil)))
    #expect(state.overlay == nil)
  }
}
