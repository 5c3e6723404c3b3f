import Foundation
import LinkPreview
import TaskLimits
import TestSupport
import Testing

@testable import LinkFetching

@Suite(.takesTurn)
struct ProxyTests {
  @Test(
    "the environment decides the proxy",
    arguments: [
      (["http_proxy": "http://p:1"], "http://a.org/", "p:1"),
      (["HTTP_PROXY": "http://p:1"], "http://a.org/", "p:1"),
      (["http_proxy": "http://p:1", "HTTP_PROXY": "http://q:1"], "http://a.org/", "p:1"),
      (["HTTP_PROXY": "http://p:1", "REQUEST_METHOD": "GET"], "http://a.org/", nil),
      (["http_proxy": "http://p:1", "REQUEST_METHOD": "GET"], "http://a.org/", "p:1"),
      (["http_proxy": "http://p:1"], "https://a.org/", nil),
      (["https_proxy": "p:1"], "https://a.org/", "p:1"),
      (["all_proxy": "socks5h://p"], "https://a.org/", "p:1080"),
      (["ALL_PROXY": "socks5://p:9"], "http://a.org/", "p:9"),
      (["http_proxy": "", "all_proxy": "p:1"], "http://a.org/", nil),
      (["http_proxy": "http://[::2]:8"], "http://a.org/", "::2:8"),
      (["all_proxy": "p:1"], "http://127.0.0.1/", nil),
      (["all_proxy": "p:1"], "http://[::1]:8/", nil),
      (["all_proxy": "p:1"], "http://localhost/", nil),
      (["all_proxy": "p:1"], "http://10.0.0.1/", "p:1"),
      (["all_proxy": "p:1", "no_proxy": "*"], "http://a.org/", nil),
      (["all_proxy": "p:1", "NO_PROXY": "a.org"], "http://a.org/", nil),
      (["all_proxy": "p:1", "no_proxy": "x, .a.org"], "http://A.org./", nil),
      (["all_proxy": "p:1", "no_proxy": "a.org"], "http://b.a.org/", nil),
      (["all_proxy": "p:1", "no_proxy": "a.org"], "http://ba.org/", "p:1"),
      (["all_proxy": "p:1", "no_proxy": "a.org:81"], "http://a.org/", "p:1"),
      (["all_proxy": "p:1", "no_proxy": "a.org:443"], "https://a.org/", nil),
      (["all_proxy": "p:1", "no_proxy": "10.0.0.0/8"], "http://10.9.9.9/", nil),
      (["all_proxy": "p:1", "no_proxy": "10.0.0.0/8"], "http://11.0.0.1/", "p:1"),
      (["all_proxy": "p:1", "no_proxy": "10.0.0.0/99"], "http://10.0.0.1/", "p:1"),
      (["all_proxy": "p:1", "no_proxy": "0.1"], "http://10.0.0.1/", "p:1"),
      (["all_proxy": "p:1", "no_proxy": "[fd00::1]:80"], "http://[fd00:0::1]/", nil),
      (["all_proxy": "p:1", "no_proxy": "fd00::/8"], "http://[fd12::1]/", nil),
    ] as [([String: String], String, String?)])
  func choice(environment: [String: String], url: String, proxy: String?) throws {
    let settings = ProxySettings(environment: environment)
    let chosen = try settings.proxy(for: #require(URL(string: url)))
    #expect(chosen.map { "\($0.host):\($0.port)" } == proxy)
  }

  @Test(
    "an invalid proxy setting is an error",
    arguments: [
      "https://p:1", "ftp://p", "http://", "p:99999", ":::", "socks4://p",
    ])
  func badValue(_ value: String) throws {
    let settings = ProxySettings(environment: ["http_proxy": value])
    #expect(throws: LinkMetadataError.failed(.badProxySetting(variable: "http_proxy"))) {
      try settings.proxy(for: #require(URL(string: "http://a.org/")))
    }
  }

  @Test("HTTP requests go to the proxy with the absolute address")
  func relay() async throws {
    let routes: [String: Answer] = [
      "http://page.test/a?b": .redirect(to: "http://page.test:81/c"),
      "http://page.test:81/c": .page("<title>Relayed</title>"),
    ]
    try await withServer(routes) { proxy in
      let address = "http://me:pw@127.0.0.1:\(proxy.port)"
      try await withConnections(environment: ["http_proxy": address]) { connections in
        let url = try #require(URL(string: "http://page.test/a?b#c"))
        let metadata = try await connections.metadata(for: url)
        #expect(metadata.title == "Relayed")
        #expect(metadata.url.absoluteString == "http://page.test:81/c#c")
      }
      #expect(proxy.requests.map { $0.header("Host") } == ["page.test", "page.test:81"])
      let basic = "Basic " + Data("me:pw".utf8).base64EncodedString()
      #expect(proxy.requests.map { $0.header("Proxy-Authorization") } == [basic, basic])
    }
  }

  @Test("HTTPS requests a tunnel from the proxy, and a refusal is reported")
  func tunnel() async throws {
    try await withServer(["*": .status(403)]) { proxy in
      let environment = ["https_proxy": "http://me:pw@127.0.0.1:\(proxy.port)"]
      try await withConnections(environment: environment) { connections in
        let url = try #require(URL(string: "https://page.test/a"))
        let error = await connections.error(for: url)
        #expect(
          error
            == .failed(.proxy(host: "127.0.0.1", reason: "it refused to connect to the site")))
      }
      #expect(proxy.requests.map(\.method) == ["CONNECT"])
      #expect(proxy.requests.map(\.path) == ["page.test:443"])
      #expect(proxy.requests.first?.header("Proxy-Authorization")?.hasPrefix("Basic ") == true)
    }
  }

