import Foundation
import LinkPreview
import Links
import Testing

/// The rules of spinning, through the session alone.
struct SpinSessionTests {
  private static let now = Date(timeIntervalSince1970: 1_700_000_000)
  private static let wheel = WheelSummary(
    id: WheelID(sample: 1), name: "w", count: 9, unseenCount: 9)

  private static func link(_ number: Int) -> Wheel.Link {
    Wheel.Link(address: "https://\(number).example/")
  }

  private static func page(fetchedAt date: Date = now) throws -> CachedMetadata {
    let url = try #require(URL(string: "https://example.org/"))
    return CachedMetadata(metadata: LinkMetadata(originalURL: url), fetchedAt: date)
  }

  private static func missing(_ host: String) -> LinkMetadataError { .failed(.hostNotFound(host)) }

  /// What happens in a session.
  enum Step: Sendable {
    /// A card comes up, whose page loads.
    case loaded
    /// A card comes up, whose fetch fails.
    case failed(LinkMetadataError)
    /// A card comes up whose host wasn't found in an earlier fetch.
    case remembered(String)
    /// The machine's network is gone or back.
    case network(isUp: Bool)
    /// Other hosts are found, although two weren't.
    case found

    static func missing(_ host: String) -> Step { .failed(SpinSessionTests.missing(host)) }
    static let timedOut = failed(.timedOut(host: "c.example", after: .seconds(5)))
  }

  @Test(
    "what counts as seen when, and whether the network works at the end",
    arguments: [
      ([.loaded, .loaded], [[0], [1]], true),
      // Another host that answers decides.
      ([.missing("a"), .loaded], [[], [0, 1]], true),
      (
        [.missing("a"), .missing("a"), .failed(.failed(.httpStatus(500)))], [[], [], [0, 1, 2]],
        true
      ),
      ([.missing("a"), .failed(.failed(.connectionRefused("c")))], [[], [0, 1]], true),
      // Then the search begins anew.
      ([.missing("a"), .loaded, .missing("b")], [[], [0, 1], []], true),
      // A fetch that may have ended before it reached a host tells nothing.
      ([.missing("a"), .timedOut, .loaded], [[], [1], [0, 2]], true),
      ([.missing("a"), .timedOut, .missing("b")], [[], [1], []], false),
      ([.missing("a"), .failed(.cancelled), .missing("b")], [[], [1], []], false),
      (
        [.missing("a"), .failed(.failed(.unreachable(host: "c", reason: "?"))), .missing("b")],
        [[], [1], []], false
      ),
      // Without a network, nothing is dead, also once it's back.
      ([.missing("a"), .missing("b"), .missing("c")], [[], [], []], false),
      ([.missing("a"), .missing("b"), .loaded], [[], [], [2]], true),
      (
        [.missing("a"), .missing("b"), .loaded, .missing("a"), .loaded],
        [[], [], [2], [], [3, 4]], true
      ),
      ([.missing("a"), .network(isUp: false), .missing("b")], [[], [], []], false),
      (
        [.missing("a"), .network(isUp: false), .network(isUp: true), .loaded], [[], [], [], [1]],
        true
      ),
      ([.missing("a"), .network(isUp: true), .loaded], [[], [], [0, 1]], true),
      ([.missing("a"), .missing("b"), .found, .missing("c")], [[], [], [0], []], true),
      // What's remembered tells nothing, and waits only without a network.
      ([.missing("a"), .remembered("a"), .loaded], [[], [1], [0, 2]], true),
      ([.missing("a"), .missing("b"), .remembered("c")], [[], [], []], false),
    ] as [([Step], [[Int]], Bool)])
  func sequence(steps: [Step], expected: [[Int]], isOnline: Bool) throws {
    var session = SpinSession(WheelState(Self.wheel, seed: 1))
    var number = 0
    func spin(
      _ page: Result<CachedMetadata, LinkMetadataError>, isRemembered: Bool = false
    ) -> [SeenLink] {
      defer { number += 1 }
      let origin = session.take(DrawnLink(link: Self.link(number)))
      let failure: LinkMetadataError? = if case .failure(let error) = page { error } else { nil }
      let card = SeenLink(address: Self.link(number).address)
      return (isRemembered ? [] : session.learn(from: page, at: Self.now))
        + session.count(card, from: origin, failure: failure, isRemembered: isRemembered)
    }
    let seen = try steps.map { step in
      switch step {
      case .loaded: return spin(.success(try Self.page()))
      case .failed(let failure): return spin(.failure(failure))
      case .remembered(let host):
        return spin(.failure(Self.missing(host)), isRemembered: true)
      case .network(let isUp):
        session.adapt(toNetwork: isUp)
        return []
      case .found: return session.countUndecided()
      }
    }
    #expect(seen.map { $0.map(\.address) } == expected.map { $0.map { Self.link($0).address } })
    #expect(session.isOffline == !isOnline)
    #expect(session.wheel.unseenCount == 9 - expected.joined().count)
  }

