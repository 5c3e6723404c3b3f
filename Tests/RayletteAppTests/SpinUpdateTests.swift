import Foundation
import LinkPreview
import Links
import Markup
import TerminalGrid
import Testing

@testable import RayletteApp

struct SpinUpdateTests {
  private let entry = CachedMetadata(metadata: Samples.article, fetchedAt: Samples.now)

  @Test(
    "space and enter spin, and fetch the link within the time limit",
    arguments: [Key.space, .enter])
  func spins(key: Key) throws {
    var state = Samples.state()
    state.surroundings.timeout = .seconds(7)
    let effects = press(key, in: &state)
    let spin = try #require(state.spin.card)
    #expect(spin.phase == .loading(elapsed: .zero))
    guard
      case .fetch(
        .spin(spin.id, let draw, timeout: .seconds(7), onlyCached: false, readsOn: false))? =
        effects.first
    else {
      Issue.record("\(effects)")
      return
    }
    #expect(effects.count == 1 && draw.wheel == state.spin.wheel.id && draw.narrowing.isEmpty)
  }

  @Test("a link counts as seen when it loads or fails, but not when it's cancelled")
  func marksSeen() throws {
    var state = Samples.loading()
    press(.escape, in: &state)
    #expect(state.spin.wheel.unseenCount == 1)
    for result in [Result.success(entry), .failure(LinkMetadataError.failed(.httpStatus(404)))] {
      var state = Samples.loading()
      let spin = try #require(state.spin.card)
      let seen = update(&state, .program(.previewLoaded(spin.id, result))).seenLinks
      #expect(seen.map(\.address) == [spin.link.address] && seen[0].wheel == state.spin.wheel.id)
      #expect(state.spin.wheel.unseenCount == 0)
    }
  }

  @Test("esc cancels, and shows the card that was there before")
  func cancels() throws {
    var state = Samples.state()
    press(.space, in: &state)
    let first = try #require(state.spin.card)
    let visit = Visit(
      address: first.link.address, title: nil, wheel: "tutorials", seenAt: Samples.now)
    let link = SeenLink(address: visit.address, visit: visit, isLoaded: false)
    #expect(press(.escape, in: &state) == [.cancel(first.id), .write(.seen(link))])
    #expect(state.spin.card == nil && state.notice?.text.contains("Press ]") == true)
    press(.space, in: &state)
    let shown = try #require(state.spin.card)
    _ = update(&state, .program(.previewLoaded(shown.id, .success(entry))))
    press(.space, in: &state)
    let second = try #require(state.spin.card)
    #expect(press(.escape, in: &state).first == .cancel(second.id))
    #expect(state.spin.card?.phase == .loaded(entry) && state.spin.card?.id == shown.id)
    // The cancelled link isn't lost.
    let effects = press(.character("]"), in: &state)
    #expect(state.spin.card?.url == second.url && state.spin.card?.isLoading == true)
    #expect(effects.contains { if case .fetch(.preview) = $0 { true } else { false } })
  }

  @Test("an answer that arrives too late is dropped")
  func lateAnswers() throws {
    var state = Samples.loading()
    let first = try #require(state.spin.card?.id)
    press(.escape, in: &state)
    _ = update(&state, .program(.previewLoaded(first, .success(entry))))
    #expect(state.spin.card == nil && state.spin.trail.spins.map(\.phase) == [.cancelled])

    press(.space, in: &state)
    let second = try #require(state.spin.card?.id)
    #expect(second != first)
    _ = update(&state, .program(.previewLoaded(first, .success(entry))))
    _ = update(&state, .spin(.progressed(first, elapsed: .seconds(3))))
    #expect(state.spin.card?.phase == .loading(elapsed: .zero))
    _ = update(&state, .spin(.progressed(second, elapsed: .seconds(1))))
    #expect(state.spin.card?.phase == .loading(elapsed: .seconds(1)))
    _ = update(&state, .program(.previewLoaded(second, .success(entry))))
    #expect(state.spin.card?.phase == .loaded(entry))
    _ = update(&state, .spin(.progressed(second, elapsed: .seconds(2))))
    _ = update(&state, .program(.previewLoaded(second, .failure(.cancelled))))
    #expect(state.spin.card?.phase == .loaded(entry))
  }

  @Test(
    "every link comes up once before the wheel starts over, and none twice in a row",
    arguments: [2, 3, 17])
  func fairness(count: Int) throws {
    let links = (0..<count).map { Wheel.Link(address: "https://example.org/\($0)") }
    var state = Samples.state(wheel: Wheel(name: "w", links: links))
    var order: [String] = []
    for _ in 0..<(count * 20) {
      spin(&state)
      let spin = try #require(state.spin.card)
      order.append(spin.link.address)
      _ = update(&state, .program(.previewLoaded(spin.id, .success(entry)))).drawn(in: &state)
    }
    for round in 0..<20 {
      #expect(Set(order[round * count..<(round + 1) * count]).count == count)
    }
    #expect(zip(order, order.dropFirst()).allSatisfy { $0 != $1 })
  }

