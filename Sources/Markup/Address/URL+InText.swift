public import Foundation

extension URL {
  /// Returns the web addresses in a text in their order, without duplicates, up to a thousand. An
  /// address that's alone on its line needs no scheme.
  ///
  ///     URL.webAddresses(in: "See https://example.org/a, and https://example.org/b.")
  public static func webAddresses(in text: String) -> [URL] {
    var known: Set<URL> = []
    var urls: [URL] = []
    for line in text.split(whereSeparator: \.isNewline) {
      var found = BareAddress.all(in: Array(line.utf8)[...]).compactMap {
        URL(webAddress: $0.text)
      }
      let word = line.trimmingCharacters(in: .whitespaces)
      if found.isEmpty, let bare = SchemelessAddress(word) { found = [bare.address.url] }
      for url in found where urls.count < 1000 && known.insert(url).inserted { urls.append(url) }
    }
    return urls
  }
}
