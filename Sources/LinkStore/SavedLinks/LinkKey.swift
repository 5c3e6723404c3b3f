/// What makes two addresses one link: the same page, written differently.
enum LinkKey {
  /// The address with what does not lead elsewhere folded away: the case of scheme and host, the
  /// scheme's own port, a closing slash, the fragment, the order of the query and the parameters
  /// that only tell where a reader came from.
  ///
  ///     LinkKey.key(of: "HTTPS://Example.org:443/a/?utm_source=x&b=2&a=1#top")
  ///     // "https://example.org/a?a=1&b=2"
  static func key(of address: String) -> String {
    guard let colon = address.firstRange(of: "://") else { return address }
    let scheme = address[..<colon.lowerBound].lowercased()
    var rest = address[colon.upperBound...]
    var route: Substring = ""
    if let hash = rest.firstIndex(of: "#") {
      // Pages that are programs have their routes behind the hash.
      if rest[hash...].hasPrefix("#/") || rest[hash...].hasPrefix("#!") { route = rest[hash...] }
      rest = rest[..<hash]
    }
    var query: Substring = ""
    if let mark = rest.firstIndex(of: "?") {
      query = rest[rest.index(after: mark)...]
      rest = rest[..<mark]
    }
    let slash = rest.firstIndex(of: "/") ?? rest.endIndex
    var path = rest[slash...]
    while path.hasSuffix("/") { path.removeLast() }
    let kept = query.isEmpty ? "" : folded(query)
    return "\(scheme)://\(host(rest[..<slash], scheme: scheme))\(path)"
      + (kept.isEmpty ? "" : "?\(kept)") + route
  }

  private static func host(_ authority: Substring, scheme: String) -> String {
    // A name before @ is not the host's, and its case may matter.
    let at = authority.lastIndex(of: "@").map { authority.index(after: $0) }
    let start = at ?? authority.startIndex
    var host = authority[start...].lowercased()
    let port = scheme == "https" ? ":443" : ":80"
    if host.hasSuffix(port) { host.removeLast(port.count) }
    return authority[..<start] + host
  }

  private static func folded(_ query: Substring) -> String {
    query.split(separator: "&").filter { parameter in
      let name = parameter.prefix { $0 != "=" }.lowercased()
      return !name.hasPrefix("utm_") && !trackers.contains(name)
    }.sorted().joined(separator: "&")
  }

  /// Added by the mail, advertisement or post that a reader came from.
  private static let trackers: Set = [
    "__twitter_impression", "_hsenc", "_hsmi", "dclid", "fbclid", "gbraid", "gclid", "gclsrc",
    "igshid", "li_fat_id", "mc_cid", "mc_eid", "mkt_tok", "msclkid", "oly_anon_id", "oly_enc_id",
    "ref_src", "s_cid", "ttclid", "twclid", "vero_id", "wbraid", "wickedid", "yclid",
  ]
}
