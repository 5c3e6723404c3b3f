extension String {
  /// The text without the user names and passwords of the addresses in it, for messages. Both can
  /// be secret, because some servers take an access token as the user name. The user names of other
  /// addresses than web pages stay: they're part of what ssh needs.
  ///
  ///     "http://me:secret@example.org/ is gone".withoutLogins  // "http://example.org/ is gone"
  package var withoutLogins: String {
    guard utf8.contains(UInt8(ascii: "@")) else { return self }
    var result = ""
    var rest = self[...]
    while let colon = rest.firstIndex(of: ":") {
      let scheme = rest[..<colon].suffix(5).lowercased()
      let slashes = rest[rest.index(after: colon)...].prefix { $0 == "/" || $0 == "\\" }
      result += rest[..<slashes.endIndex]
      rest = rest[slashes.endIndex...]
      // Browsers understand http:me@example.org, too (https://url.spec.whatwg.org, section 4.4).
      guard slashes.count >= 2 || scheme == "https" || scheme.hasSuffix("http") else { continue }
      let authority = rest.prefix { !"/\\?#".contains($0) && !$0.isWhitespace }
      guard let at = authority.lastIndex(of: "@") else { continue }
      if !scheme.hasSuffix("http"), scheme != "https" {
        result += authority[..<at].prefix { $0 != ":" } + "@"
      }
      rest = rest[rest.index(after: at)...]
    }
    return result + rest
  }
}
