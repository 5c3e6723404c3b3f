package import Articles
import Foundation
package import LinkPreview
import Synchronization
import TaskLimits

/// The text at the beginning of a page whose metadata is known. The page is read on until it's
/// requested, or until this is released.
package final class PageBeginning: Sendable {
  private let task: Task<Article?, Never>

  fileprivate init(_ task: Task<Article?, Never>) { self.task = task }

  deinit { task.cancel() }

  /// Returns the article in the part of the page that was read, or nil if there's none. Cancelling
  /// the task stops the reading.
  package func article() async -> Article? {
    await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
  }
}

extension LinkPreviewClient {
  /// Works like ``fetch(_:since:)``, and goes on reading the page for the text at its beginning. The
  /// metadata doesn't wait for that, and the time limit is for both together.
  ///
  /// - Parameter limit: How many bytes of the page are read at most, after decompression.
  /// - Returns: The result, and the beginning of the page if it was read.
  package func fetch(
    _ request: LinkMetadataRequest, since validators: PageValidators? = nil, readingOn limit: Int
  ) async -> (Result<FetchResult, LinkMetadataError>, PageBeginning?) {
    typealias Outcome = Result<FetchResult, LinkMetadataError>
    let (results, continuation) = AsyncStream.makeStream(of: Outcome.self)
    let start = PageStart(limit: limit) { continuation.yield(.success($0)) }
    let task = Task { () -> Article? in
      let outcome: Outcome
      do throws(LinkMetadataError) {
        outcome = .success(
          try await fetch(request, since: validators, statistics: FetchStatistics(), start: start))
      } catch {
        outcome = .failure(error)
      }
      // Only the first result counts, which is the one from before the page was read on.
      continuation.yield(outcome)
      continuation.finish()
      guard !Task.isCancelled, let file = start.file else { return nil }
      return try? await Self.read(file).get()
    }
    return await withTaskCancellationHandler {
      for await result in results {
        guard case .success(.metadata) = result else { return (result, nil) }
        return (result, PageBeginning(task))
      }
      return (.failure(.cancelled), nil)
    } onCancel: {
      task.cancel()
    }
  }
}

/// The first bytes of a page, which is read on once its metadata is known.
final class PageStart: Sendable {
  private let limit: Int
  private let report: @Sendable (FetchResult) -> Void
  private let box = Mutex<FetchedFile?>(nil)

  /// - Parameters:
  ///   - limit: How many bytes are kept.
  ///   - report: Receives the metadata before the page is read on.
  init(limit: Int, report: @escaping @Sendable (FetchResult) -> Void) {
    self.limit = limit
    self.report = report
  }

  /// The part of the page that was read. Nil if its metadata isn't known.
  var file: FetchedFile? { box.withLock { $0 } }

  /// Adds bytes up to the limit.
  func add(_ piece: [UInt8], to bytes: inout Data) {
    bytes.append(contentsOf: piece.prefix(max(0, limit - bytes.count)))
  }

  /// Reports the metadata, and reads on. What has arrived is kept if the page breaks off or its time
  /// limit passes.
  /// - Parameter bytes: The bytes of the page that were read already.
  @concurrent
  func readOn(_ response: inout WebResponse, after bytes: Data, result: FetchResult) async {
    report(result)
    box.withLock { $0 = FetchedFile(bytes, of: response) }
    var count = bytes.count
    while count < limit, !Task.isCancelled, let piece = try? await response.next() {
      let bytes = piece.prefix(limit - count)
      // Adds them in place, because the page may be half a megabyte, and a piece a few kilobytes.
      box.withLock { $0?.data.append(contentsOf: bytes) }
      count += bytes.count
    }
  }
}
