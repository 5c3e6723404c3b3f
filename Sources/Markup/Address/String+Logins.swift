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
      guard let login = Self.login(in: rest) else { continue }
      if !scheme.hasSuffix("http"), scheme != "https" { result += login.prefix { $0 != ":" } + "@" }
      rest = rest[rest.index(after: login.endIndex)...]
    }
    return result + rest
  }

  /// Returns the user name and the password, which `@` follows, at the start of a text.
  private static func login(in text: Substring) -> Substring? {
    let authority = text.prefix { !"/\\?#".contains($0) && !$0.isWhitespace }
    if let at = authority.lastIndex(of: "@") { return text[..<at] }
    // The password may have a slash that isn't escaped. Then it isn't the port of a host.
    guard !authority.hasPrefix("["), let colon = authority.firstIndex(of: ":"),
      !isPort(authority[colon...].dropFirst())
    else { return nil }
    let word = text.prefix { !$0.isWhitespace && !"\"”<>".contains($0) }
    return word.lastIndex(of: "@").map { text[..<$0] }
  }

  private static func isPort(_ text: Substring) -> Bool {
    text.utf8.allSatisfy { (0x30...0x39).contains($0) } && UInt16(text) != nil
  }
}
