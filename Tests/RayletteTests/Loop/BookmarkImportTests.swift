import Foundation
import LinkStore
import Links
import TaskLimits
import TestSupport
import Testing

@testable import Favorites
@testable import RayletteApp
@testable import raylette

/// Bookmarks of browsers in a home folder, imported by the runners of effects.
@MainActor
@Suite(.takesTurn)
struct BookmarkImportTests {
  private let id = RequestID.none.next

  /// Runs a body with a runner of effects, and the actions it has posted.
  /// - Parameter receive: called with each action, on the thread it comes from.
  private func withRunner(
    in home: TemporaryHome, receive: @escaping @Sendable (Action) -> Void = { _ in },
    _ body: @MainActor (EffectRunner, @escaping @Sendable () -> [Action]) async throws -> Void
  ) async throws {
    let location = StoreLocation(environment: home.environment)
    let posted = Locked<[Action]>([])
    let store = try SavedLinkStore(location: location)
    let runner = EffectRunner(
      saved: store, location: location, environment: home.environment
    ) { action in
      posted.withLock { $0.append(action) }
      receive(action)
    }
    var failure: (any Error)?
    _ = await runner.serve {
      do {
        try await body(runner) { posted.withLock(\.self) }
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
  }

  /// Waits for an action.
  private func action<Value>(
    _ actions: @Sendable () -> [Action], _ value: (Action) -> Value?
  ) async throws -> Value {
    var found: Value?
    try await waitUntil {
      found = actions().lazy.compactMap(value).first
      return found != nil
    }
    return try #require(found)
  }

  private func imported(
    _ actions: @Sendable () -> [Action]
  ) async throws -> Result<ImportedBookmarks, ImportFailure> {
    try await action(actions) {
      if case .changes(.bookmarksImported(_, let result)) = $0 { result } else { nil }
    }
  }

  private func count(in home: TemporaryHome) throws -> Int {
    try SavedLinkStore(location: StoreLocation(environment: home.environment)).count()
  }

  @Test("browsers are found, counted and imported")
  func importing() async throws {
    try await withTemporaryHome { home in
      try home.writeChromium(["https://a.example/", "https://b.example/", "about:blank"])
      try await withRunner(in: home) { runner, actions in
        runner.run(.read(.browsers(id)))
        let found = try await action(actions) {
          if case .saved(.browsersFound(let browsers)) = $0 { browsers } else { nil }
        }
        #expect(found == [.chromium])
        runner.run(.read(.choices(id, .browsers)))
        let counted = try await action(actions) {
          if case .chooser(.choicesRead(_, .success(.browsers(let list)))) = $0 {
            list
          } else {
            nil
          }
        }
        #expect(counted == [BrowserBookmarks(browser: .chromium, count: 2)])
        runner.run(.write(.importBookmarks(id, [.chromium])))
        #expect(try await imported(actions) == .success(ImportedBookmarks(added: 2, skipped: 1)))
        let saved = try count(in: home)
        #expect(saved == 2)
      }
    }
  }

  @Test("a cancelled import changes nothing, and says so")
  func cancelled() async throws {
    try await withTemporaryHome { home in
      try home.writeChromium((1...3_000).map { "https://a.example/\($0)" })
      // The import goes on only after it was cancelled.
      let isToGoOn = DispatchSemaphore(value: 0)
      try await withRunner(in: home) { action in
        guard case .saved(.jobProgressed(_, 1...)) = action else { return }
        _ = isToGoOn.wait(timeout: .now() + 60)
      } _: { runner, actions in
        runner.run(.write(.importBookmarks(id, [.chromium])))
        try await action(actions) {
          if case .saved(.jobProgressed(_, let done)) = $0, done > 0 { () } else { nil }
        }
        runner.run(.cancel(id))
        isToGoOn.signal()
        #expect(try await imported(actions) == .failure(.stopped))
        let saved = try count(in: home)
        #expect(saved == 0)
      }
    }
  }

  @Test("a file that can't be read is named, and nothing is imported")
  func damaged() async throws {
    try await withTemporaryHome { home in
      try home.writeChromium(["https://a.example/"])
      let file = home.file(".config/chromium/Default/Bookmarks")
      try Data(#"{"roots": {"bookmark_bar": "#.utf8).write(to: file)
      try await withRunner(in: home) { runner, actions in
        runner.run(.write(.importBookmarks(id, [.chromium])))
        guard case .failure(.failed(let reason)) = try await imported(actions) else {
          Issue.record("it didn't fail")
          return
        }
        #expect(reason.contains(file.path()))
      }
    }
  }
}