  @Test("starting over clears the seen links")
  func startsOver() throws {
    var state = Samples.ended(.success(Samples.article))
    #expect(state.spin.wheel.unseenCount == 0)
    spin(&state)
    let again = try #require(state.spin.card)
    let effects = update(&state, .program(.previewLoaded(again.id, .success(entry))))
    let seen = try #require(effects.seenLinks.first)
    #expect(seen.address == again.link.address && seen.wheel == state.spin.wheel.id)
    #expect(seen.endedRound == 0 && seen.narrowing.isEmpty)
    #expect(state.spin.wheel.unseenCount == 0 && state.spin.wheel.summary.round == 1)
  }

  @Test("the same seed gives the same order, and another seed a different one")
  func seeds() {
    func order(_ seed: UInt64) -> [String] {
      let links = (1...100).map { Wheel.Link(address: "https://example.org/\($0)") }
      var state = Samples.state()
      state.spin.wheel = WheelState(
        WheelDouble.add(Wheel(name: "hundred", links: links), seen: 60), seed: seed, isSeeded: true)
      return (0..<100).compactMap { _ in
        spin(&state)
        guard let spin = state.spin.card else { return nil }
        _ = update(&state, .program(.previewLoaded(spin.id, .success(entry))))
        return spin.link.address
      }
    }
    #expect(order(7) == order(7))
    #expect(Set(order(7)).count == 100)
    #expect(order(7) != order(8))
  }

  @Test("an empty wheel doesn't spin")
  func emptyWheel() {
    var state = Samples.state(wheel: Wheel(name: "none", links: []))
    #expect(press(.space, in: &state).withoutDraws.isEmpty)
    #expect(state.spin.card == nil && state.notice?.text == "none has no links.")
  }

  @Test("r fetches the same link again, and only once it has loaded or failed")
  func retries() throws {
    var state = Samples.ended(.failure(.failed(.httpStatus(503))))
    let before = try #require(state.spin.card)
    let effects = press(.character("r"), in: &state)
    let after = try #require(state.spin.card)
    #expect(after.url == before.url && after.id != before.id && after.isLoading)
    #expect(
      effects == [
        .fetch(.preview(after.id, after.url, timeout: .seconds(5), ignoringCache: true)),
        .read(.savedLink(after.lookUp.id, [after.url])),
      ])
    #expect(press(.character("r"), in: &state).isEmpty)
  }

  @Test(
    "s saves the card, or the link without a preview after a failure, and nothing while loading")
  func saves() {
    var shown = Samples.ended(.success(Samples.article))
    #expect(
      press(.character("s"), in: &shown) == [.write(.save(shown.lastRequest, Samples.article))])
    var failed = Samples.ended(.failure(.timedOut(host: "h", after: .seconds(5))))
    #expect(
      press(.character("s"), in: &failed) == [
        .write(.save(failed.lastRequest, Samples.bare("https://craftinginterpreters.com/")))
      ])
    var loading = Samples.loading()
    #expect(press(.character("s"), in: &loading).isEmpty)
    var idle = Samples.state()
    #expect(press(.character("s"), .character("o"), .character("r"), in: &idle).isEmpty)
  }

  @Test("o opens the browser, and a notice shows the result")
  func opens() {
    var state = Samples.ended(.success(Samples.article))
    #expect(press(.character("o"), in: &state) == [.system(.open(Samples.article.originalURL))])
    _ = update(&state, .share(.browserOpened(.success(BrowserName(name: "w3m")))))
    #expect(state.notice?.text == "Opened in w3m.")
    // A change that was told meanwhile stays, with the key that undoes it.
    state.notice = .success("Marked 1 link as read. Press u to undo.")
    for _ in 1...2 {
      _ = update(&state, .share(.browserOpened(.success(BrowserName(name: "w3m")))))
      #expect(state.notice?.text == "Marked 1 link as read. Press u to undo. Opened in w3m.")
    }
    _ = update(&state, .share(.browserOpened(.failure(.noBrowser))))
    #expect(
      state.notice
        == .failure("No browser was found; name one in BROWSER. Press O to see the address."))
  }

  @Test("a notice stays until the next key")
  func notices() {
    var state = Samples.ended(.success(Samples.article))
    _ = update(&state, .program(.storeFailed(.full(path: "/x"))))
    _ = update(&state, .program(.timePassed(Samples.now)))
    #expect(state.notice == .failure("cannot write /x: the disk is full."))
    press(.character("x"), in: &state)
    #expect(state.notice == nil)
  }

  @Test("quitting and signals set the exit code")
  func quits() {
    var state = Samples.loading()
    press(.character("q"), in: &state)
    #expect(state.exitCode == 0)
    var interrupted = Samples.loading()
    _ = update(&interrupted, .program(.interrupted(signal: 2)))
    #expect(interrupted.exitCode == 130)
  }
}
