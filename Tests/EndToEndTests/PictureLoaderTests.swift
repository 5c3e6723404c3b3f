import Foundation
import NIOConcurrencyHelpers
import RayletteApp
import TerminalGrid
import TestSupport
import Testing

@testable import raylette

@MainActor
@Suite(.timeLimit(.minutes(1)))
struct PictureLoaderTests {
  private func withTasks(
    _ answer: Answer, _ body: (PictureTasks, PictureRequest, FixtureServer) async throws -> Void
  ) async throws {
    try await withServer(["/i.png": answer]) { server in
      try await withTemporaryHome { home in
        let chafa = try #require(Chafa(environment: ProcessInfo.processInfo.environment))
        let loader = PictureLoader(
          chafa: chafa, directory: home.file("images"), timeout: .seconds(60))
        let request = PictureRequest(
          url: server.url("/i.png"), page: server.url("/page"), size: Size(columns: 8, rows: 2),
          depth: .direct)
        try await body(PictureTasks(loader: loader), request, server)
      }
    }
  }

  private static let red = PNG.file(width: 40, height: 20) { _, _ in (255, 0, 0) }

  private func finish(_ request: PictureRequest, of tasks: PictureTasks) async throws -> [Action] {
    let posted = NIOLockedValueBox<[Action]>([])
    let task = try #require(tasks.begin(request))
    await tasks.finish(task, for: request) { action in
      posted.withLockedValue { $0.append(action) }
    }
    return posted.withLockedValue(\.self)
  }

  @Test("another size of a picture is made without another fetch")
  func sizes() async throws {
    try await withTasks(.page(Self.red, type: "image/png")) { tasks, request, server in
      var request = request
      for columns in [8, 4] {
        request.size.columns = columns
        let actions = try await finish(request, of: tasks)
        guard case .pictureLoaded(request, let picture?)? = actions.first else {
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

  @Test("what was called off before it began is neither fetched nor told")
  func early() async throws {
    try await withTasks(.page(Self.red, type: "image/png")) { tasks, request, server in
      let task = try #require(tasks.begin(request))
      tasks.cancel(request)
      await tasks.finish(task, for: request) { Issue.record("posted \($0)") }
      #expect(server.requests.isEmpty)
    }
  }

  @Test("what is called off while it comes ends its connection, and is not told")
  func late() async throws {
    try await withTasks(Answer([.hang])) { tasks, request, server in
      let task = try #require(tasks.begin(request))
      while server.requests.isEmpty { await Task.yield() }
      tasks.cancel(request)
      await tasks.finish(task, for: request) { Issue.record("posted \($0)") }
      await server.waitUntilIdle()
    }
  }

  @Test("what can't be drawn is told, once")
  func failed() async throws {
    try await withTasks(.status(404)) { tasks, request, _ in
      let actions = try await finish(request, of: tasks)
      #expect(actions == [.pictureLoaded(request, nil)])
    }
  }
}
