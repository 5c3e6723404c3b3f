import Favorites
import Foundation
import LinkExchange
import LinkStore
import Links
import Localization

/// Checks the exchange with other devices, as far as this machine knows without asking the place.
struct SyncCheckup {
  let environment: [String: String]
  var now = Date()

  /// Empty without saved links, and if they can't be read, which is another finding.
  func findings() async -> [Finding] {
    let location = StoreLocation(environment: environment)
    guard access(location.dataFile.path(percentEncoded: false), F_OK) == 0 else { return [] }
    do throws(StoreError) {
      let store = SyncStore(sharing: try SavedLinkStore(location: location))
      guard let state = try await store.state(),
        let target = state.remote.flatMap({ SyncTarget(stored: $0) })
      else { return [Finding(.ok, Self.subject, localized("not set up"))] }
      let known = try await SyncFinding.known(to: store, at: now)
      return [Self.last(state, at: target, now: now)] + known.map { Finding($0) }
    } catch {
      return []
    }
  }

  private static var subject: String { localized("sync", context: "noun") }

  private static func last(
    _ state: SyncStore.State, at target: SyncTarget, now: Date
  ) -> Finding {
    if let failure = state.failure {
      return Finding(
        .limited, subject, "\(target.displayName): \(failure)",
        advice: localized("raylette sync repair tries again, and checks the place"))
    }
    let name = target.displayName
    let time =
      state.syncedAt.map { RelativeTime.text(from: $0, to: now) }
      ?? localized("never", context: "exchange")
    return Finding(
      .ok, subject,
      state.waitingCount == 0
        ? localized("\(name), last exchange \(time)")
        : localized("\(name), last exchange \(time), \(state.waitingCount, "change") not sent yet"))
  }
}
