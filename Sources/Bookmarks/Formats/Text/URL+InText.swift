public import Foundation
import Markup

extension URL {
  /// Returns the web addresses in a text in their order, without duplicates, up to a thousand.
  ///
  ///     URL.webAddresses(in: "See https://example.org/a, and https://example.org/b.")
  public static func webAddresses(in text: String) -> [URL] {
    var known: Set<URL> = []
    var urls: [URL] = []
    for line in text.split(whereSeparator: \.isNewline) {
      for address in BareAddress.all(in: Array(line.utf8)[...]) where urls.count < 1000 {
        guard let url = URL(webAddress: address.text), known.insert(url).inserted else { continue }
        urls.append(url)
      }
    }
    return urls
  }
}
