import Foundation
import LinkPreview
import Markup
import TestSupport
import Testing

@testable import LinkFetching

/// The promise that a public page can't make us connect to a private address.
///
/// 127.0.0.1 stands for the public internet. Every private address of the tests leads to a server
/// at 127.0.0.2, which counts its connections.
@Suite(.takesTurn, .enabled(if: hasSecondLoopback))
struct PrivateNetworkPromiseTests {
  // MARK: - What a public page can do

  /// A way to lead a fetch from a public page elsewhere.
  enum Lure: CaseIterable, Sendable {
    case moved, found, seeOther, temporary, permanent, chain, metaRefresh, refreshHeader
    case manifest, movedManifest, oEmbed, movedOEmbed
    case article, file, listedFile, movedListedFile, readingOn
    case checkedLink, checkedPage, movedCheckedMedia
    case image, movedImage, icon, movedIcon, favicon
  }

  private static func routes(to target: String) -> [String: Answer] {
    func page(_ head: String) -> Answer { .page("<title>Public</title>\(head)") }
    func media(_ address: String) -> Answer {
      page(
        """
        <meta property="og:image" content="\(address)"><link rel="icon" href="\(address)">
        <meta property="og:video" content="\(address)"><meta property="og:video:type" content="video/mp4">
        """)
    }
    func oEmbed(_ address: String) -> Answer {
      page("<link rel=alternate type=application/json+oembed href=\"\(address)\">")
    }
    return [
      "/301": .redirect(301, to: target), "/302": .redirect(302, to: target),
      "/303": .redirect(303, to: target), "/307": .redirect(307, to: target),
      "/308": .redirect(308, to: target), "/chain": .redirect(to: "/302"),
      "/meta": page("<meta http-equiv=refresh content=\"0;url=\(target)\">"),
      "/header": .page("<title>Public</title>".utf8, headers: ["Refresh: 0;url=\(target)"]),
      "/manifest": page("<link rel=manifest href=\"\(target)\">"),
      "/moved-manifest": page("<link rel=manifest href=/302>"),
      "/oembed": oEmbed(target), "/moved-oembed": oEmbed("/302"),
      "/media": media(target), "/moved-media": media("/302"),
      "/favicon.ico": .redirect(to: target), "/plain": page(""),
    ]
  }

  /// Fetches what a lure leads to. Its error doesn't matter, only that nothing is connected to.
  private func follow(
    _ lure: Lure, at server: FixtureServer, to target: URL, over connections: Connections
  ) async {
    let loader = PageLoader(configuration: .init(), connections: connections)
    let images = LinkImageLoader(connections: connections)
    let page = server.url("/plain")
    func preview(_ path: String) async { _ = try? await loader.metadata(for: server.url(path)) }
    func file(_ url: URL, from referrer: URL?) async {
      _ = try? await loader.file(FileRequest(url: url, limit: 100, referrer: referrer))
    }
    func icon(_ url: URL) async {
      var metadata = LinkMetadata(originalURL: page)
      metadata.icons = [LinkMetadata.Media(url: url)]
      _ = try? await images.icon(for: metadata)
    }
    switch lure {
    case .moved: await preview("/301")
    case .found: await preview("/302")
    case .seeOther: await preview("/303")
    case .temporary: await preview("/307")
    case .permanent: await preview("/308")
    case .chain: await preview("/chain")
    case .metaRefresh: await preview("/meta")
    case .refreshHeader: await preview("/header")
    case .manifest: await preview("/manifest")
    case .movedManifest: await preview("/moved-manifest")
    case .oEmbed: await preview("/oembed")
    case .movedOEmbed: await preview("/moved-oembed")
    case .article: _ = try? await loader.article(at: server.url("/302"))
    case .file: await file(server.url("/302"), from: nil)
    case .listedFile: await file(target, from: page)
    case .movedListedFile: await file(server.url("/302"), from: page)
    case .readingOn:
      let request = LinkMetadataRequest(url: server.url("/302"))
      _ = await loader.load(request, readingOn: 1000)
    case .checkedLink:
      _ = await LinkProbe.outcome(
        of: server.url("/302"), timeout: .seconds(10), connections: connections)
    case .checkedPage: _ = try? await loader.findings(for: server.url("/media"))
    case .movedCheckedMedia: _ = try? await loader.findings(for: server.url("/moved-media"))
    case .image: _ = try? await images.image(at: target, of: page)
    case .movedImage: _ = try? await images.image(at: server.url("/302"), of: page)
    case .icon: await icon(target)
    case .movedIcon: await icon(server.url("/302"))
    case .favicon: _ = try? await images.icon(for: server.url("/plain"))
    }
  }

  // MARK: - Where it may lead

