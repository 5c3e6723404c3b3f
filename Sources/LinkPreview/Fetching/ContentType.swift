import Markup

/// A `Content-Type` header (RFC 9110, section 8.3).
struct ContentType {
  /// The media type in lower case, without parameters. Empty if the header is missing.
  let mediaType: String
  /// The `charset` parameter, without its quotes.
  let charset: String?

  init(mediaType: String, charset: String?) {
    self.mediaType = mediaType
    self.charset = charset
  }

  init(_ header: String?) {
    let parts = (header ?? "").split(separator: ";", omittingEmptySubsequences: false)
    mediaType = PlainText.folded(parts.first.map { $0.lowercased() } ?? "") ?? ""
    charset =
      parts.dropFirst().lazy.compactMap { parameter -> String? in
        let pair = parameter.split(separator: "=", maxSplits: 1)
        guard pair.count == 2, pair[0].filter({ !$0.isWhitespace }).lowercased() == "charset" else {
          return nil
        }
        return pair[1].filter { !$0.isWhitespace && $0 != "\"" && $0 != "'" }
      }.first
  }

  /// Whether the body is worth reading as HTML. Servers that state no type mostly send pages.
  var mayBePage: Bool {
    ["", "text/html", "application/xhtml+xml", "application/xml", "text/xml"].contains(mediaType)
  }
}
