import Foundation
import LinkPreview
import LinkStore
import NIOConcurrencyHelpers
import TaskLimits

/// Stores the texts of saved links without one, while the program runs. The next run continues with
/// the remaining links.
struct BackgroundArchiver: Sendable {
  let keeper: ArticleArchiver
  let clock: any Clock<Duration>
  var isMetered: @Sendable () async -> Bool = MeteredConnection.isInUse

  /// The pause after the start, so that the first pages aren't slowed down.
  private static let delay = Duration.seconds(10)
  private static let pause = Duration.seconds(15)
  /// Few fetches at a time, so that the user's own requests aren't slowed down.
  private static let concurrency = 2

  func run() async {
    guard keeper.policy != .off, keeper.saved.writeError == nil,
      (try? await clock.sleep(for: Self.delay)) != nil
    else { return }
    repeat {
      guard await keeper.hasNetwork(), await !isMetered() else { continue }
      // On a full disk, the next attempt would fail too.
      guard await keepNext() else { return }
    } while (try? await clock.sleep(for: Self.pause)) != nil
  }

  /// Stores the texts of the links that were saved last.
  /// - Returns: whether the store accepted them.
  private func keepNext() async -> Bool {
    let links = try? await keeper.saved.linksToKeep(nil, limit: 20, now: keeper.now())
    let canStore = NIOLockedValueBox(true)
    await (links ?? []).concurrently(limit: Self.concurrency) { [keeper] link in
      guard canStore.withLockedValue({ $0 }) else { return }
      if case .notStored = await keeper.keep(link) { canStore.withLockedValue { $0 = false } }
    }
    return canStore.withLockedValue { $0 }
  }
}