  /// Private addresses and names of this machine, in all spellings.
  private static let hosts = [
    // Spellings of 127.0.0.2.
    "127.0.0.2", "127.2", "127.0.2", "2130706434", "0x7f.2", "0x7f000002", "0177.0.0.2",
    "017700000002", "%31%32%37.0.0.2", "１２７.0.0.2", "127。0。0。2",
    "localhost", "LOCALHOST", "a.localhost", "localhost.",
    // This network, private, carrier-grade and link-local networks, and metadata services.
    "0.0.0.0", "0", "10.0.0.1", "10.1", "172.16.0.1", "172.31.255.254", "192.168.1.1",
    "0300.0250.1.1", "3232235777", "100.64.0.1", "169.254.169.254", "198.18.0.1",
    "224.0.0.251", "255.255.255.255",
    "[::]", "[::1]", "[0:0:0:0:0:0:0:1]", "[fc00::1]", "[fd12:3456::1]", "[fe80::1]", "[febf::1]",
    "[ff02::1]", "[fd00:ec2::254]",
    // IPv4 in IPv6: compatible, mapped, NAT64 and 6to4.
    "[::127.0.0.2]", "[::ffff:127.0.0.2]", "[::ffff:7f00:2]", "[::ffff:10.0.0.1]",
    "[64:ff9b::127.0.0.2]", "[64:ff9b::a00:1]", "[64:ff9b:1::a00:1]", "[2002:7f00:2::1]",
  ]

  /// Private addresses that a name can have.
  private static let addresses = [
    "127.0.0.2", "0.0.0.0", "10.0.0.1", "172.16.0.1", "192.168.1.1", "100.64.0.1",
    "169.254.169.254", "::1", "::", "fc00::1", "fd12::1", "fe80::1", "::ffff:127.0.0.2",
    "::ffff:192.168.1.1", "64:ff9b::a00:1", "2002:7f00:2::1",
  ]

  /// Makes connections to all these hosts arrive at the counting server.
  private static func leading(_ hosts: [String]) throws -> [String: String] {
    var names: [String: String] = [:]
    for host in hosts {
      let url = try #require(URL(webAddress: "http://\(host)/"), "\(host)")
      let name = try #require(url.host(percentEncoded: false))
      for key in [name, name.trimmingCharacters(in: ["[", "]"]), "[\(name)]"] {
        names[key] = "127.0.0.2"
      }
    }
    return names
  }

  /// Follows every lure to every host. Returns the number of connections.
  private func connectionCount(
    to hosts: [String], over lures: [Lure] = Lure.allCases,
    addressGuard: AddressGuard = .loopbackIsPublic, resolver: NameResolver? = nil
  ) async throws -> Int {
    let names = try Self.leading(hosts)
    return try await withServer(["*": .page("<title>Secret</title>")], host: "127.0.0.2") {
      canary in
      for host in hosts {
        let target = try #require(URL(webAddress: "http://\(host):\(canary.port)/secret"))
        // The spelling of the list, as the page has it.
        let written = "http://\(host):\(canary.port)/secret"
        try await withServer(Self.routes(to: written)) { server in
          try await withConnections(
            addressGuard: addressGuard, names: names, resolver: resolver
          ) { connections in
            for lure in lures { await follow(lure, at: server, to: target, over: connections) }
          }
        }
      }
      return canary.connectionCount
    }
  }

  // MARK: - Tests

  @Test("no connection is made to a private address, however it's spelled")
  func spellings() async throws {
    #expect(try await connectionCount(to: Self.hosts) == 0)
  }

  @Test("no connection is made to a name of a private address", arguments: Self.addresses)
  func names(address: String) async throws {
    let resolver = NameResolver { name in
      let found = name == "intranet.test" ? address : name
      return IPAddress(found).map { [$0] } ?? []
    }
    #expect(try await connectionCount(to: ["intranet.test"], resolver: resolver) == 0)
  }

  @Test("without the guard, every lure and every address arrives", arguments: Lure.allCases)
  func lures(lure: Lure) async throws {
    let everything = AddressGuard { _ in true }
    // The names of this machine are refused whatever the guard says of addresses.
    let all = Self.hosts.filter { !$0.lowercased().contains("localhost") }
    let hosts = lure == .found ? all : ["10.0.0.1"]
    let count = try await connectionCount(to: hosts, over: [lure], addressGuard: everything)
    #expect(count >= hosts.count)
  }

  @Test("a private page that the user entered may lead to other private pages")
  func ownPages() async throws {
    try await withServer(["*": .page("<title>Secret</title>")], host: "127.0.0.2") { other in
      let routes = Self.routes(to: other.url("/secret").absoluteString)
      try await withServer(routes, host: "127.0.0.2") { server in
        try await withConnections(names: ["intranet.test": "127.0.0.2"]) { connections in
          for host in ["127.0.0.2", "intranet.test"] {
            let metadata = try await connections.metadata(for: server.url("/302", name: host))
            #expect(metadata.title == "Secret")
          }
        }
      }
      #expect(other.requests.count == 2)
    }
  }
}
