package import Articles
import Foundation
package import LinkPreview
import Synchronization

/// An event of the load of a page.
enum PageEvent: Sendable {
  /// The metadata, or why there's none.
  case result(Result<FetchResult, LinkMetadataError>)
  /// The article in the part of the page that was read on. Nil if there's none.
  case beginning(Article?)
}

/// A page whose metadata is known, or the reason why it isn't. The page may be read on for the text
/// at its beginning, until this is released.
package struct LoadedPage: Sendable {
  package let result: Result<FetchResult, LinkMetadataError>
  /// The events that follow. Nil if there are none.
  var events: AsyncStream<PageEvent>?

  /// Returns the article in the part of the page that was read, or nil if there's none. Cancelling
  /// the task stops the reading.
  package func beginning() async -> Article? {
    guard let events, case .success(.metadata) = result else { return nil }
    for await case .beginning(let article) in events { return article }
    return nil
  }
}

/// The first bytes of a page, which is read on once its metadata is known.
final class PageStart: Sendable {
  private let limit: Int
  private let report: @Sendable (FetchResult) async -> Void
  private let box = Mutex<FetchedFile?>(nil)

  /// - Parameters:
  ///   - limit: How many bytes are kept.
  ///   - report: Receives the metadata before the page is read on.
  init(limit: Int, report: @escaping @Sendable (FetchResult) async -> Void) {
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
    await report(result)
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
