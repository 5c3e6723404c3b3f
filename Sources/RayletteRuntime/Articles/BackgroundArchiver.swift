import Foundation
import LinkPreview
import LinkStore
import NIOConcurrencyHelpers
import TaskLimits

/// Keeps the texts of saved links that have none yet, while the program runs. What it doesn't get to
/// is kept the next time.
struct BackgroundArchiver: Sendable {
  let keeper: ArticleArchiver
  let clock: any Clock<Duration>
  var isMetered: @Sendable () async -> Bool = MeteredConnection.isInUse

  /// The program starts and shows its first pages without it.
  private static let delay = Duration.seconds(10)
  private static let pause = Duration.seconds(15)
  /// Few at a time, so that what the user asks for isn't slowed down.
  private static let concurrency = 2

  func run() async {
    guard keeper.policy != .off, keeper.saved.writeError == nil,
      (try? await clock.sleep(for: Self.delay)) != nil
    else { return }
    repeat {
      guard await keeper.hasNetwork(), await !isMetered() else { continue }
      // A full disk takes nothing the next time either.
      guard await keepNext() else { return }
    } while (try? await clock.sleep(for: Self.pause)) != nil
  }

  /// Keeps the texts of the links that were saved last.
  /// - Returns: Whether they could be stored.
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
