import Foundation

/// A cookie from a `Set-Cookie` header (RFC 6265, section 5.2).
struct Cookie: Sendable {
  let name: String
  let value: String
  let domain: String
  /// Whether the cookie is sent only to the host that set it, not to its subdomains.
  let isForHostOnly: Bool
  let path: String
  let isSecure: Bool
  /// Whether the header deletes the cookie.
  let isExpired: Bool

  /// Parses a header. Returns nil if it isn't valid, or if `url`'s host may not set such a cookie.
  init?(header: String, from url: URL, now: Date) {
    var parts = header.split(separator: ";", omittingEmptySubsequences: false)[...]
    guard let pair = parts.popFirst(), let equals = pair.firstIndex(of: "="),
      let host = url.host(percentEncoded: false)?.lowercased()
    else { return nil }
    name = pair[..<equals].trimmingCharacters(in: .whitespaces)
    value = pair[equals...].dropFirst().trimmingCharacters(in: .whitespaces)
    guard !name.isEmpty, (name + value).unicodeScalars.allSatisfy({ $0.value > 0x1F }) else {
      return nil
    }
    var attributes: [String: String] = [:]
    for part in parts {
      let pair = part.split(separator: "=", maxSplits: 1)
      guard let key = pair.first?.trimmingCharacters(in: .whitespaces).lowercased() else {
        continue
      }
      attributes[key] = pair.count == 2 ? pair[1].trimmingCharacters(in: .whitespaces) : ""
    }
    var domain = (attributes["domain"] ?? "").lowercased()
    if domain.hasPrefix(".") { domain.removeFirst() }
    isForHostOnly = domain.isEmpty || domain == host
    // There's no list of public suffixes here, so a domain must at least contain a dot, which rules
    // out `com`. The jar lives for one fetch, so a stricter check would gain little.
    if !isForHostOnly, !host.hasSuffix("." + domain) || !domain.contains(".") { return nil }
    self.domain = isForHostOnly ? host : domain
    let path = attributes["path"] ?? ""
    self.path = path.hasPrefix("/") ? path : Self.defaultPath(of: url)
    isSecure = attributes["secure"] != nil
    if isSecure, url.scheme?.lowercased() != "https" { return nil }
    if let age = attributes["max-age"].flatMap({ Int($0) }) {
      isExpired = age <= 0
    } else {
      isExpired = attributes["expires"].flatMap(Self.date(of:)).map { $0 <= now } ?? false
    }
  }

  /// Whether the cookie is sent with a request to `url` (RFC 6265, section 5.4).
  func isFor(_ url: URL) -> Bool {
    guard let host = url.host(percentEncoded: false)?.lowercased() else { return false }
    guard host == domain || (!isForHostOnly && host.hasSuffix("." + domain)) else { return false }
    if isSecure, url.scheme?.lowercased() != "https" { return false }
    let asked = url.path(percentEncoded: true).isEmpty ? "/" : url.path(percentEncoded: true)
    return asked == path || asked.hasPrefix(path.hasSuffix("/") ? path : path + "/")
  }

  /// The default path of a cookie set by `url` (RFC 6265, section 5.1.4).
  private static func defaultPath(of url: URL) -> String {
    let path = url.path(percentEncoded: true)
    guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
    return String(path[..<slash])
  }

  /// Parses a date in any of the common formats (RFC 6265, section 5.1.1).
  private static func date(of text: String) -> Date? {
    var parts = DateComponents(timeZone: .gmt)
    for token in text.split(whereSeparator: { !$0.isLetter && !$0.isNumber && $0 != ":" }) {
      let clock = token.split(separator: ":").map { Int($0) }
      if clock.count == 3 {
        (parts.hour, parts.minute, parts.second) = (clock[0], clock[1], clock[2])
      } else if let number = Int(token) {
        if parts.day == nil, token.count < 3 {
          parts.day = number
        } else if parts.year == nil {
          parts.year = number < 70 ? number + 2000 : number < 100 ? number + 1900 : number
        }
      } else if let month = months.firstIndex(of: String(token.lowercased().prefix(3))) {
        parts.month = month + 1
      }
    }
    // The calendar overflows on numbers that don't occur in a date.
    guard let day = parts.day, day <= 31, parts.month != nil, let year = parts.year,
      (1601...9999).contains(year), (0...23).contains(parts.hour ?? 0),
      (0...59).contains(parts.minute ?? 0), (0...59).contains(parts.second ?? 0)
    else { return nil }
    return Calendar(identifier: .gregorian).date(from: parts)
  }

  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]
}

/// The cookies of one fetch. Some sites redirect to themselves until they get their cookies back.
struct CookieJar: Sendable {
  private var cookies: [Cookie] = []

  /// The maximum number of cookies, as many as browsers keep per site. Each header is limited in
  /// size, but those of a redirect chain add up.
  private static let limit = 180

  /// Stores the cookies of a response from `url`.
  mutating func store(from headers: HTTPHeaders, at url: URL, now: Date = .now) {
    for header in headers["Set-Cookie"] {
      guard let cookie = Cookie(header: header, from: url, now: now) else { continue }
      cookies.removeAll {
        $0.name == cookie.name && $0.domain == cookie.domain && $0.path == cookie.path
      }
      if !cookie.isExpired, cookies.count < Self.limit { cookies.append(cookie) }
    }
  }

  /// Returns the `Cookie` header for a request to `url`, with the longest paths first.
  func header(for url: URL) -> String? {
    let matching = cookies.filter { $0.isFor(url) }.sorted { $0.path.count > $1.path.count }
    guard !matching.isEmpty else { return nil }
    return matching.map { "\($0.name)=\($0.value)" }.joined(separator: "; ")
  }
}
