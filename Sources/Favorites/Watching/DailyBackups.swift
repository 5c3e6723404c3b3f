import Foundation
import LinkStore

/// Copies the saved links once a day while the program is open.
struct DailyBackups: Sendable {
  let saved: SavedLinkStore
  let clock: any Clock<Duration>
  let now: @Sendable () -> Date

  /// Makes the day's copy soon after the start, and looks each hour whether another day has begun.
  /// Returns when the task is cancelled. Doesn't run on the main actor, because it waits for the disk.
  ///
  /// Waits as long after a failure, because each attempt fills a full disk; `raylette doctor` names
  /// the last copy.
  @concurrent
  func run() async {
    var pause = Duration.seconds(3)
    while (try? await clock.sleep(for: pause)) != nil {
      _ = try? await saved.backUpIfDue(at: now())
      pause = .seconds(3600)
    }
  }
}
