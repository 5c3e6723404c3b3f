package import Articles
import Foundation
package import LinkPreview

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