  @Test("undecided links aren't drawn, and a host that's gone makes no other host doubtful")
  func undecided() {
    var session = SpinSession(WheelState(Self.wheel, seed: 1))
    let origin = session.take(DrawnLink(link: Self.link(0)))
    #expect(session.learn(from: .failure(Self.missing("a")), at: Self.now).isEmpty)
    #expect(session.isDoubtful(Self.missing("a")) && !session.isDoubtful(Self.missing("b")))
    let card = SeenLink(address: Self.link(0).address)
    #expect(session.count(card, from: origin, failure: Self.missing("a")).isEmpty)
    #expect(session.draw(excluding: ["x"]).excluded == [Self.link(0).address, "x"])
  }

  @Test("a card counts once, with the wheel it came from, and its later visits are stored alone")
  func once() throws {
    var session = SpinSession(WheelState(Self.wheel, seed: 1))
    let narrowing = WheelNarrowing(topic: "Rays")
    session.wheel.narrow(to: narrowing, counts: WheelState.Counts(all: 1, unseen: 0))
    let origin = session.take(DrawnLink(link: Self.link(0), startsOver: true, round: 3))
    let card = SeenLink(address: Self.link(0).address)
    let seen = try #require(session.count(card, from: origin).first)
    #expect(seen.wheel == Self.wheel.id && seen.narrowing == narrowing && seen.endedRound == 3)
    #expect(session.count(card, from: origin).isEmpty && session.count(card, from: nil).isEmpty)
    let visit = Visit(address: card.address, title: nil, wheel: "w", seenAt: Self.now)
    let again = SeenLink(address: card.address, visit: visit)
    #expect(session.count(again, from: origin) == [again])
    // A link of a wheel that isn't in use any more leaves the other wheel as it is.
    let other = session.take(DrawnLink(link: Self.link(1)))
    session.wheel = session.wheel.replaced(
      by: WheelSummary(id: WheelID(sample: 2), name: "v", count: 9, unseenCount: 9))
    #expect(session.count(card, from: other).first?.wheel == Self.wheel.id)
    #expect(session.wheel.unseenCount == 9)
  }

  @Test("a page from the cache shows that the network works if it's of the last minute")
  func cached() throws {
    for (age, isProof) in [(59, true), (61, false)] as [(Double, Bool)] {
      var session = SpinSession(WheelState(Self.wheel, seed: 1))
      session.adapt(toNetwork: false)
      _ = session.learn(from: .success(try Self.page(fetchedAt: Self.now - age)), at: Self.now)
      #expect(session.isOffline != isProof)
    }
  }

  @Test(
    "five dead links in a row are skipped",
    arguments: [
      (.failed(.hostNotFound("a.example")), true), (.failed(.httpStatus(404)), true),
      (.failed(.httpStatus(410)), true), (.failed(.httpStatus(403)), false),
      (.failed(.emptyPage), false), (.timedOut(host: "a.example", after: .seconds(5)), false),
    ] as [(LinkMetadataError, Bool)])
  func skipped(failure: LinkMetadataError, isDead: Bool) {
    #expect(failure.isSkipped(after: 0) == isDead && failure.isSkipped(after: 4) == isDead)
    #expect(!failure.isSkipped(after: 5))
  }
}
