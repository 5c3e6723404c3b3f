import Foundation
import LinkPreview
import TaskLimits
import TestSupport
import Testing

@testable import LinkFetching

/// A resolver that finds nothing, and what's concluded from it.
@Suite(.takesTurn)
struct MissingHostTests {
  private static let loopback = [IPAddress("127.0.0.1")].compactMap(\.self)

  private func url(_ host: String, _ port: Int = 80) throws -> URL {
    try #require(URL(string: "http://\(host):\(port)/"))
  }

  @Test("however many name servers are slow, tasks go on", .takesTurn)
  func slowNames() async {
    let count = 100
    let (arrivals, input) = AsyncStream.makeStream(of: Void.self)
    let answers = DispatchSemaphore(value: 0)
    let resolver = NameResolver.blocking { _ in
      input.yield()
      answers.wait()
      return []
    }
    await withDiscardingTaskGroup { group in
      for number in 0..<count {
        group.addTask { _ = await resolver.addresses("host\(number).test") }
      }
      // All of them are under way before any has ended.
      for await _ in arrivals.prefix(count) {}
      for _ in 0..<count { answers.signal() }
    }
  }

  @Test("two different hosts in a row have to be missing, and an answer of another one ends it")
  func requests() async throws {
    let resolver = NameResolver { ["here.test", "127.0.0.1"].contains($0) ? Self.loopback : [] }
    try await withServer(["*": .page("<title>Here</title>")]) { server in
      try await withConnections(names: ["here.test": "127.0.0.1"], resolver: resolver) {
        connections in
        let hosts = connections.missingHosts
        for (host, isEvery) in [("a.test", false), ("a.test", false), ("b.test", true)] {
          let error = await connections.error(for: try url(host))
          #expect(error == .failed(.hostNotFound(host)))
          #expect(hosts.isEveryHostMissing == isEvery)
        }
        let version = hosts.version
        _ = try await connections.metadata(for: try url("here.test", server.port))
        #expect(!hosts.isEveryHostMissing && hosts.version != version)
        // This machine needs no network.
        for host in ["a.test", "b.test"] { _ = await connections.error(for: try url(host)) }
        _ = try await connections.metadata(for: try url("127.0.0.1", server.port))
        #expect(hosts.isEveryHostMissing)
      }
    }
  }

  @Test("missing hosts are looked up again, and then a host that exists for sure")
  func again() async throws {
    let found = Locked<Set<String>>([])
    let asked = Locked<[String]>([])
    let hosts = MissingHosts(
      resolver: NameResolver { name in
        asked.withLock { $0.append(name) }
        return found.withLock { $0.contains(name) } ? Self.loopback : []
      })
    hosts.recordResponse(from: try url("was.test"))
    for host in ["a.test", "b.test", "c.test"] { hosts.note(.failed(.hostNotFound(host))) }
    await hosts.lookAgain()
    #expect(hosts.isEveryHostMissing)
    #expect(
      asked.withLock(\.self) == ["a.test", "b.test", "was.test", "example.com"])
    found.withLock { $0 = ["was.test"] }
    await hosts.lookAgain()
    #expect(!hosts.isEveryHostMissing)
  }

  @Test("links aren't called unreachable while no host is found")
  func checks() async throws {
    let hosts = MissingHosts(resolver: NameResolver { _ in [] })
    let checker = LinkChecker(
      pause: .zero,
      probe: { url in
        let error = LinkMetadataError.failed(.hostNotFound(url.host() ?? ""))
        hosts.note(error)
        return .failed(error)
      }, hasNetwork: { !hosts.isEveryHostMissing })
    var outcomes: [LinkProbe.Outcome?] = []
    for number in 0..<25 { outcomes.append(await checker.outcome(of: try url("\(number).test"))) }
    #expect(outcomes.compactMap(\.self) == [.failed(.failed(.hostNotFound("0.test")))])
  }
}
