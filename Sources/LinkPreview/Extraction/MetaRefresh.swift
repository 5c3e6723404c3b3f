/// The content of `<meta http-equiv=refresh>`
/// (https://html.spec.whatwg.org/#attr-meta-http-equiv-refresh).
package struct MetaRefresh {
  package let seconds: Double
  /// The address as written in the page, or nil if the page only reloads itself.
  package let address: String?

  /// Parses `0; url=/next`, in any of the forms that browsers accept.
  package init?(_ content: String) {
    let text = content.drop(while: \.isWhitespace)
    let number = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    guard !number.isEmpty || text.first == ";", let seconds = Double("0\(number)") else {
      return nil
    }
    self.seconds = seconds
    var remaining = text.dropFirst(number.count).drop { $0.isWhitespace || $0 == ";" || $0 == "," }
    if remaining.lowercased().hasPrefix("url") {
      let afterName = remaining.dropFirst(3).drop(while: \.isWhitespace)
      if afterName.first == "=" { remaining = afterName.dropFirst().drop(while: \.isWhitespace) }
    }
    if let quote = remaining.first, quote == "\"" || quote == "'" {
      remaining = remaining.dropFirst().prefix { $0 != quote }
    }
    address = remaining.isEmpty ? nil : String(remaining)
  }
}
