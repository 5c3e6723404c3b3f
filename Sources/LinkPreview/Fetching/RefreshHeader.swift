/// A `Refresh` header, which does what `<meta http-equiv=refresh>` does
/// (https://html.spec.whatwg.org/#shared-declarative-refresh-steps).
enum RefreshHeader {
  /// The address text of a refresh at once; nil for a later one, or one of the page itself.
  ///
  ///     RefreshHeader.target(of: "0; url='/next'")  // "/next"
  static func target(of header: String) -> String? {
    let text = header.drop(while: \.isWhitespace)
    let time = text.prefix { $0.isNumber || $0 == "." }
    guard time.isEmpty ? text.first == ";" : time.allSatisfy({ $0 == "0" || $0 == "." }) else {
      return nil
    }
    var rest = text.dropFirst(time.count).drop(while: \.isWhitespace)
    guard let separator = rest.first, separator == ";" || separator == "," else { return nil }
    rest = rest.dropFirst().drop(while: \.isWhitespace)
    if rest.lowercased().hasPrefix("url") {
      let value = rest.dropFirst(3).drop(while: \.isWhitespace)
      if value.first == "=" { rest = value.dropFirst().drop(while: \.isWhitespace) }
    }
    if let quote = rest.first, quote == "\"" || quote == "'" {
      rest = rest.dropFirst().prefix { $0 != quote }
    }
    return rest.isEmpty ? nil : String(rest)
  }
}
