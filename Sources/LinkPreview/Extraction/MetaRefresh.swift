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
    var rest = text.dropFirst(number.count).drop { $0.isWhitespace || $0 == ";" || $0 == "," }
    if rest.lowercased().hasPrefix("url") {
      let afterName = rest.dropFirst(3).drop(while: \.isWhitespace)
      if afterName.first == "=" { rest = afterName.dropFirst().drop(while: \.isWhitespace) }
    }
    if let quote = rest.first, quote == "\"" || quote == "'" {
      rest = rest.dropFirst().prefix { $0 != quote }
    }
    address = rest.isEmpty ? nil : String(rest)
  }
}
