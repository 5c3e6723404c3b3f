import Foundation
import LinkPreview
import TaskLimits
import TestSupport

@testable import LinkFetching

/// Runs every kind of fetch against servers that answer with ``HostileResponses``.
struct ResponseFuzzer {
  let seed: UInt64

  private enum Server: CaseIterable { case plain, secure, relay, tunnel, socks }

  /// - Parameters:
  ///   - limit: how long to run, or nil to stop after `count` fetches.
  ///   - count: the minimum number of fetches.
  /// - Returns: the number of fetches.
  func run(for limit: Duration?, atLeast count: Int) async throws -> Int {
    let start = ContinuousClock.now
    let made = Locked(0)
    let scripts = Locked(HostileResponses(seed: seed))
    let plain = try ScriptedServer { scripts.withLock { $0.plain() } }
    let secure = try ScriptedServer(usesTLS: true) {
      scripts.withLock { $0.next() % 2 == 0 ? $0.framed() : $0.plain() }
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (lane, kind) in (Server.allCases + Server.allCases).enumerated() {
        group.addTask {
          var choices = SeededRandom(seed: seed &+ UInt64(lane))
          // Reuses connections for a while, then opens new ones.
          while goesOn(made, since: start, for: limit, atLeast: count) {
            try await withConnections(
              environment: environment(kind, plain.port), names: ["tls.test": "127.0.0.1"],
              authorities: TestCertificates.selfSigned
            ) { connections in
              for _ in 0..<(kind == .plain || kind == .relay ? 200 : 20)
              where goesOn(made, since: start, for: limit, atLeast: count) {
                let url = address(kind, kind == .secure ? secure.port : plain.port)
                await fetch(url, connections, way: choices.next() % 6)
                let done = made.withLock { made in
                  made += 1
                  return made
                }
                if limit != nil, done % 5_000 == 0 { report(done, since: start) }
              }
            }
          }
        }
      }
      try await group.waitForAll()
    }
    await plain.close()
    await secure.close()
    let done = made.withLock(\.self)
    report(done, since: start)
    return done
  }

  private func goesOn(
    _ made: Locked<Int>, since start: ContinuousClock.Instant, for limit: Duration?,
    atLeast count: Int
  ) -> Bool {
    made.withLock(\.self) < count || limit.map { ContinuousClock.now - start < $0 } == true
  }

  private func report(_ count: Int, since start: ContinuousClock.Instant) {
    let seconds = (ContinuousClock.now - start).components.seconds
    print("responses \(count), seed \(seed), seconds \(seconds)")
  }

  private func environment(_ kind: Server, _ port: Int) -> [String: String] {
    switch kind {
    case .plain, .secure: [:]
    case .relay, .tunnel: ["all_proxy": "http://127.0.0.1:\(port)"]
    case .socks: ["all_proxy": "socks5://127.0.0.1:\(port)"]
    }
  }

  private func address(_ kind: Server, _ port: Int) -> URL {
    let text =
      switch kind {
      case .plain: "http://127.0.0.1:\(port)/"
      case .secure: "https://tls.test:\(port)/"
      case .relay, .socks: "http://page.test/"
      case .tunnel: "https://page.test/"
      }
    return URL(string: text) ?? URL(filePath: "/")
  }

  private func fetch(_ url: URL, _ connections: Connections, way: UInt64) async {
    let timeout = Duration.milliseconds(250)
    switch way {
    case 0:
      _ = await LinkProbe.outcome(of: url, timeout: timeout, connections: connections)
    case 1:
      let loader = LinkImageLoader(timeout: timeout, connections: connections)
      _ = try? await loader.icon(for: url)
    case 2:
      let loader = LinkImageLoader(timeout: timeout, connections: connections)
      _ = try? await loader.image(at: url, of: url)
    case 3:
      let loader = PageLoader(configuration: .init(timeout: timeout), connections: connections)
      _ = try? await loader.findings(for: url)
    default:
      let provider = LinkMetadataProvider(timeout: timeout, connections: connections)
      _ = try? await provider.metadata(for: url)
    }
  }
}
