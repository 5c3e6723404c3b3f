import Foundation
import LinkPreview
import Markup

/// A page that's parsed once, for its elements and for what it states about itself.
struct ParsedPage {
  let tree: ElementTree
  let page: Page
  private let reader: PageReader

  /// - Parameters:
  ///   - html: the bytes of the page.
  ///   - url: its URL.
  ///   - charset: the charset label that came with it.
  init(html: Data, url: URL, charset: String?) {
    let events = ElementTreeEvents(length: html.count)
    reader = PageReader(transportLabel: charset, companion: events)
    reader.read(html)
    reader.finish()
    page = reader.page(at: url)
    tree = events.finish()
  }

  /// What the whole page states in JSON-LD and microdata.
  var linkedData: LinkedData { reader.linkedData(at: page.url) }

  /// Whether ``linkedData`` may have a property. Most pages needn't be looked through then.
  func mayState(_ property: StaticString) -> Bool { reader.mayState(property) }

  /// The text that the page states (https://schema.org/articleBody).
  var statedBody: String? {
    let body = linkedData.main.text("articleBody", "text")
    return body.flatMap { $0.utf8.count > 300 ? $0 : nil }
  }
}
