import Foundation
import TestSupport
import Testing

/// The promise that nothing on the web makes the program connect to a private address, with the
/// real program.
///
/// A proxy stands for the web, because every public address is on this computer otherwise. The
/// program connects to this computer itself without it, which a server counts.
@Suite(.takesTurn)
struct PrivateNetworkCommandTests {
  private static let secret = Answer.page("<title>Secret</title><p>Inside the network.")

  /// Runs a command that goes to the web.
  private func run(
    _ command: String, over proxy: FixtureServer, in home: TemporaryHome
  ) async throws -> CommandRun {
    let variables = "http_proxy=http://127.0.0.1:\(proxy.port) https_proxy= all_proxy= no_proxy="
    return try await CommandRun(shell: "export \(variables); $raylette \(command)", in: home)
  }

  private static func pages(to target: String) -> [String: Answer] {
    [
      "http://public.test/moved": .redirect(to: target),
      "http://public.test/refresh": .page("<meta http-equiv=refresh content=\"0;url=\(target)\">"),
      "http://public.test/parts": .page(
        """
        <title>Parts</title><meta property="og:image" content="\(target)">
        <link rel="icon" href="\(target)"><link rel="manifest" href="\(target)">
        <link rel="alternate" type="application/json+oembed" href="\(target)">
        """),
      "http://public.test/list": .page("\(target)\n", type: "text/plain"),
      "http://public.test/mixed": .page(
        "\(target)\nhttp://public.test/plain\n\(target)2\n", type: "text/plain"),
      "http://public.test/plain": .page("<title>Plain</title>"),
      "http://public.test/feed": .page(
        """
        <rss><channel><title>F</title><item><title>a</title><link>\(target)</link></item>
        <item><title>b</title><link>http://public.test/plain</link></item></channel></rss>
        """, type: "application/rss+xml"),
      "http://public.test/feeds": .page(
        """
        <opml><body><outline text="A" xmlUrl="\(target)"/>
        <outline text="B" xmlUrl="http://public.test/feed"/></body></opml>
        """, type: "text/x-opml"),
    ]
  }

  @Test(
    "commands for the web make no connection into the private network",
    arguments: [
      "preview http://public.test/moved", "preview http://public.test/refresh",
      "preview http://public.test/parts", "preview --check http://public.test/parts",
      "preview --check http://public.test/moved", "read http://public.test/moved",
      "saved add http://public.test/moved && $raylette saved check && $raylette saved keep",
      "wheel add w http://public.test/moved", "wheel add w http://public.test/list",
      "spin --wheel http://public.test/moved", "spin --wheel http://public.test/list",
      "spin -n 9 --wheel http://public.test/mixed", "spin -n 9 --wheel http://public.test/feed",
      "spin -n 9 --wheel http://public.test/feeds",
      "wheel add w http://public.test/mixed && $raylette spin -n 9 --wheel w",
      "wheel add w http://public.test/feeds && $raylette wheel update w",
    ], ["localhost", "2130706433"])
  func commands(command: String, host: String) async throws {
    try await withServer(["*": Self.secret]) { canary in
      let target = canary.url("/secret", name: host).absoluteString
      try await withServer(Self.pages(to: target)) { proxy in
        try await withTemporaryHome { home in
          let run = try await run(command, over: proxy, in: home)
          #expect(!run.output.contains("Secret"), "\(run.output)")
          #expect(canary.connectionCount == 0)
          #expect(!proxy.requests.isEmpty)
          #expect(proxy.requests.allSatisfy { $0.path.hasPrefix("http://public.test/") })
        }
      }
    }
  }

  @Test("links of a public list to private hosts are left out, and said so")
  func lists() async throws {
    try await withServer(Self.pages(to: "http://192.168.1.1/reboot")) { proxy in
      try await withTemporaryHome { home in
        let added = try await run("wheel add w http://public.test/mixed", over: proxy, in: home)
        let said = "2 links to this machine or a private network, left out."
        #expect((added.output + added.error).contains(said), "\(added.output)\(added.error)")
        let links = try await CommandRun(["wheel", "show", "w", "--links"], in: home)
        #expect(links.output.contains("public.test/plain") && !links.output.contains("reboot"))
        let none = try await run("wheel add v http://public.test/list", over: proxy, in: home)
        #expect(none.exitCode != 0, "\(none.error)")
      }
    }
  }

  @Test("the user's own addresses and lists may be private")
  func own() async throws {
    let routes: [String: Answer] = [
      "/moved": .redirect(to: "/secret"), "/secret": Self.secret,
      "/list": Answer { request in
        .page("http://\(request.header("Host") ?? "")/secret\n", type: "text/plain")
      },
    ]
    try await withServer(routes) { server in
      try await withTemporaryHome { home in
        let address = server.url("/moved").absoluteString
        try Data("\(address)\n".utf8).write(to: home.file("list.txt"))
        for command in [
          "preview \(address)", "preview \(server.url("/moved", name: "localhost"))",
          "spin --wheel ~/list.txt", "spin --wheel \(server.url("/list"))",
        ] {
          let run = try await CommandRun(command, in: home)
          #expect(run.exitCode == 0 && run.output.contains("Secret"), "\(command): \(run.error)")
        }
      }
    }
  }
}
