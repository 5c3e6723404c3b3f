import Foundation
import LinkFetching
import LinkPreview
import LinkStore
import TaskLimits
import TerminalGrid
import TestSupport
import Testing

@testable import Favorites
@testable import RayletteApp
@testable import raylette

/// Loads icons from a real server with the real chafa.
@MainActor
@Suite(.takesTurn)
struct IconLoaderTests {
  private static let png = Answer.page(
    PNG.file(width: 64, height: 64) { x, _ in x < 32 ? (255, 0, 0) : (0, 0, 255) },
    type: "image/png")
  private static let form = IconRequest.Form(
    graphics: .kitty, cell: PixelSize(width: 10, height: 20))

  /// A runner, and the actions it posted.
  @MainActor
  private struct Bench {
    let runner: EffectRunner
    let server: FixtureServer
    let posted = Locked<[Action]>([])

    init(loader: PictureLoader, server: FixtureServer, home: TemporaryHome) throws {
      let posted = posted
      self.server = server
      runner = try EffectRunner(drawing: loader, in: home) { action in
        posted.withLock { $0.append(action) }
      }
    }

    var actions: [Action] { posted.withLock(\.self) }

    func request(
      icons: [String] = ["/i.png"], form: IconRequest.Form = IconLoaderTests.form
    ) -> IconRequest {
      var page = LinkMetadata(originalURL: server.url("/page"))
      page.icons = icons.map { .init(url: server.url($0)) }
      return IconRequest(page: page, form: form)
    }

    /// Loads an icon, waits for the end and returns the posted actions.
    func load(_ request: IconRequest, id: RequestID = .none.next) async -> [Action] {
      posted.withLock { $0 = [] }
      runner.run(.picture(.icon(id, request)))
      await runner.tasks.end(of: id)
      return actions
    }
  }

  private func withBench(
    _ routes: [String: Answer], cache: MetadataCache? = nil,
    _ body: (Bench) async throws -> Void
  ) async throws {
    try await withServer(routes) { server in
      try await withTemporaryHome { home in
        let chafa = try #require(Chafa(environment: ProcessInfo.processInfo.environment))
        let loader = PictureLoader(chafa: chafa, timeout: .seconds(60))
        if let cache { loader.keepFiles(in: cache) }
        try await body(Bench(loader: loader, server: server, home: home))
      }
    }
  }

  private func image(in actions: [Action]) throws -> PixelImage {
    guard case .saved(.iconLoaded(RequestID.none.next, let picture?))? = actions.first else {
      Issue.record("\(actions)")
      throw CancellationError()
    }
    #expect(actions.count == 1 && picture.size == IconRequest.Form.cells)
    return try #require(picture.image)
  }

