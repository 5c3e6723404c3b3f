public import Foundation

extension URL {
  /// Creates a URL from a web address: http or https, with a host.
  ///
  /// Parses as the URL Standard does. See ``WebAddress``, which also keeps the standard's spelling
  /// where a URL can't hold it. Returns nil for any other text: `file:`, `javascript:`, empty text,
  /// or a relative address without a base. Also returns nil for addresses that the standard accepts
  /// but that can't be requested: port 0, and hosts longer than DNS allows.
  ///
  ///     URL(webAddress: "https://example.org/a b")  // https://example.org/a%20b
  ///     URL(webAddress: "file:///etc/passwd")       // nil
  public init?(webAddress text: String, relativeTo base: URL? = nil) {
    self.init(webAddress: text, relativeTo: base.map { WebAddress($0) })
  }

  /// Creates a URL like ``init(webAddress:relativeTo:)``, for a base that many addresses are
  /// resolved against.
  package init?(webAddress text: String, relativeTo base: WebAddress?) {
    guard let address = WebAddress(text, relativeTo: base) else { return nil }
    let url = address.url
    guard Self.isPlain(address.text.utf8) || url.isWebAddress else { return nil }
    self = url
  }

  /// Whether an address is http or https, with only a host of letters, digits and dots before its
  /// path. Nearly all are, and URL takes long to split an address.
  private static func isPlain(_ address: String.UTF8View) -> Bool {
    address.withContiguousStorageIfAvailable { plainHost(in: $0) != nil } ?? false
  }

  /// The range of a plain address's host.
  private static func plainHost(in bytes: UnsafeBufferPointer<UInt8>) -> Range<Int>? {
    let start = bytes.hasPrefix("https://") ? 8 : bytes.hasPrefix("http://") ? 7 : bytes.count
    var end = start
    while end < bytes.count,
      bytes[end].isASCIILetter || bytes[end].isASCIIDigit || bytes[end] == UInt8(ascii: ".")
        || bytes[end] == UInt8(ascii: "-")
    {
      end += 1
    }
    let isWhole = end == bytes.count || bytes[end] == UInt8(ascii: "/")
    return end > start && end - start <= 254 && isWhole ? start..<end : nil
  }

  /// The host of a plain address without `www.`, or nil if it needs another change before it's
  /// shown.
  private static func plainDisplayHost(_ address: String.UTF8View) -> String? {
    address.withContiguousStorageIfAvailable { bytes -> String? in
      guard let range = plainHost(in: bytes) else { return nil }
      let host = UnsafeBufferPointer(rebasing: bytes[range])
      var isAfterX = false
      for byte in host {
        let isCapital = byte &- UInt8(ascii: "A") < 26
        // The host may contain Punycode, which begins with `xn--`.
        if isCapital || isAfterX && byte == UInt8(ascii: "n") { return nil }
        isAfterX = byte == UInt8(ascii: "x")
      }
      return String(decoding: host.dropFirst(host.hasPrefix("www.") ? 4 : 0), as: UTF8.self)
    } ?? nil
  }

  /// Whether the address is http or https, and has a host name and a port that can exist.
  public var isWebAddress: Bool {
    if Self.isPlain(absoluteString.utf8) { return true }
    guard let scheme = scheme?.lowercased(), let host = host(percentEncoded: false) else {
      return false
    }
    return (scheme == "http" || scheme == "https") && Self.canBeHost(host)
      && (1...65_535).contains(port ?? 80)
  }

  /// Whether a percent-decoded host is valid: it has no forbidden characters
  /// (https://url.spec.whatwg.org/#forbidden-domain-code-point), no invisible ones, and isn't
  /// longer than DNS allows (RFC 1035, section 2.3.4). A resolver would take a NUL for the end of
  /// the name, and so contact a different host.
  private static func canBeHost(_ host: String) -> Bool {
    let inBrackets =
      host.hasPrefix("[") && host.hasSuffix("]") ? host.dropFirst().dropLast() : host[...]
    let address = inBrackets.prefix { $0 != "%" }.utf8
    let isAddress =
      address.contains(UInt8(ascii: ":")) && IPv6Parser.parse(Array(address)[...]) != nil
    // An IPv6 address can have a zone after `%`.
    let forbidden = isAddress ? "#/<>?@\\^|" : "#/:<>?@[\\]^|%"
    return !host.isEmpty && host.utf8.count <= 254
      && host.unicodeScalars.allSatisfy { scalar in
        scalar.value > 0x20 && !PlainText.isSpace(scalar) && !PlainText.isHidden(scalar)
          && !forbidden.unicodeScalars.contains(scalar)
      }
  }

  /// The host for display: in lower case, without `www.`. The whole address if it has no host.
  public var displayHost: String {
    let address = absoluteString
    if let host = Self.plainDisplayHost(address.utf8) { return host }
    if Self.isPlain(address.utf8) { return WebAddress.displayHost(of: address) }
    return host(percentEncoded: false).flatMap { DomainName.display($0) } ?? address
  }
}

