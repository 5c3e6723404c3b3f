import Foundation
import LinkPreview
import LinkStore
import Links
import TaskLimits
import TestSupport
import Testing

@testable import Favorites
@testable import LinkFetching

/// Pages that several parts of the program want at once.
@Suite(.takesTurn)
struct SharedLoadTests {
  private static let page = "<title>Slow</title><meta property=og:title content=Slow>"

  private func loader(_ home: TemporaryHome) -> MetadataLoader {
    MetadataLoader(
      cache: MetadataCache(
        location: StoreLocation(environment: home.environment, folder: "raylette")),
      hasNetwork: { true })
  }

  /// A page that's sent when the gate is open.
  private func gated(_ gate: AsyncGate, _ html: String) -> Answer {
    .open([.gate(gate), .text(html)])
  }

  @Test("whoever wants a page that's being loaded waits for that load", arguments: [2, 8])
  func joined(count: Int) async throws {
    let gate = AsyncStream.makeStream(of: Never.self)
    let loads = SharedLoads<String, Int>()
    let calls = Locked(0)
    let values = try await withThrowingTaskGroup(of: Int?.self) { group in
      for _ in 0..<count {
        group.addTask {
          await loads.first(for: "page", within: .seconds(600)) { _ in
            false
          } load: { report in
            for await _ in gate.stream {}
            let call = calls.withLock { calls in
              calls += 1
              return calls
            }
            await report(call)
          }.value?.0
        }
      }
      try await waitUntil { loads.listenerCount >= count }
      gate.continuation.finish()
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(values == Array(repeating: 1, count: count))
    #expect(loads.listenerCount == 0)
  }

  @Test("one loader and its copies request a page once for all who want it at the same time")
  func copies() async throws {
    let gate = AsyncGate()
    try await withServer(["*": gated(gate, Self.page)]) { server in
      let loader = PageLoader()
      var patient = loader
      patient.configuration.timeout = .seconds(600)
      var curt = loader
      curt.configuration.includesSubresources = false
      let url = server.url("/")
      let first = Task { try await loader.metadata(for: url).title }
      await server.wait { !$0.isEmpty }
      let second = Task { [patient] in try await patient.metadata(for: url).title }
      // Loads with other options are others.
      let third = Task { [curt] in try await curt.metadata(for: url).title }
      await server.wait { $0.count == 2 }
      try await waitUntil { loader.listenerCount == 3 }
      gate.open()
      for task in [first, second, third] { #expect(try await task.value == "Slow") }
      #expect(server.requests.count == 2)
    }
  }

  @Test("scrolling over slow pages again and again asks for each of them once")
  func scrolling() async throws {
    let gate = AsyncGate()
    try await withServer(["*": gated(gate, Self.page)]) { server in
      try await withTemporaryHome { home in
        let loader = loader(home)
        let urls = (0..<4).map { server.url("/\($0)") }
        for round in 1...15 {
          for url in urls {
            let task = Task { await loader.backfill(url, timeout: .seconds(600)) }
            if round == 1 { await server.wait { $0.contains { $0.path == url.path() } } }
            task.cancel()
            #expect(await task.value == .failure(.cancelled))
          }
        }
        #expect(server.requests.count == 4)
        gate.open()
        for url in urls {
          let metadata = try await loader.backfill(url, timeout: .seconds(600)).get()
          #expect(metadata.title == "Slow")
        }
        #expect(server.requests.count == 4)
      }
    }
  }

  @Test("a load that was asked for is cancelled with the last of those who wait for it")
  func cancelled() async throws {
    try await withServer(["*": Answer([.hang])]) { server in
      try await withTemporaryHome { home in
        let loader = loader(home)
        let tasks = (0..<2).map { _ in
          Task { await loader.entry(of: server.url("/"), timeout: .seconds(600)) }
        }
        await server.wait { !$0.isEmpty }
        tasks[0].cancel()
        #expect(await tasks[0].value == .failure(.cancelled))
        #expect(server.requests.count == 1)
        tasks[1].cancel()
        #expect(await tasks[1].value == .failure(.cancelled))
        await server.waitUntilIdle()
      }
    }
  }

  @Test("a waiter keeps its own time limit, shorter or longer than that of the load")
  func timeLimits() async throws {
    try await withServer(["*": Answer([.hang])]) { server in
      try await withTemporaryHome { home in
        let loader = loader(home)
        func failure(after limit: Duration) -> Result<CachedMetadata, LinkMetadataError> {
          .failure(.timedOut(host: "127.0.0.1", after: limit))
        }
        // The load of the first one would last longer.
        let (url, quick) = (server.url("/"), Duration.milliseconds(300))
        let slow = Task { await loader.entry(of: url, timeout: .seconds(60)) }
        await server.wait { !$0.isEmpty }
        #expect(await loader.entry(of: url, timeout: quick) == failure(after: quick))
        #expect(server.requests.count == 1)
        slow.cancel()
        _ = await slow.value
        // The load of the first one ends earlier, and begins again for the other.
        let other = server.url("/other")
        let short = Task { await loader.entry(of: other, timeout: quick) }
        await server.wait { $0.count == 2 }
        let long = Task { await loader.entry(of: other, timeout: .seconds(600)) }
        #expect(await short.value == failure(after: quick))
        await server.wait { $0.count == 3 }
        long.cancel()
        #expect(await long.value == .failure(.cancelled))
        #expect(server.requests.count == 3)
      }
    }
  }
}
