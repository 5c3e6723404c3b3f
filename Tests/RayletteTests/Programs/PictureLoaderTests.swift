import Foundation
import LinkPreview
import LinkStore
import Links
import TaskLimits
import TerminalGrid
import TestSupport
import Testing

@testable import Favorites
@testable import RayletteApp
@testable import raylette

@MainActor
@Suite(.takesTurn)
struct PictureLoaderTests {
  private func withRunner(
    _ answer: Answer,
    _ body: @MainActor (PictureBench, PictureRequest, FixtureServer) async throws -> Void
  ) async throws {
    try await withServer(["/i.png": answer]) { server in
      try await withTemporaryHome { home in
        let chafa = try #require(Chafa(environment: ProcessInfo.processInfo.environment))
        let loader = PictureLoader(chafa: chafa, timeout: .seconds(60))
        let request = PictureRequest(
          url: server.url("/i.png"), page: server.url("/page"), size: GridSize(columns: 8, rows: 2),
          form: .cells(.direct))
        try await body(PictureBench(loader: loader, home: home), request, server)
      }
    }
  }

  private static let red = PNG.file(width: 40, height: 20) { _, _ in (255, 0, 0) }

  @Test("another size of a picture doesn't need another fetch")
  func sizes() async throws {
    try await withRunner(.page(Self.red, type: "image/png")) { bench, request, server in
      var request = request
      for columns in [8, 4] {
        request.size.columns = columns
        let actions = await bench.load(request)
        guard case .program(.pictureLoaded(request, let picture?))? = actions.first else {
          Issue.record("\(actions)")
          return
        }
        #expect(actions.count == 1)
        #expect(picture.size.columns == columns)
        #expect(picture[0, 0].ground == .rgb(red: 255, green: 0, blue: 0))
      }
      #expect(server.requests.count == 1)
    }
  }

  @Test("the picture of a kept text is drawn from there")
  func kept() async throws {
    try await withTemporaryHome { home in
      let store = try SavedLinkStore(location: StoreLocation(environment: home.environment))
      let url = try #require(URL(string: "https://example.org/i.png"))
      let link = try await store.save(LinkMetadata(originalURL: url), at: Date()).link
      try await store.keepPicture(Data(Self.red), url: url, of: link.id)
      let files = PictureFiles(kept: store)
      #expect(await files.image(for: url)?.width == 40)
    }
  }

  @Test("a download cancelled before it starts is neither requested nor posted")
  func early() async throws {
    try await withRunner(.page(Self.red, type: "image/png")) { bench, request, server in
      bench.runner.run(.picture(.load(bench.id, request)))
      bench.runner.tasks.cancel(bench.id)
      await bench.runner.tasks.end(of: bench.id)
      #expect(bench.actions.isEmpty && server.requests.isEmpty)
    }
  }

  @Test("a cancelled download closes its connection and isn't posted")
  func late() async throws {
    try await withRunner(Answer([.hang])) { bench, request, server in
      bench.runner.run(.picture(.load(bench.id, request)))
      await server.wait { !$0.isEmpty }
      bench.runner.tasks.cancel(bench.id)
      await bench.runner.tasks.end(of: bench.id)
      #expect(bench.actions.isEmpty)
      await server.waitUntilIdle()
    }
  }

  @Test("a picture that can't be drawn is posted once, as nil")
  func failed() async throws {
    try await withRunner(.status(404)) { bench, request, _ in
      let actions = await bench.load(request)
      #expect(actions == [.program(.pictureLoaded(request, nil))])
    }
  }
}

/// A runner of effects, and the actions it posted.
@MainActor
private struct PictureBench {
  let runner: EffectRunner
  let posted = Locked<[Action]>([])
  let id = RequestID.none.next

  init(loader: PictureLoader, home: TemporaryHome) throws {
    let posted = posted
    runner = try EffectRunner(drawing: loader, in: home) { action in
      posted.withLock { $0.append(action) }
    }
  }

  var actions: [Action] { posted.withLock(\.self) }

  /// Loads a picture, waits for the end and returns the posted actions.
  func load(_ request: PictureRequest) async -> [Action] {
    posted.withLock { $0 = [] }
    runner.run(.picture(.load(id, request)))
    await runner.tasks.end(of: id)
    return actions
  }
}
