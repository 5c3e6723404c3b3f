import Foundation
import LinkPreview
import LinkStore
import Links
import TestSupport
import Testing

@testable import Favorites

/// Spinning without a screen, on a real server and store.
@Suite(.takesTurn)
struct SpinIteratorTests {
  private static let dead = "http://no-such-host.invalid/"

  private func spins(
    hasNetwork: Bool = true, timeout: Duration? = .seconds(30),
    _ body: (inout SpinIterator, WheelStore, String) async throws -> Void
  ) async throws {
    try await withServer(["/a": .page("<title>Page A</title>")]) { server in
      try await withTemporaryHome { home in
        let location = StoreLocation(environment: home.environment)
        let saved = try SavedLinkStore(location: location)
        let wheels = WheelStore(sharing: saved)
        let links = [Self.dead, server.url("/a").absoluteString].map { Wheel.Link(address: $0) }
        let wheel = try await wheels.open(
          Wheel(name: "w", links: links), isRemembered: true, at: Date())
        let loader = MetadataLoader(
          cache: MetadataCache(location: location), hasNetwork: { hasNetwork })
        // The first link comes up first.
        var spins = SpinIterator(
          WheelState(wheel, seed: 2, isSeeded: true),
          spinner: WheelSpinner(loader: loader, saved: saved, wheels: wheels), timeout: timeout)
        try await body(&spins, wheels, links[1].address)
      }
    }
  }

  @Test("a host that isn't found is skipped, and counts as seen once another page loads")
  func dead() async throws {
    try await spins { spins, wheels, address in
      let dead = try #require(try await spins.next())
      #expect(dead.isSkipped && dead.link.address == Self.dead)
      #expect(try await wheels.history().isEmpty)
      let shown = try #require(try await spins.next())
      #expect(!shown.isSkipped && shown.link.address == address)
      #expect(shown.metadata?.title == "Page A")
      #expect(Set(try await wheels.history().map(\.address)) == [Self.dead, address])
    }
  }

  @Test("without a network, only links come up that need none")
  func offline() async throws {
    try await spins(hasNetwork: false) { spins, _, address in
      for _ in 0..<2 {
        let spun = try await spins.next()
        #expect(spun?.link.address == address)
      }
    }
  }

  @Test("without fetches, links count as seen, but no card came up")
  func unfetched() async throws {
    try await spins(timeout: nil) { spins, wheels, address in
      var addresses: Set<String> = []
      for _ in 0..<2 {
        let spun = try #require(try await spins.next())
        #expect(spun.metadata == nil && !spun.isSkipped)
        addresses.insert(spun.link.address)
      }
      #expect(addresses == [Self.dead, address])
      #expect(try await wheels.history().isEmpty)
    }
  }
}
