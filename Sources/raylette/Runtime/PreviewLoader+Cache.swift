import Foundation
import LinkPreview
import LinkStore
import RayletteApp

/// What the loader asks of the cache. A cache that fails is told of, and otherwise gone without.
extension PreviewLoader {
  func entry(for url: URL, _ post: Post) async -> MetadataCache.Entry? {
    await reporting(post) { () async throws(StoreError) in
      try await cache.entry(for: url, at: now())
    } ?? nil
  }

  /// A remembered time-out counts for those who would not wait longer now.
  func failure(
    for url: URL, with provider: LinkMetadataProvider, _ post: Post
  ) async -> LinkMetadataError? {
    let failure = await reporting(post) { () async throws(StoreError) in
      try await cache.failure(for: url, at: now())
    }
    if case .timedOut(_, let limit) = failure ?? nil, limit < provider.timeout { return nil }
    return failure ?? nil
  }

  func keep(_ entry: MetadataCache.Entry, _ post: Post) async {
    await reporting(post) { () async throws(StoreError) in
      try await cache.store(entry.metadata, validators: entry.validators, at: entry.fetchedAt)
    }
  }

  func touch(_ entry: MetadataCache.Entry, _ post: Post) async {
    await reporting(post) { () async throws(StoreError) in
      try await cache.touch(entry.metadata.originalURL, at: entry.fetchedAt)
    }
  }

  func remember(_ failure: LinkMetadataError, for url: URL, _ post: Post) async {
    switch failure {
    // Without a network these tell nothing about the host.
    case .failed(.hostNotFound), .timedOut: guard hasNetwork() else { return }
    default: break
    }
    await reporting(post) { () async throws(StoreError) in
      try await cache.remember(failure, for: url, at: now())
    }
  }

  /// What the cache answers; nil when it can't, which is posted.
  @discardableResult
  private func reporting<Value: Sendable>(
    _ post: Post, _ body: () async throws(StoreError) -> Value
  ) async -> Value? {
    do {
      return try await body()
    } catch {
      post(.storeFailed(error))
      return nil
    }
  }
}
