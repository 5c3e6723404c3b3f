import Foundation
import LinkPreview
import Links
import Testing

/// The rules by which a wheel tells dead links from links that are only out of reach.
struct HostSearchTests {
  private static let missing = LinkMetadataError.failed(.hostNotFound("a.example"))
  private static let other = LinkMetadataError.failed(.hostNotFound("b.example"))

  @Test("a second host in a row that isn't found means that no network works")
  func noHosts() {
    var search = HostSearch<Int>()
    #expect(search.learn(from: Self.missing) == .nothing)
    #expect(search.isDoubtful(Self.missing) && !search.isDoubtful(Self.other))
    search.postpone(1)
    #expect(search.learn(from: Self.missing) == .nothing)
    #expect(search.learn(from: Self.other) == .noHosts)
    #expect(search.undecided == [1])
  }

  @Test(
    "a fetch that reaches a host decides the cards before it, and then the search begins anew",
    arguments: [nil, .failed(.httpStatus(500)), .failed(.connectionRefused("c.example"))]
      as [LinkMetadataError?])
  func decided(failure: LinkMetadataError?) {
    var search = HostSearch<Int>()
    _ = search.learn(from: Self.missing)
    search.postpone(1)
    #expect(search.learn(from: failure) == .network(undecided: [1]))
    #expect(search.undecided.isEmpty && !search.isDoubtful(Self.missing))
    #expect(search.learn(from: Self.other) == .nothing)
  }

  @Test(
    "a fetch that may have ended before it reached a host tells nothing",
    arguments: [
      .cancelled, .timedOut(host: "c.example", after: .seconds(5)), .unknown("?"),
      .failed(.unreachable(host: "c.example", reason: "?")), .notAllowed(.notAWebAddress),
    ] as [LinkMetadataError])
  func unrelated(failure: LinkMetadataError) {
    var search = HostSearch<Int>()
    _ = search.learn(from: Self.missing)
    search.postpone(1)
    #expect(search.learn(from: failure) == .nothing && search.undecided == [1])
    #expect(search.learn(from: Self.other) == .noHosts)
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

  @Test("a page from the cache shows that the network works if it's of the last minute")
  func cached() throws {
    let url = try #require(URL(string: "https://example.org/"))
    let now = Date(timeIntervalSince1970: 1_700_000_000)
    let entry = CachedMetadata(metadata: LinkMetadata(originalURL: url), fetchedAt: now - 59)
    #expect(entry.provesNetwork(at: now) && !entry.provesNetwork(at: now + 2))
  }
}
