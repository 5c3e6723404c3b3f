import Foundation
import LinkPreview
import Testing

/// What a page tells that was read from an address.
func metadata(
  _ html: String, at address: String = "https://www.daily-news.org/a/b"
) throws -> LinkMetadata {
  LinkMetadata(html: Data(html.utf8), url: try #require(URL(string: address)))
}

/// A page that says all in JSON-LD.
func ld(_ json: String) -> String {
  "<head><title>T</title><script type='application/ld+json'>\(json)</script></head>"
}