  // RFC 1928, and RFC 1929 for the login.
  @Test(
    "SOCKS gets the name of the host, and a login if it has one", arguments: ["", "me:p%77@"])
  func socks(login: String) async throws {
    let heard = Locked<[String]>([])
    let proxy = try SocketServer(tls: nil) { connection in
      func text(_ count: UInt8) throws -> String {
        String(decoding: try connection.body(count: Int(count)), as: UTF8.self)
      }
      let methods = try connection.body(count: Int(try connection.body(count: 2)[1]))
      let asksForLogin = methods.contains(2)
      try connection.send([5, asksForLogin ? 2 : 0])
      if asksForLogin {
        let user = try text(try connection.body(count: 2)[1])
        let password = try text(try connection.body(count: 1)[0])
        heard.withLock { $0.append("\(user):\(password)") }
        try connection.send([1, 0])
      }
      let host = try text(try connection.body(count: 5)[4])
      let port = try connection.body(count: 2)
      heard.withLock { $0.append("\(host) \(port)") }
      try connection.send([5, 0, 0, 1, 0, 0, 0, 0, 0, 0])
      _ = try connection.head()
      try connection.send(
        Array("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<title>Inside</title>".utf8))
    }
    let environment = ["all_proxy": "socks5://\(login)127.0.0.1:\(proxy.port)"]
    try await withConnections(environment: environment) { connections in
      let metadata = try await connections.metadata(
        for: try #require(URL(string: "http://page.test/")))
      #expect(metadata.title == "Inside")
    }
    await proxy.close()
    #expect(heard.withLock(\.self) == (login.isEmpty ? [] : ["me:pw"]) + ["page.test [0, 80]"])
  }

  @Test("the error names a proxy that can't be reached")
  func absent() async throws {
    let closed = try await withServer([:]) { $0.port }
    let environment = ["all_proxy": "127.0.0.1:\(closed)"]
    try await withConnections(environment: environment) { connections in
      for address in ["http://page.test/", "https://page.test/"] {
        let error = await connections.error(for: try #require(URL(string: address)))
        let reason = "127.0.0.1 refused the connection"
        #expect(error == .failed(.proxy(host: "127.0.0.1", reason: reason)))
      }
    }
  }

  @Test("a redirect from a public page to a private address is refused through a proxy too")
  func guarded() async throws {
    let routes: [String: Answer] = ["*": .redirect(to: "http://10.0.0.1/")]
    try await withServer(routes) { proxy in
      let environment = ["http_proxy": "127.0.0.1:\(proxy.port)"]
      try await withConnections(environment: environment) { connections in
        let error = await connections.error(for: try #require(URL(string: "http://page.test/")))
        #expect(error == .notAllowed(.privateAddress("10.0.0.1")))
      }
      #expect(proxy.requests.count == 1)
    }
  }
}