extension WebAddress {
  /// The host for display, like ``Foundation/URL/displayHost``.
  public var displayHost: String { Self.displayHost(of: text) }

  /// Returns a typed host in the form of ``displayHost``. The user may have copied it from a browser:
  /// with `www.`, a port, in Punycode, or as a whole address. Returns parts of a host as they are.
  ///
  ///     WebAddress.displayHost(named: "www.xn--mnchen-3ya.example:8443")  // "münchen.example"
  package static func displayHost(named text: String) -> String {
    if text.contains("://"), let address = WebAddress(text) { return address.displayHost }
    // Isn't parsed as an address, because `127` may be a part of one, and isn't 0.0.0.127.
    var host = text.prefix { !"/?#".contains($0) }
    if host.first == "[" {
      host = host.dropFirst().prefix { $0 != "]" }
    } else {
      let parts = host.split(separator: ":", omittingEmptySubsequences: false)
      if parts.count == 2, parts[1].utf8.allSatisfy(\.isASCIIDigit) { host = parts[0] }
      if host.last == "." { host = host.dropLast() }
    }
    return DomainName.display(String(host)) ?? text
  }

  fileprivate static func displayHost(of text: String) -> String {
    // Works on bytes, because that takes a tenth of the time in an import of many links.
    let slash = UInt8(ascii: "/")
    let behindScheme = text.utf8.drop { $0 != slash }.dropFirst(2)
    var host = behindScheme.prefix { !"/?#".utf8.contains($0) }
    if let at = host.lastIndex(of: UInt8(ascii: "@")) { host = host[host.index(after: at)...] }
    if host.first == UInt8(ascii: "[") {
      host = host.dropFirst().prefix { $0 != UInt8(ascii: "]") }
    } else if let colon = host.lastIndex(of: UInt8(ascii: ":")) {
      host = host[..<colon]
    }
    return DomainName.display(String(Substring(host))) ?? text
  }
}

extension URL {
  /// The URL without its fragment, as requests send it. Fragments are only for the client (RFC
  /// 9110, section 4.2.5).
  package var withoutFragment: URL {
    guard fragment != nil, var parts = URLComponents(url: self, resolvingAgainstBaseURL: true)
    else { return self }
    parts.fragment = nil
    return parts.url ?? self
  }

  /// The URL without its user and password.
  package var withoutCredentials: URL {
    guard user() != nil || password() != nil,
      var parts = URLComponents(url: self, resolvingAgainstBaseURL: true)
    else { return self }
    parts.user = nil
    parts.password = nil
    return parts.url ?? self
  }
}

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

extension URL {
  /// Returns the web addresses in a text in their order, without duplicates. An address that's alone
  /// on its line needs no scheme.
  ///
  ///     URL.webAddresses(in: "See https://example.org/a, and https://example.org/b.")
  /// - Parameter limit: the maximum number of addresses.
  public static func webAddresses(in text: String, limit: Int = 1000) -> [URL] {
    var known: Set<URL> = []
    var urls: [URL] = []
    for line in text.split(whereSeparator: \.isNewline) where urls.count < limit {
      var found = BareAddress.all(in: Array(line.utf8)[...]).compactMap {
        URL(webAddress: $0.text)
      }
      let word = line.trimmingCharacters(in: .whitespaces)
      if found.isEmpty, let bare = SchemelessAddress(word) { found = [bare.address.url] }
      for url in found where urls.count < limit && known.insert(url).inserted { urls.append(url) }
    }
    return urls
  }
}

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

extension URL {
  /// Whether the host is this machine or on its network, as far as the address shows it: an address
  /// outside the public internet, a name for private use, or one without a domain. An address
  /// without a host is private as well.
  package var hasPrivateHost: Bool {
    guard var host = host(percentEncoded: false)?.lowercased() else { return true }
    if host.hasSuffix(".") { host.removeLast() }
    if host.contains(":") {
      let literal = host.drop { $0 == "[" }.prefix { $0 != "]" && $0 != "%" }
      guard let pieces = IPv6Parser.parse(Array(literal.utf8)[...]) else { return true }
      return !SpecialAddresses.areWithout(
        pieces.flatMap { [UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)] })
    }
    if IPv4Parser.endsInANumber(Array(host.utf8)) {
      guard let address = IPv4Parser.parse(Array(host.utf8)) else { return true }
      return !SpecialAddresses.areWithout(
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: address >> $0) })
    }
    return !host.contains(".") || Self.privateDomains.contains { host.hasSuffix($0) }
  }

  /// The domains of nearby computers, and those for tests (RFC 6761).
  private static let privateDomains = WebAddress.localDomains + [".test", ".invalid"]
}
