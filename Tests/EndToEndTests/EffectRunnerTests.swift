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
        let location = StoreLocation(environment: home.environment)
        let runner = EffectRunner(
          saved: try SavedLinkStore(location: location),
          cache: try MetadataCache(location: location), environment: [:])
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
      let location = StoreLocation(environment: home.environment)
      let runner = EffectRunner(
        saved: try SavedLinkStore(location: location),
        cache: try MetadataCache(location: location), environment: [:])
      let posted = NIOLockedValueBox<[Action]>([])
      // None of these are there: what is made is what is found.
      let change = SavedChange.restore(Array(1...1500))
      runner.enqueue(.change(change, .person, words: "Put back 1500 links"))
      runner.finish()
      await runner.writeToStore { action in posted.withLockedValue { $0.append(action) } }
      #expect(
        posted.withLockedValue { $0.prefix(4) } == [
          .longChangeBegan(total: 1500), .workContinues(.change, done: 1000),
          .workContinues(.change, done: 1500), .longChangeEnded,
        ])
      guard
        case .changed(change, .person, "Put back 1500 links", .success(.trash([], _)))? =
          posted.withLockedValue({ $0.last })
      else { return #expect(posted.withLockedValue(\.self) == []) }
    }
  }
}
