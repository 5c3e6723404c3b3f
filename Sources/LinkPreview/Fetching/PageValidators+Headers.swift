import Foundation
import NIOHTTP1

extension PageValidators {
  /// The validators of an answer that holds a page; nil when it has none.
  init?(of answer: WebAnswer) {
    // Of other successes, such as 206, the validators are not those of the whole page.
    guard answer.status == 200 else { return nil }
    // A header that comes twice says nothing.
    func only(_ name: String) -> String? {
      let values = answer.headers[name]
      return values.count == 1 ? values[0].trimmingCharacters(in: .whitespaces) : nil
    }
    self.init(
      url: answer.url, entityTag: only("ETag"), lastModified: only("Last-Modified"))
  }

  /// The headers that make a request for `url` one for a newer version (RFC 9110, section 13.1);
  /// nil for any other address than that which the validators are of.
  func headers(for url: URL) -> HTTPHeaders? {
    guard url.withoutFragment == self.url else { return nil }
    var headers = HTTPHeaders()
    if let entityTag { headers.add(name: "If-None-Match", value: entityTag) }
    if let lastModified { headers.add(name: "If-Modified-Since", value: lastModified) }
    return headers
  }
}
