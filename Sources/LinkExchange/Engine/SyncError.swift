import Markup
package import Links

/// Why changes can't be exchanged, in one line for people.
package enum SyncError: Error, Hashable, Sendable, CustomStringConvertible {
  case remote(SyncRemoteError)
  case store(StoreError)
  /// The logs have a format that a later version of the program wrote.
  case newerFormat(Int)
  /// No remote was named yet.
  case notBegun
  /// A remote was named before.
  case alreadyBegun(remote: String)
  /// Another program is doing it.
  case busy

  package var description: String {
    switch self {
    case .remote(let error): error.description
    case .store(let error): error.description
    case .newerFormat(let version):
      "the place was written by a newer raylette (format \(version)); update raylette to sync"
    case .busy:
      "another raylette has been syncing for \(SyncFolder.waitingLimit.secondsText); end it if it hangs"
    case .alreadyBegun(let remote):
      "this machine syncs with \(remote) already; run raylette sync leave first"
    case .notBegun:
      "sync isn't set up; run raylette sync init with the address of a git repository, or --folder"
    }
  }
}

extension SyncError {
  /// Runs something that uses the store, and turns its errors into those of the exchange.
  package static func mapping<Value>(
    _ body: () async throws(StoreError) -> Value
  ) async throws(SyncError) -> Value {
    do { return try await body() } catch { throw .store(error) }
  }

  /// Runs something that uses the remote, and turns its errors into those of the exchange.
  package static func mapping<Value>(
    _ body: () async throws(SyncRemoteError) -> Value
  ) async throws(SyncError) -> Value {
    do { return try await body() } catch { throw .remote(error) }
  }
}
