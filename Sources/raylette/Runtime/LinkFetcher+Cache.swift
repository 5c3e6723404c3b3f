import Foundation
import LinkPreview
import LinkStore

/// What the fetcher asks of the cache. When the cache fails, it reports that and goes on without it.
extension LinkFetcher {
  func entry(for url: URL, _ report: Report) async -> MetadataCache.Entry? {
    await reporting(report) { cache throws(StoreError) in
      try await cache.entry(for: url, at: now())
    }
  }

  /// The remembered failure of a link. A time-out only counts for those who wouldn't wait longer now.
  func failure(
    for url: URL, _ timeout: Duration, _ report: Report
  ) async -> LinkMetadataError? {
    let failure = await reporting(report) { cache throws(StoreError) in
      try await cache.failure(for: url, at: now())
    }
    if case .timedOut(_, let limit)? = failure, limit < timeout { return nil }
    return failure
  }

  func remember(
    _ result: Result<MetadataCache.Entry, LinkMetadataError>, for url: URL, _ report: Report
  ) async {
    switch result {
    case .success(let entry): await keep(entry, report)
    case .failure(let error): await remember(error, for: url, report)
    }
  }

  func keep(_ entry: MetadataCache.Entry, _ report: Report) async {
    await reporting(report) { cache throws(StoreError) in
      try await cache.store(entry.metadata, validators: entry.validators, at: entry.fetchedAt)
      return ()
    }
  }

  func touch(_ entry: MetadataCache.Entry, _ report: Report) async {
    await reporting(report) { cache throws(StoreError) in
      try await cache.touch(entry.metadata.originalURL, at: entry.fetchedAt)
      return ()
    }
  }

  func remember(_ failure: LinkMetadataError, for url: URL, _ report: Report) async {
    switch failure {
    // Without a network, these say nothing about the host.
    case .failed(.hostNotFound), .timedOut: guard hasNetwork() else { return }
    default: break
    }
    await reporting(report) { cache throws(StoreError) in
      try await cache.remember(failure, for: url, at: now())
      return ()
    }
  }

  /// The cache's answer; nil when it has none, or can't answer, which is reported.
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