  @Test("an icon is drawn in the pixels of its tile, and fetched once for all sizes and sessions")
  func sizes() async throws {
    try await withTemporaryHome { home in
      let cache = MetadataCache(
        location: StoreLocation(environment: home.environment, folder: "raylette"))
      try await withBench(["/i.png": Self.png], cache: cache) { bench in
        let image = try image(in: await bench.load(bench.request()))
        #expect(image.graphics == .kitty && image.size == PixelSize(width: 30, height: 20))
        let pixels = Array(try #require(Data(base64Encoded: Data(image.data))))
        func pixel(_ x: Int, _ y: Int) -> [UInt8] {
          Array(pixels[(y * 30 + x) * 4..<(y * 30 + x + 1) * 4])
        }
        #expect(pixel(8, 10) == [255, 0, 0, 255] && pixel(22, 10) == [0, 0, 255, 255])
        #expect(pixel(2, 10) == [0, 0, 0, 0])
        let form = IconRequest.Form(graphics: .sixel, cell: PixelSize(width: 7, height: 15))
        let other = try self.image(in: await bench.load(bench.request(form: form)))
        #expect(other.graphics == .sixel && other.size == PixelSize(width: 21, height: 15))
        #expect(bench.server.requests.map(\.path) == ["/i.png"])
        let chafa = try #require(Chafa(environment: ProcessInfo.processInfo.environment))
        let loader = PictureLoader(chafa: chafa, timeout: .seconds(60))
        loader.keepFiles(in: cache)
        let later = try Bench(loader: loader, server: bench.server, home: home)
        _ = try self.image(in: await later.load(later.request()))
        #expect(bench.server.requests.count == 1)
      }
    }
  }

  @Test("the site's /favicon.ico is used if the page's icon is missing, also as a bitmap")
  func customary() async throws {
    let ico = Answer.page(WindowsIconFile.violet, type: "image/x-icon")
    try await withBench(["/i.png": .status(404), "/favicon.ico": ico]) { bench in
      let image = try image(in: await bench.load(bench.request()))
      let pixels = Array(try #require(Data(base64Encoded: Data(image.data))))
      #expect(pixels[(10 * 30 + 15) * 4..<(10 * 30 + 16) * 4].elementsEqual([140, 30, 160, 255]))
    }
  }

  @Test(
    "a site without an icon that can be drawn is answered with none",
    arguments: [
      Answer.status(404), .page("<h1>Not found</h1>"),
      .page([0, 0, 1, 0, 1, 0, 16, 16], type: nil),
      .page("<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>"),
      .page(PNG.header(width: 64, height: 64), type: "image/png"),
      .page(PNG.header(width: 60_000, height: 60_000), type: "image/png"),
    ])
  func none(answer: Answer) async throws {
    try await withBench(["/favicon.ico": answer]) { bench in
      #expect(await bench.load(bench.request(icons: [])) == [.saved(.iconLoaded(.none.next, nil))])
    }
  }

  @Test("a cancelled request sends nothing before its time, closes its connection, posts nothing")
  func cancelled() async throws {
    try await withBench(["/i.png": Answer([.hang])]) { bench in
      let id = RequestID.none.next
      bench.runner.run(.picture(.icon(id, bench.request())))
      bench.runner.tasks.cancel(id)
      await bench.runner.tasks.end(of: id)
      #expect(bench.server.requests.isEmpty)
      bench.runner.run(.picture(.icon(id.next, bench.request())))
      await bench.server.wait { !$0.isEmpty }
      bench.runner.tasks.cancel(id.next)
      await bench.runner.tasks.end(of: id.next)
      #expect(bench.actions.isEmpty)
      await bench.server.waitUntilIdle()
    }
  }

  @Test("a few sites are asked at once; one that's answered makes room for the next")
  func few() async throws {
    try await withBench(["*": Answer([.hang])]) { bench in
      let ids = (1...6).reduce(into: [RequestID.none]) { ids, _ in
        ids.append((ids.last ?? .none).next)
      }.dropFirst()
      for id in ids {
        bench.runner.run(.picture(.icon(id, bench.request(icons: ["/\(id.number)"]))))
      }
      await bench.server.wait { $0.count >= 4 }
      #expect(bench.server.connectionCount == 4)
      // Those that wait first, because each that ends makes room for one of them. They needn't be
      // the last that came: their moments end in any order.
      let asked = Set(bench.server.requests.map(\.path))
      let waiting = ids.filter { !asked.contains("/\($0.number)") }
      for id in waiting { bench.runner.tasks.cancel(id) }
      for id in waiting { await bench.runner.tasks.end(of: id) }
      for id in ids { bench.runner.tasks.cancel(id) }
      for id in ids { await bench.runner.tasks.end(of: id) }
      #expect(bench.server.requests.count == 4, "those that waited were cancelled")
    }
  }

  @Test("without a network, nothing is sent and nothing is posted, so that it isn't a failure")
  func offline() async throws {
    try await withTemporaryHome { home in
      let chafa = try #require(Chafa(environment: ProcessInfo.processInfo.environment))
      let cache = InMemoryImageCache()
      let loader = IconLoader(
        chafa: chafa, images: LinkImageLoader(cache: cache, timeout: .seconds(60)),
        clock: ContinuousClock(), hasNetwork: { false })
      var page = LinkMetadata(originalURL: try #require(URL(string: "https://example.invalid/")))
      page.icons = [.init(url: page.url.appending(path: "i.png"))]
      let request = IconRequest(page: page, form: Self.form)
      guard case .offline = await loader.icon(for: request) else {
        Issue.record("it went online")
        return
      }
      let bytes = PNG.file(width: 8, height: 8) { _, _ in (9, 200, 9) }
      await cache.store(try #require(ImageFile(data: Data(bytes))), for: page.icons[0].url)
      guard case .ended(_?) = await loader.icon(for: request) else {
        Issue.record("it's cached")
        return
      }
    }
  }
}
