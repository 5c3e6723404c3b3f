public import Foundation
import GRDB
public import LinkPreview
public import Links

extension MetadataCache {
  /// How long a failure is remembered, in seconds: 10 minutes.
  package static let failureLifetime: TimeInterval = 600

  /// Returns the failure of the last fetch of an address, if that was less than 10 minutes ago.
  /// Returns nil if the fetch succeeded, or failed in a way that isn't remembered.
  public func failure(for url: URL, at date: Date) async throws(StoreError) -> Failure? {
    try await read(optional: { db in
      let row = try Row.fetchOne(
        db,
        sql: """
          SELECT failure, failedAt FROM failure WHERE url = ? AND failedAt > ? AND failedAt <= ?
          """,
        arguments: [
          url.absoluteString, date.timeIntervalSince1970 - Self.failureLifetime,
          date.timeIntervalSince1970,
        ])
      guard let row, let data = row["failure"] as Data?, let failedAt = row["failedAt"] as Double?,
        let failure = try? JSONDecoder().decode(StoredFailure.self, from: data),
        failure.version == StoredFailure.currentVersion
      else { return nil }
      return Failure(error: failure.error, failedAt: Date(timeIntervalSince1970: failedAt))
    })
  }

  /// A fetch that failed.
  public struct Failure: Hashable, Sendable {
    /// The reason why the fetch failed.
    public var error: LinkMetadataError
    /// When the fetch failed.
    public var failedAt: Date

    /// Creates a failure of a fetch.
    public init(error: LinkMetadataError, failedAt: Date) {
      self.error = error
      self.failedAt = failedAt
    }
  }

  /// Saves the failed fetch of an address, so that nobody waits for a dead link twice.
  ///
  /// Saves these failures: hosts that can't be found, refuse the connection or have no valid
  /// certificate, exceeded time limits, and the statuses 404, 410 and 5xx. Ignores all others, such
  /// as a cancelled fetch, because the next attempt may well succeed.
  public func remember(
    _ failure: LinkMetadataError, for url: URL, at date: Date
  ) async throws(StoreError) {
    guard failure.isWorthRemembering else { return }
    try await write { db in
      let now = date.timeIntervalSince1970
      // Also deletes expired failures. That's cheap, because only a few are current at any time.
      try db.execute(
        sql: "DELETE FROM failure WHERE failedAt <= ? OR failedAt > ?",
        arguments: [now - Self.failureLifetime, now])
      try db.execute(
        sql: "INSERT OR REPLACE INTO failure (url, failure, failedAt) VALUES (?, ?, ?)",
        arguments: [
          url.absoluteString, try JSONEncoder().encode(StoredFailure(error: failure)), now,
        ])
    }
  }

  /// The content of the column: JSON with a version number. A value that can't be decoded is
  /// ignored.
  private struct StoredFailure: Codable {
    static let currentVersion = 1
    var version = currentVersion
    var error: LinkMetadataError
  }
}

extension LinkMetadataError {
  /// Whether another attempt within minutes would very likely fail the same way.
  var isWorthRemembering: Bool {
    switch self {
    case .timedOut: true
    case .failed(.hostNotFound), .failed(.connectionRefused), .failed(.tls): true
    case .failed(.httpStatus(let code)): isOfMissingPage || (500...599).contains(code)
    case .failed, .cancelled, .notAllowed, .unknown: false
    }
  }
}
