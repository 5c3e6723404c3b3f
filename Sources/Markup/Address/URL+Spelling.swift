public import Foundation

extension URL {
  /// Whether a text is only another spelling of this address: with or without scheme, `www.` and
  /// trailing slash, percent-encoded or not. Browsers and importers use such text as the title of
  /// pages that have none.
  ///
  ///     URL(string: "https://www.example.org/a%20b/")!.isSpelled(by: "example.org/a b")  // true
  public func isSpelled(by text: String) -> Bool {
    Self.spelling(of: text) == Self.spelling(of: absoluteString)
  }

  private static func spelling(of address: String) -> String {
    var rest = (address.removingPercentEncoding ?? address).lowercased()
      .trimmingCharacters(in: .whitespaces)[...]
    for prefix in ["https://", "http://", "www."] where rest.hasPrefix(prefix) {
      rest = rest.dropFirst(prefix.count)
    }
    while rest.hasSuffix("/") { rest = rest.dropLast() }
    return String(rest)
  }
}
