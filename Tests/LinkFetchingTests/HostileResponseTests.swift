import Foundation
import LinkPreview
import TaskLimits
import TestSupport
import Testing

@testable import LinkFetching

/// Malformed responses never crash the process. `RESPONSE_FUZZING=seconds:seed` starts a long run;
/// see Resources/benchmarks/fuzz-responses.sh.
@Suite(.takesTurn)
struct HostileResponseTests {
  @Test(
    "an unusable status code is a bad response in every kind of fetch",
    arguments: ["000", "001", "099", "101"])
  func status(_ status: String) async throws {
    let answer = Answer.text("HTTP/1.1 \(status) x\r\nContent-Length: 5\r\n\r\nhello")
    try await withServer(["*": answer]) { server in
      try await withConnections { connections in
        let url = server.url("/")
        let refusal = LinkMetadataError.failed(.badResponse(host: "127.0.0.1"))
        let error = await connections.error(for: url)
        #expect(error == refusal)
        let probed = await LinkProbe.outcome(
          of: url, timeout: .seconds(20), connections: connections)
        #expect(probed == .failed(refusal))
        await #expect(throws: LinkIconError.metadataLoadingFailed(refusal)) {
          try await LinkImageLoader(connections: connections).icon(for: url)
        }
        await #expect(throws: refusal) {
          try await LinkImageLoader(connections: connections).image(at: url, of: url)
        }
        await #expect(throws: refusal) {
          try await PageLoader(configuration: .init(), connections: connections).findings(for: url)
        }
      }
    }
  }

  @Test(
    "an unusable status code from a proxy is a proxy error",
    arguments: ["000", "001", "099", "101"])
  func proxy(_ status: String) async throws {
    let answer = Answer.text("HTTP/1.1 \(status) x\r\nContent-Length: 5\r\n\r\nhello")
    try await withServer(["*": answer]) { server in
      let proxy = "http://127.0.0.1:\(server.port)"
      try await withConnections(environment: ["all_proxy": proxy]) { connections in
        for address in ["http://page.test/", "https://page.test/"] {
          let error = await connections.error(for: try #require(URL(string: address)))
          guard case .failed(.proxy(host: "127.0.0.1", _)) = error else {
            Issue.record("\(address): \(String(describing: error))")
            continue
          }
        }
      }
    }
  }

  @Test("a page is read even if its subresources have unusable status codes")
  func subresources() async throws {
    let page = """
      <title>T</title><link rel=manifest href=/bad>
      <link rel=alternate type=application/json+oembed href=/bad>
      """
    let bad = Answer.text("HTTP/1.1 000 x\r\nContent-Length: 5\r\n\r\nhello")
    try await withServer(["/": .page(page), "*": bad]) { server in
      try await withConnections { connections in
        let metadata = try await connections.metadata(for: server.url("/"))
        #expect(metadata.title == "T")
      }
      #expect(server.requests.count == 3)
    }
  }

  private static func framed(status: String) -> [UInt8] {
    let head = HTTP2Frame.block([(":status", status), ("content-type", "text/html")])
    return HTTP2Frame.frame(HTTP2Frame.headers, flags: HTTP2Frame.endHeaders, stream: 1, head)
      + HTTP2Frame.frame(
        HTTP2Frame.data, flags: HTTP2Frame.endStream, stream: 1, Array("<title>T</title>".utf8))
  }

  @Test(
    "HTTP/2 is spoken with servers that offer it over TLS, and its invalid responses are refused",
    arguments: [
      ("200", true), ("", false), ("000", false), ("2x0", false), ("099", false), ("1000", false),
    ])
  func framed(status: String, isPage: Bool) async throws {
    // The preface of a client has two empty lines; the request follows it.
    let answers = Locked([
      (0, HTTP2Frame.settingsFrame()), (100, Self.framed(status: status)),
    ])
    let server = try ScriptedServer(usesTLS: true, protocols: ["h2"]) {
      var script = ServerScript()
      script.answer = { [answers.withLock { $0.isEmpty ? (0, []) : $0.removeFirst() }] }
      script.end = .hang
      return script
    }
    let url = try #require(URL(string: "https://tls.test:\(server.port)/"))
    try await withConnections(
      names: ["tls.test": "127.0.0.1"], authorities: TestCertificates.selfSigned
    ) { connections in
      let result: Result<LinkMetadata, LinkMetadataError>
      do throws(LinkMetadataError) {
        result = .success(try await connections.metadata(for: url))
      } catch {
        result = .failure(error)
      }
      if isPage {
        #expect((try? result.get())?.title == "T")
      } else {
        #expect(throws: LinkMetadataError.failed(.badResponse(host: "tls.test"))) {
          try result.get()
        }
      }
    }
    await server.close()
  }

  @Test("HTTP/2 that wasn't agreed on is a bad response, and HTTP/1.1 goes on")
  func unagreed() async throws {
    let page = Array("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n<title>T</title>".utf8)
    let answers = Locked([page, HTTP2Frame.settingsFrame() + Self.framed(status: "200")])
    let server = try ScriptedServer(usesTLS: true, protocols: ["http/1.1"]) {
      var script = ServerScript()
      script.answer = { [(0, answers.withLock { $0.isEmpty ? [] : $0.removeFirst() })] }
      return script
    }
    let url = try #require(URL(string: "https://tls.test:\(server.port)/"))
    for refusal in [nil, LinkMetadataError.failed(.badResponse(host: "tls.test"))] {
      try await withConnections(
        names: ["tls.test": "127.0.0.1"], authorities: TestCertificates.selfSigned
      ) { connections in
        let error = await connections.error(for: url)
        #expect(error == refusal)
      }
    }
    await server.close()
  }

  @Test("a few interim responses are skipped, and a flood of them is a bad response")
  func interim() async throws {
    let flood = Array(repeating: "HTTP/1.1 103 Early Hints\r\n\r\n", count: 100).joined()
    let page = "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n<title>T</title>"
    let few = "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n"
    try await withServer(["/few": .text(few + page), "/many": .text(flood + page)]) { server in
      try await withConnections { connections in
        let metadata = try await connections.metadata(for: server.url("/few"))
        #expect(metadata.title == "T")
        let error = await connections.error(for: server.url("/many"))
        #expect(error == .failed(.badResponse(host: "127.0.0.1")))
      }
    }
  }

  @Test("mutated responses never crash the process")
  func fuzz() async throws {
    let setting = ProcessInfo.processInfo.environment["RESPONSE_FUZZING"]?.split(separator: ":")
      .compactMap { UInt64($0) }
    let seed = setting?.last ?? 1
    let limit = setting.map { Duration.seconds($0.first ?? 600) }
    let count = try await ResponseFuzzer(seed: seed).run(for: limit, atLeast: 400)
    #expect(count >= 400)
  }
}
