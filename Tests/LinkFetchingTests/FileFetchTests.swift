import Foundation
import LinkPreview
import TestSupport
import Testing

@testable import LinkFetching

@Suite(.takesTurn)
struct FileFetchTests {
  private func fetch(
    _ request: FileRequest, over connections: Connections
  ) async throws(LinkMetadataError) -> FetchedFile? {
    let loader = PageLoader(
      configuration: .init(timeout: .seconds(300)), connections: connections)
    if case .file(let file) = try await loader.file(request) { return file }
    return nil
  }

  @Test("a file of any type is fetched whole, with what's known about it")
  func whole() async throws {
    let bytes = Array("url\nhttps://a.example/\n".utf8)
    try await withServer([
      "/old": .redirect(to: "/list"),
      "/list": .page(bytes, type: "Text/CSV; charset=Latin1", headers: ["ETag: \"1\""]),
    ]) { server in
      try await withConnections { connections in
        let file = try await fetch(
          FileRequest(url: server.url("/old"), accept: "text/csv", limit: 100), over: connections)
        #expect(file?.data == Data(bytes))
        #expect(file?.mediaType == "text/csv" && file?.charset == "Latin1")
        #expect(file?.url == server.url("/list"))
        #expect(file?.validators?.entityTag == "\"1\"")
        #expect(server.requests.last?.header("Accept") == "text/csv")
        #expect(server.requests.last?.header("User-Agent") == RequestHeaders.userAgent)
      }
    }
  }

  @Test("the first bytes tell the type, and a refused one isn't read to its end")
  func refused() async throws {
    try await withServer([
      "/x": .open([.send(Array("%PDF-1.7 and more".utf8)), .endless([0])], type: "text/plain")
    ]) { server in
      try await withConnections { connections in
        let error = await #expect(throws: LinkMetadataError.self) {
          try await fetch(
            FileRequest(
              url: server.url("/x"), limit: 1 << 40, refuses: { $0 == "application/pdf" }),
            over: connections)
        }
        #expect(error == .failed(.notAWebPage(type: "application/pdf")))
      }
    }
  }

  @Test("the limit counts inflated bytes, also above that of pages")
  func limit() async throws {
    let list = Array(repeating: UInt8(ascii: "x"), count: 9 << 20)
    let bomb = Gzip.zeros(megabytes: 3)
    try await withServer([
      "/plain": .page(list), "/bomb": .page(bomb, headers: ["Content-Encoding: gzip"]),
    ]) { server in
      try await withConnections { connections in
        let file = try await fetch(
          FileRequest(url: server.url("/plain"), limit: 10 << 20), over: connections)
        #expect(file?.data.count == 9 << 20)
        for (path, limit) in [("/plain", 8 << 20), ("/bomb", 2 << 20)] {
          let error = await #expect(throws: LinkMetadataError.self) {
            try await fetch(FileRequest(url: server.url(path), limit: limit), over: connections)
          }
          #expect(error == .failed(.tooLarge(limit: limit)))
        }
      }
    }
  }

  @Test(
    "a list on the internet can't lead to a private host, but one on a private host can",
    .enabled(if: hasSecondLoopback))
  func privateHost() async throws {
    try await withServer(["/feed": .page("x")], host: "127.0.0.2") { server in
      try await withConnections { connections in
        func request(from referrer: String?) -> FileRequest {
          FileRequest(
            url: server.url("/feed"), limit: 10, referrer: referrer.flatMap { URL(string: $0) })
        }
        let error = await #expect(throws: LinkMetadataError.self) {
          try await fetch(request(from: "http://127.0.0.1/list"), over: connections)
        }
        #expect(error == .notAllowed(.privateAddress("127.0.0.2")))
        #expect(server.requests.isEmpty)
        for referrer in ["http://127.0.0.2/x", nil] {
          let file = try await fetch(request(from: referrer), over: connections)
          #expect(file != nil)
        }
      }
    }
  }
}
