import Bookmarks
import Foundation
import LinkFetching
import LinkPreview
import Markup
import TaskLimits

/// The outcome of fetching a feed or sitemap.
enum ReferenceOutcome: Sendable {
  case contents(BookmarkReader.Contents, PageValidators?)
  case failed(String)
}

extension SourceLoader {
  /// The maximum number of feeds or sitemaps to fetch for one list.
  static func referenceLimit(_ kind: BookmarkReference.Kind) -> Int {
    switch kind {
    case .feed: 1_000
    case .sitemap: 50
    }
  }

  /// The maximum number of concurrent fetches.
  private static let concurrency = 8

  /// Fetches feeds or sitemaps up to the limit, and returns the outcomes in their order.
  /// - Parameter url: the address of the list; nil for a local file, whose addresses are trusted.
  func outcomes(
    of references: [BookmarkReference], namedBy url: URL?
  ) async -> [ReferenceOutcome] {
    guard let kind = references.first?.kind else { return [] }
    let wanted = references.prefix(Self.referenceLimit(kind))
    var outcomes = [ReferenceOutcome?](repeating: nil, count: wanted.count)
    var done = 0
    await wanted.enumerated().concurrently(limit: Self.concurrency) {
      await outcome(of: $0.element, namedBy: url)
    } use: { item, outcome in
      outcomes[item.offset] = outcome
      done += 1
      progress(done, wanted.count)
    }
    return outcomes.map { $0 ?? .failed("It wasn't read.") }
  }

  private func outcome(of reference: BookmarkReference, namedBy list: URL?) async
    -> ReferenceOutcome
  {
    do throws(LinkMetadataError) {
      let request = self.request(for: reference.address.url, namedBy: list)
      guard case .file(let file) = try await referenceClient.file(request) else {
        return .failed("It can't be fetched.")
      }
      return Self.outcome(of: file, reference)
    } catch {
      return .failed(Self.endedInFullStop(error.detail ?? error.sentence))
    }
  }

  private func request(for address: URL, namedBy list: URL?) -> FileRequest {
    FileRequest(
      url: resolve(address), accept: Self.accept, limit: Self.limit, referrer: list,
      refuses: { FileKind.name(ofType: $0) != nil })
  }

  /// Ends a text in a full stop, unless it has one.
  private static func endedInFullStop(_ text: String) -> String {
    text.hasSuffix(".") ? text : "\(text)."
  }

  private static func outcome(of file: FetchedFile, _ reference: BookmarkReference)
    -> ReferenceOutcome
  {
    do throws(WheelSourceError) {
      let contents = try SourceReader.document(
        file.data, name: reference.address.text, base: file.url, charset: file.charset
      ).contents
      switch (reference.kind, contents.format) {
      case (.feed, .feed): return .contents(contents, file.validators)
      case (.sitemap, .sitemap) where !contents.references.isEmpty:
        return .failed("It lists other sitemaps; give its address itself.")
      case (.sitemap, .sitemap), (.sitemap, .text): return .contents(contents, file.validators)
      case (.feed, let format): return .failed("It isn't a feed (read as \(format.rawValue)).")
      case (.sitemap, let format):
        return .failed("It isn't a sitemap (read as \(format.rawValue)).")
      }
    } catch {
      return .failed(endedInFullStop(error.description))
    }
  }

  // MARK: - Changes

  /// Whether all feeds and sitemaps of a list are unchanged. One that can't be reached counts as
  /// unchanged, so that its links stay.
  func isUnchanged(_ versions: SourceVersions?, except list: URL) async -> Bool {
    let files = versions?.files.filter { $0.address != list } ?? []
    guard files.allSatisfy({ $0.validators != nil }) else { return false }
    do throws(SourceChanged) {
      try await files.concurrently(limit: Self.concurrency) { file in
        let request = request(for: file.address, namedBy: list)
        let result = try? await referenceClient.file(request, since: file.validators)
        if case .file? = result { return false }
        return true
      } use: { (_, isUnchanged) throws(SourceChanged) in
        if !isUnchanged { throw SourceChanged() }
      }
      return true
    } catch {
      return false
    }
  }

  /// Ends the search for changes at the first.
  private struct SourceChanged: Error {}
}
