import Foundation
import LinkPreview
import Links
import LinkStore

/// Access to the cache. If the cache fails, the fetcher reports the error and continues without a
/// cache.
extension LinkFetcher {
  func entry(for url: URL, _ report: Report) async -> CachedMetadata? {
    await reporting(report) { cache throws(StoreError) in
      try await cache.entry(for: url, at: now())
    }
  }

  /// Returns the remembered failure of a link. Ignores a timeout if the time limit is longer now.
  func failure(
    for url: URL, _ timeout: Duration, _ report: Report
  ) async -> MetadataCache.Failure? {
    let failure = await reporting(report) { cache throws(StoreError) in
      try await cache.failure(for: url, at: now())
    }
    if case .timedOut(_, let limit)? = failure?.error, limit < timeout { return nil }
    return failure
  }

  func remember(
    _ result: Result<CachedMetadata, LinkMetadataError>, for url: URL, _ report: Report
  ) async {
    switch result {
    case .success(let entry): await keep(entry, report)
    case .failure(let error): await remember(error, for: url, report)
    }
  }

  func keep(_ entry: CachedMetadata, _ report: Report) async {
    await reporting(report) { cache throws(StoreError) in
      try await cache.store(entry.metadata, validators: entry.validators, at: entry.fetchedAt)
      return ()
    }
  }

  func touch(_ entry: CachedMetadata, _ report: Report) async {
    await reporting(report) { cache throws(StoreError) in
      try await cache.touch(entry.metadata.originalURL, at: entry.fetchedAt)
      return ()
    }
  }

  func remember(_ failure: LinkMetadataError, for url: URL, _ report: Report) async {
    switch failure {
    // Without a network, these errors say nothing about the host.
    case .failed(.hostNotFound), .timedOut: guard await hasNetwork() else { return }
    case .failed, .cancelled, .notAllowed, .unknown: break
    }
    await reporting(report) { cache throws(StoreError) in
      try await cache.remember(failure, for: url, at: now())
      return ()
    }
  }

  /// Returns the result of reading the cache. If that fails, reports the error and returns nil.
  @discardableResult
  private func reporting<Value: Sendable>(
    _ report: Report, _ body: (MetadataCache) async throws(StoreError) -> Value?
  ) async -> Value? {
    guard let cache else { return nil }
    do {
      return try await body(cache)
    } catch {
      report(.cacheFailed(error))
      return nil
    }
  }
}
