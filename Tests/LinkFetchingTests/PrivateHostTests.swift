import Foundation
import LinkPreview
import TestSupport
import Testing

@testable import LinkFetching

/// 127.0.0.1 stands for the public internet, 127.0.0.2 for a private network.
@Suite(.takesTurn, .enabled(if: hasSecondLoopback))
struct PrivateHostTests {
  private static let names = ["public.test": "127.0.0.1", "private.test": "127.0.0.2"]
  private static let page = Answer.page("<title>Secret</title>")

  @Test("a redirect from a public page to a private address is refused without connecting")
  func redirectToAddress() async throws {
    try await withServer(["*": Self.page], host: "127.0.0.2") { secret in
      let hosts = ["127.0.0.2", "127.2", "0x7f000002", "2130706434", "[::ffff:127.0.0.2]"]
      for host in hosts {
        let target = secret.url("/", name: host).absoluteString
        try await withServer(["/": .redirect(to: target)]) { server in
          try await withConnections { connections in
            let error = await connections.error(for: server.url("/"))
            // The spelling of the URL Standard.
            let name = host.hasPrefix("[") ? "::ffff:7f00:2" : "127.0.0.2"
            #expect(error == .notAllowed(.privateAddress(name)))
          }
        }
      }
      #expect(secret.connectionCount == 0)
    }
  }

  @Test("a redirect to a name with any private address is refused without connecting")
  func redirectToName() async throws {
    let others = NameResolver { name in
      let hosts = name == "private.test" ? ["127.0.0.1", "127.0.0.2"] : ["127.0.0.1"]
      return hosts.compactMap { IPAddress($0) }
    }
    try await withServer(["*": Self.page], host: "127.0.0.2") { secret in
      let target = secret.url("/", name: "private.test").absoluteString
      try await withServer(["*": .redirect(to: target)]) { server in
        for resolver in [nil, others] {
          try await withConnections(names: Self.names, resolver: resolver) { connections in
            let error = await connections.error(for: server.url("/", name: "public.test"))
            #expect(error == .notAllowed(.privateAddress("private.test")))
          }
        }
        #expect(server.requests.count == 2)
      }
      #expect(secret.connectionCount == 0)
    }
  }

  @Test("a name that later resolves to a private address is refused without a request")
  func rebinding() async throws {
    try await withServer(["*": Self.page], host: "127.0.0.2") { secret in
      let target = secret.url("/", name: "private.test").absoluteString
      try await withServer(["*": .redirect(to: target)]) { server in
        let lying = NameResolver { _ in
          IPAddress("127.0.0.1").map { [$0] } ?? []
        }
        try await withConnections(names: Self.names, resolver: lying) { connections in
          for _ in 0..<20 {
            let error = await connections.error(for: server.url("/", name: "public.test"))
            #expect(error == .notAllowed(.privateAddress("private.test")))
          }
        }
        #expect(server.requests.count == 20)
      }
      #expect(secret.requests.isEmpty)
      await secret.waitUntilIdle()
    }
  }

  @Test("a name without an address is reported as not found")
  func unknownName() async throws {
    try await withConnections(resolver: NameResolver { _ in [] }) { connections in
      let error = await connections.error(for: try #require(URL(string: "http://no.test/")))
      #expect(error == .failed(.hostNotFound("no.test")))
    }
  }

  @Test("a private address that the user didn't enter is refused from the first request on")
  func untrustedStart() async throws {
    try await withServer(["*": Self.page], host: "127.0.0.2") { secret in
      try await withConnections(names: Self.names) { connections in
        var visit = RedirectFollower(
          secret.url("/"), connections: connections, headers: [:], isTrusted: false)
        await #expect(throws: LinkMetadataError.notAllowed(.privateAddress("private.test"))) {
          try await visit.follow(secret.url("/", name: "private.test"))
        }
      }
      #expect(secret.requests.isEmpty)
    }
  }

  @Test("the user's own link to a private host works, and so do its redirects")
  func ownLink() async throws {
    let routes: [String: Answer] = ["/": .redirect(to: "/on"), "/on": Self.page]
    try await withServer(routes, host: "127.0.0.2") { secret in
      try await withConnections(names: Self.names) { connections in
        let byAddress = try await connections.metadata(for: secret.url("/"))
        #expect(byAddress.title == "Secret")
        let named = secret.url("/", name: "private.test")
        let byName = try await connections.metadata(for: named)
        #expect(byName.title == "Secret")
      }
      #expect(secret.requests.count == 4)
    }
  }

  @Test("many concurrent requests to a private name are all refused, and none hangs")
  func manyAtOnce() async throws {
    try await withServer(["*": Self.page], host: "127.0.0.2") { secret in
      try await withConnections(names: Self.names) { connections in
        let url = secret.url("/", name: "private.test")
        let errors = await withTaskGroup(of: LinkMetadataError?.self) { group in
          for _ in 0..<50 {
            group.addTask { await Self.subresourceError(url, connections, mayBePrivate: false) }
          }
          return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(errors.count == 50)
        #expect(errors.allSatisfy { $0 == .notAllowed(.privateAddress("private.test")) })
      }
      #expect(secret.requests.isEmpty)
      await secret.waitUntilIdle()
    }
  }

  @Test("a private page can use private subresources, and a public page can't")
  func subresources() async throws {
    try await withServer(["*": Self.page], host: "127.0.0.2") { secret in
      try await withConnections { connections in
        let url = secret.url("/icon.png")
        let refused = await Self.subresourceError(url, connections, mayBePrivate: false)
        #expect(refused == .notAllowed(.privateAddress("127.0.0.2")))
        #expect(secret.connectionCount == 0)
        let allowed = await Self.subresourceError(url, connections, mayBePrivate: true)
        #expect(allowed == nil)
      }
    }
  }

  private static func subresourceError(
    _ url: URL, _ connections: Connections, mayBePrivate: Bool
  ) async -> LinkMetadataError? {
    let subresources = SubresourceLoader(
      by: PageLoader(configuration: .init(), connections: connections),
      mayBePrivate: mayBePrivate, language: "en")
    do throws(LinkMetadataError) {
      _ = try await subresources.bytes(of: url, accepting: "*/*", limit: 1000)
      return nil
    } catch {
      return error
    }
  }
}
