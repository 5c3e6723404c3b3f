import Foundation
import LinkPreview
import Markup

/// A page that was parsed once for both its elements and its metadata.
struct ParsedPage {
  let tree: ElementTree
  let page: Page
  private let reader: PageReader

  /// - Parameters:
  ///   - html: the bytes of the page.
  ///   - url: the page's URL.
  ///   - charset: the charset label that came with the page.
  init(html: Data, url: URL, charset: String?) {
    let events = ElementTreeEvents(length: html.count)
    reader = PageReader(transportLabel: charset, host: url.host(), companion: events)
    reader.read(html)
    reader.finish()
    page = reader.page(at: url)
    tree = events.finish()
  }

  /// The whole page's JSON-LD and microdata.
  var linkedData: LinkedData { reader.linkedData(at: page.url) }

  /// Whether ``linkedData`` may contain a property. Rules out most pages without a search.
  func mayState(_ property: StaticString) -> Bool { reader.mayState(property) }

  /// The text that the page states as metadata (https://schema.org/articleBody).
  var statedBody: String? {
    let body = linkedData.main.text("articleBody", "text")
    return body.flatMap { $0.utf8.count > 300 ? $0 : nil }
  }
}
