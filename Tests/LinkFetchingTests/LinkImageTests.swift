import Foundation
import LinkPreview
import TestSupport
import Testing

@testable import LinkFetching

@Suite(.takesTurn)
struct LinkImageTests {
  private static let file = PNG.file(width: 4, height: 2) { _, _ in (200, 0, 0) }
  private static let png = Answer.page(file, type: "text/html")

  @Test(
    "only PNG, JPEG, GIF and WebP of reasonable size are accepted",
    arguments: [
      (PNG.header(width: 400, height: 200), true), (PNG.header(width: 16_384, height: 3000), true),
      (PNG.header(width: 100_000, height: 100_000), false),
      (PNG.header(width: 100_000, height: 1), false),
      (PNG.header(width: 10_000, height: 10_000), false),
      (PNG.header(width: 0xFFFF_FFFF, height: 0xFFFF_FFFF), false),
      (PNG.header(width: 0, height: 5), false), (Array(PNG.signature), false), ([], false),
      (Array("<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>".utf8), false),
      (ImageSample.icon, false), (Array("%PDF-1.7 ......................".utf8), false),
      (Array("push graphic-context\nviewbox 0 0 640 480\n".utf8), false),
    ])
  func acceptance(bytes: [UInt8], isAccepted: Bool) {
    #expect((LinkImage(data: Data(bytes)) != nil) == isAccepted)
  }

  @Test("the bytes decide the type", arguments: ImageSample.all)
  func types(sample: ImageSample) {
    let drawn: Set = ["image/png", "image/jpeg", "image/gif", "image/webp"]
    let image = LinkImage(data: Data(sample.bytes))
    #expect(image?.type == sample.type.flatMap { drawn.contains($0) ? $0 : nil })
    #expect(image == nil || (image?.width == sample.width && image?.height == sample.height))
  }

  @Test("an image is loaded once, whatever its Content-Type")
  func loads() async throws {
    try await withServer(["/i": Self.png]) { server in
      let loader = LinkImageLoader(cache: InMemoryImageCache())
      for _ in 0..<2 {
        let image = try await loader.image(at: server.url("/i"), of: server.url("/page"))
        #expect(image?.data == Data(Self.file) && image?.width == 4 && image?.height == 2)
      }
      #expect(server.requests.count == 1)
      #expect(server.requests[0].header("Cookie") == nil)
    }
  }

  @Test("an image that is too large, too slow or missing is an error, and other files are nil")
  func failures() async throws {
    let endless = Answer.open([.text("x"), .endless([UInt8](repeating: 7, count: 65_536))])
    let drip = Answer.open([.send(PNG.header(width: 9, height: 9)), .hang])
    let large = Answer.text(Answer.head(200, headers: ["Content-Length: 52428800"]))
    let routes: [String: Answer] = [
      "/endless": endless, "/drip": drip, "/large": large, "/html": .page("<h1>no</h1>"),
    ]
    try await withServer(routes) { server in
      let page = server.url("/page")
      let loader = LinkImageLoader(timeout: .seconds(120))
      for path in ["/endless", "/large"] {
        await #expect(throws: LinkMetadataError.failed(.tooLarge(limit: LinkImageLoader.sizeLimit)))
        {
          try await loader.image(at: server.url(path), of: page)
        }
      }
      await #expect(throws: LinkMetadataError.failed(.httpStatus(404))) {
        try await loader.image(at: server.url("/none"), of: page)
      }
      let limit = Duration.milliseconds(200)
      await #expect(throws: LinkMetadataError.timedOut(host: "127.0.0.1", after: limit)) {
        try await LinkImageLoader(timeout: limit).image(at: server.url("/drip"), of: page)
      }
      let html = try await loader.image(at: server.url("/html"), of: page)
      #expect(html == nil)
      await server.waitUntilIdle()
    }
  }

  @Test(
    "a public page's image on a private host is not requested", .enabled(if: hasSecondLoopback))
  func privatePicture() async throws {
    try await withServer(["*": Self.png], host: "127.0.0.2") { secret in
      try await withServer(["/to-secret": .redirect(to: secret.url("/i").absoluteString)]) {
        server in
        try await withConnections { connections in
          let loader = LinkImageLoader(connections: connections)
          for url in [secret.url("/i"), server.url("/to-secret")] {
            await #expect(throws: LinkMetadataError.self) {
              try await loader.image(at: url, of: server.url("/page"))
            }
          }
          #expect(secret.connectionCount == 0)
          let own = try await loader.image(at: secret.url("/i"), of: secret.url("/"))
          #expect(own != nil)
        }
      }
    }
  }
}
