import Foundation
import LinkPreview
import LinkStore
import NIOConcurrencyHelpers
import TestSupport
import Testing

@testable import RayletteApp
@testable import raylette

@MainActor
struct EffectRunnerTests {
  @Test("a cancel that comes before the fetch has begun still cancels it", .timeLimit(.minutes(1)))
  func earlyCancel() async throws {
    try await withServer(["*": Answer([.hang])]) { server in
      try await withTemporaryHome { home in
        let location = StoreLocation(environment: home.environment, folder: "raylette")
        let runner = EffectRunner(
          saved: try SavedLinkStore(location: location),
          cache: MetadataCache(location: location), environment: [:])
        let posted = NIOLockedValueBox<[Action]>([])
        let provider = runner.prepareFetch(.first, timeout: .seconds(600))
        runner.cancelPreview(.first)
        await runner.loadPreview(.first, server.url("/"), with: provider) { action in
          posted.withLockedValue { $0.append(action) }
        }
        #expect(posted.withLockedValue(\.self) == [.previewLoaded(.first, .failure(.cancelled))])
        #expect(server.requests.isEmpty)
      }
    }
  }

  @Test("a change of many links tells how far it is, and in the end what takes it back")
  func manyChanges() async throws {
    try await withTemporaryHome { home in
      let location = StoreLocation(environment: home.environment, folder: "raylette")
      let runner = EffectRunner(
        saved: try SavedLinkStore(location: location),
        cache: MetadataCache(location: location), environment: [:])
      let posted = NIOLockedValueBox<[Action]>([])
      // None of these are there: what is made is what is found.
      let id = RequestID.none.next
      runner.enqueue(.change(id, .make(.restore(Array(1...1500)))))
      runner.finish()
      await runner.writeToStore { action in posted.withLockedValue { $0.append(action) } }
      let none = ChangeOutcome(changed: [], isRestoration: true)
      #expect(
        posted.withLockedValue(\.self) == [
          .jobStarted(id, total: 1500), .jobProgressed(id, done: 1000),
          .jobProgressed(id, done: 1500), .jobEnded(id, .changed),
          .changed(id, .make, .success(none)),
        ])
    }
  }
}
