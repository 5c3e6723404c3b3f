import Foundation
import LinkPreview
import Markup

extension PageValidators {
  /// The validators of a response with a page, or nil if it has none.
  init?(of response: WebResponse) {
    // Validators in other successful responses, such as 206, don't belong to the whole page.
    guard response.status == 200 else { return nil }
    // A header that occurs twice is ambiguous, so it's ignored.
    func only(_ name: String) -> String? {
      let values = response.headers[name]
      return values.count == 1 ? values[0].trimmingCharacters(in: .whitespaces) : nil
    }
    self.init(
      url: response.url, entityTag: only("ETag"), lastModified: only("Last-Modified"))
  }

  /// Returns the headers that make a request for `url` conditional (RFC 9110, section 13.1), or nil
  /// if the validators belong to another URL.
  func headers(for url: URL) -> HTTPHeaders? {
    guard url.withoutFragment == self.url else { return nil }
    var headers = HTTPHeaders()
    if let entityTag { headers.add(name: "If-None-Match", value: entityTag) }
    if let lastModified { headers.add(name: "If-Modified-Since", value: lastModified) }
    return headers
  }
}
