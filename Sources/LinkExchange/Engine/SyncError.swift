package import Links
import Localization
import Markup

/// A reason why changes can't be exchanged. The description is one line for people.
package enum SyncError: Error, Hashable, Sendable, CustomStringConvertible {
  case remote(SyncRemoteError)
  case store(StoreError)
  /// A later version of the program wrote the logs, in this format.
  case newerFormat(Int)
  /// The user hasn't named a remote yet.
  case notBegun
  /// The user named a remote before.
  case alreadyBegun(remote: String)
  /// Another program is exchanging changes.
  case busy

  package var description: String {
    switch self {
    case .remote(let error): error.description
    case .store(let error): error.description
    case .newerFormat(let version):
      localized(
        "the place was written by a newer raylette (format \(version)); update raylette to sync")
    case .busy:
      localized(
        "another raylette has been syncing for \(SyncFolder.waitingLimit.secondsText); end it if it hangs"
      )
    case .alreadyBegun(let remote):
      localized("this machine syncs with \(remote) already; run raylette sync leave first")
    case .notBegun:
      localized(
        "sync isn't set up; run raylette sync init with the address of a git repository, or --folder"
      )
    }
  }
}

extension SyncError {
  /// Runs a body that uses the store, and wraps its errors.
  package static func mapping<Value>(
    _ body: () async throws(StoreError) -> Value
  ) async throws(SyncError) -> Value {
    do { return try await body() } catch { throw .store(error) }
  }

  /// Runs a body that uses the remote, and wraps its errors.
  static func mapping<Value>(
    _ body: () async throws(SyncRemoteError) -> Value
  ) async throws(SyncError) -> Value {
    do { return try await body() } catch { throw .remote(error) }
  }
}
