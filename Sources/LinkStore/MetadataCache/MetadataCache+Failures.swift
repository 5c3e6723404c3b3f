public import Foundation
import GRDB
public import LinkPreview

extension MetadataCache {
  /// Seconds for which a failure is remembered: 10 minutes.
  public static let failureLifetime: TimeInterval = 600

  /// How the last fetch of an address failed, when that was less than 10 minutes ago; nil when it
  /// succeeded, or failed in a way that is not remembered.
  public func failure(for url: URL, at date: Date) async throws(StoreError) -> LinkMetadataError? {
    let stored = try await read { db in
      try Data.fetchOne(
        db, sql: "SELECT failure FROM failure WHERE url = ? AND failedAt > ? AND failedAt <= ?",
        arguments: [
          url.absoluteString, date.timeIntervalSince1970 - Self.failureLifetime,
          date.timeIntervalSince1970,
        ])
    }
    guard let data = stored ?? nil,
      let failure = try? JSONDecoder().decode(StoredFailure.self, from: data),
      failure.version == StoredFailure.currentVersion
    else { return nil }
    return failure.error
  }

  /// Remembers how a fetch of an address failed, so that a dead link is not waited for twice.
  ///
  /// That goes for hosts that have no name, refuse, or have no valid certificate, for time-outs and
  /// the statuses 404, 410 and 5xx. Without effect for all else, such as a fetch called off, which
  /// the next try may well find otherwise.
  public func remember(
    _ failure: LinkMetadataError, for url: URL, at date: Date
  ) async throws(StoreError) {
    guard failure.isWorthRemembering else { return }
    try await write { db in
      let now = date.timeIntervalSince1970
      // Few are alive at any time, so those that are not can go along.
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

  /// What is in the column: JSON with a version number. What can't be decoded was not remembered.
  private struct StoredFailure: Codable {
    static let currentVersion = 1
    var version = currentVersion
    var error: LinkMetadataError
  }
}

extension LinkMetadataError {
  /// Whether another try within minutes would very likely fail likewise.
  var isWorthRemembering: Bool {
    switch self {
    case .timedOut: true
    case .failed(.hostNotFound), .failed(.connectionRefused), .failed(.tls): true
    case .failed(.httpStatus(let code)): [404, 410].contains(code) || (500...599).contains(code)
    case .failed, .cancelled, .notAllowed, .unknown: false
    }
  }
}
