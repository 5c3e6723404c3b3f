import Foundation
import LinkPreview
import Testing

/// Returns the metadata of a page from an address.
func metadata(
  _ html: String, at address: String = "https://www.daily-news.org/a/b"
) throws -> LinkMetadata {
  LinkMetadata(html: Data(html.utf8), url: try #require(URL(string: address)))
}

/// Returns a page with JSON-LD and nothing else but a title.
func ld(_ json: String) -> String {
  "<head><title>T</title><script type='application/ld+json'>\(json)</script></head>"
}
