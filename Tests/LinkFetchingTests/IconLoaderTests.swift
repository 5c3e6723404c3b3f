import Foundation
import LinkPreview
import TestSupport
import Testing

@testable import LinkFetching

@Suite(.takesTurn)
struct IconLoaderTests {
  private static let png = Answer.page(ImageSample.png, type: "text/plain")
  private static let ico = Answer.page(ImageSample.icon, type: "image/x-icon")

  private func metadata(_ server: FixtureServer, icon: String? = nil) -> LinkMetadata {
    var metadata = LinkMetadata(originalURL: server.url("/page"))
    metadata.icon = icon.map { LinkMetadata.Media(url: server.url($0)) }
    return metadata
  }

  @Test("the page's icon is loaded, and its bytes decide its type, not its Content-Type")
  func samePageCondition() async throws {
    let page = Answer.page("<title>x</title><link rel=icon href=/i>")
    try await withServer(["/page": page, "/i": Self.png]) { server in
      let icon = try await LinkImageLoader().icon(for: server.url("/page"))
      #expect(icon.type == "image/png" && icon.width == 180 && icon.height == 258)
      #expect(icon.data == Data(ImageSample.png))
      #expect(server.requests.map(\.path) == ["/page", "/i"])
    }
  }

  @Test(
    "/favicon.ico replaces an icon that can't be drawn",
    arguments: [
      Answer.status(404), .page("<h1>Not found</h1>"), .redirect(to: "file:///etc/passwd"),
      .open([.endless([UInt8](repeating: 7, count: 65_536))]),
    ])
  func fallsBack(broken: Answer) async throws {
    try await withServer(["/i": broken, "/favicon.ico": Self.ico]) { server in
      let icon = try await LinkImageLoader().icon(for: metadata(server, icon: "/i"))
      #expect(icon.type == "image/x-icon" && icon.width == 256)
    }
  }

  @Test("a missing icon, an invalid icon, a missing page and a timeout are errors")
  func failures() async throws {
    let html = Answer.page("<h1>Not found, says the server with 200</h1>")
    try await withServer(["/i": html, "/hang": Answer([.hang])]) { server in
      let loader = LinkImageLoader()
      await #expect(throws: LinkIconError.iconNotFound) {
        try await loader.icon(for: metadata(server))
      }
      await #expect(throws: LinkIconError.iconDataInvalid) {
        try await loader.icon(for: metadata(server, icon: "/i"))
      }
      await #expect(throws: LinkIconError.metadataLoadingFailed(.failed(.httpStatus(404)))) {
        try await loader.icon(for: server.url("/none"))
      }
      let limit = Duration.milliseconds(200)
      let late = LinkMetadataError.timedOut(host: "127.0.0.1", after: limit)
      await #expect(throws: LinkIconError.metadataLoadingFailed(late)) {
        try await LinkImageLoader(timeout: limit).icon(for: metadata(server, icon: "/hang"))
      }
      await server.waitUntilIdle()
    }
  }

  @Test(
    "a public page's icon on a private host is not requested", .enabled(if: hasSecondLoopback))
  func privateIcon() async throws {
    try await withServer(["*": Self.png], host: "127.0.0.2") { secret in
      try await withServer(["/favicon.ico": Self.ico]) { server in
        try await withConnections { connections in
          var linked = metadata(server)
          linked.icon = LinkMetadata.Media(url: secret.url("/i"))
          let icon = try await LinkImageLoader(connections: connections).icon(for: linked)
          #expect(icon.type == "image/x-icon")
          #expect(secret.connectionCount == 0)
          let own = LinkMetadata(originalURL: secret.url("/"))
          let ownIcon = try await LinkImageLoader(connections: connections).icon(for: own)
          #expect(ownIcon.type == "image/png")
        }
      }
    }
  }

  @Test("a cached icon is not fetched again")
  func caches() async throws {
    let cache: any ImageCache = InMemoryImageCache()
    try await withServer(["/i": Self.png]) { server in
      for _ in 0..<2 {
        let icon = try await LinkImageLoader(cache: cache).icon(for: metadata(server, icon: "/i"))
        #expect(icon.width == 180)
      }
      #expect(server.requests.count == 1)
    }
  }
}
