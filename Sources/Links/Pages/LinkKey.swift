package import Markup

/// Decides whether two addresses are one link: the same page in different spellings.
///
/// If two pages had the same key, one of them would be lost. If one page has two keys, it's only
/// listed twice. In case of doubt, addresses are therefore two links.
package enum LinkKey {
  /// Returns the address in the standard's spelling, without the parts that don't change the
  /// target: a dot at the end of the host, a trailing slash, unnecessary escapes, the order of the
  /// query, tracking parameters, and fragments that name a position on the page.
  ///
  ///     LinkKey.key(of: "HTTPS://Example.org:443/%7Ea/?utm_source=x&b=2&a=1#top")
  ///     // "https://example.org/~a?a=1&b=2"
  package static func key(of address: WebAddress) -> String {
    let parts = AddressParts(address)
    let query = LinkQuery.key(of: parts.query, host: parts.host)
    let fragment = LinkFragment.key(of: parts.fragment, path: parts.path)
    return origin(parts) + path(parts.path) + (query.isEmpty ? "" : "?\(query)")
      + (fragment.isEmpty ? "" : "#\(fragment)")
  }

  /// Returns the fragment of an address without a text directive and unnecessary escapes, or an
  /// empty string if there's none.
  package static func fragment(of address: WebAddress) -> String {
    LinkFragment.withoutDirective(AddressParts(address).fragment).normalizedEscapes
  }

  private static func origin(_ parts: AddressParts) -> String {
    // A trailing dot says that the name is fully qualified, which a name in an address is anyway.
    guard parts.host.last == UInt8(ascii: "."), parts.host.count > 1 else {
      return String(decoding: parts.bytes[..<parts.pathStart], as: UTF8.self)
    }
    let bytes = parts.bytes
    return String(decoding: bytes[..<(parts.hostEnd - 1)], as: UTF8.self)
      + String(decoding: bytes[parts.hostEnd..<parts.pathStart], as: UTF8.self)
  }

  private static func path(_ path: ArraySlice<UInt8>) -> String {
    var path = path
    // Java servers append the session to the path if they can't set a cookie.
    var kept: [UInt8] = []
    while let mark = path.firstIndex(of: UInt8(ascii: ";")) {
      let end =
        path[(mark + 1)...].firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: ";") }
        ?? path.endIndex
      kept += path[..<mark]
      if !path[mark..<end].lowercasedASCII.hasPrefix(";jsessionid=") { kept += path[mark..<end] }
      path = path[end...]
    }
    kept += path
    // Keeps several trailing slashes, because they may be a page of their own.
    if kept.last == UInt8(ascii: "/"), kept.dropLast().last != UInt8(ascii: "/") {
      kept.removeLast()
    }
    return kept[...].normalizedEscapes
  }
}

/// The parts of an address in the standard's spelling.
struct AddressParts {
  let bytes: [UInt8]
  let hostStart: Int
  let hostEnd: Int
  let pathStart: Int
  private let queryStart: Int
  private let fragmentStart: Int

  init(_ address: WebAddress) {
    bytes = Array(address.text.utf8)
    let bytes = bytes
    func first(_ stops: [UInt8], from start: Int) -> Int {
      bytes[start...].firstIndex(where: stops.contains) ?? bytes.count
    }
    let authority = min(bytes.count, bytes.starts(with: "https:".utf8) ? 8 : 7)
    let hash = UInt8(ascii: "#")
    pathStart = first([UInt8(ascii: "/"), UInt8(ascii: "?"), hash], from: authority)
    queryStart = first([UInt8(ascii: "?"), hash], from: pathStart)
    fragmentStart = first([hash], from: queryStart)
    let at = bytes[authority..<pathStart].lastIndex(of: UInt8(ascii: "@"))
    hostStart = at.map { $0 + 1 } ?? authority
    let host = bytes[hostStart..<pathStart]
    let isLiteral = host.last == UInt8(ascii: "]")
    hostEnd = isLiteral ? pathStart : host.lastIndex(of: UInt8(ascii: ":")) ?? pathStart
  }

  var host: ArraySlice<UInt8> { bytes[hostStart..<hostEnd] }
  var path: ArraySlice<UInt8> { bytes[pathStart..<queryStart] }
  /// The query without the `?`.
  var query: ArraySlice<UInt8> { bytes[queryStart..<fragmentStart].dropFirst() }
  /// The fragment without the `#`.
  var fragment: ArraySlice<UInt8> { bytes[fragmentStart...].dropFirst() }
}

extension ArraySlice<UInt8> {
  /// The text with normalised escapes (RFC 3986, section 6.2.2): in upper case, without the escapes
  /// of letters, digits and `-._~`, and with those that RFC 3986 requires and the URL Standard
  /// doesn't.
  var normalizedEscapes: String {
    let set = PercentEncodeSet.notInRFC3986
    guard contains(where: { $0 == UInt8(ascii: "%") || set.contains($0) }) else {
      return String(decoding: self, as: UTF8.self)
    }
    var output: [UInt8] = []
    var index = startIndex
    while index < endIndex {
      if let byte = ASCII.escapedByte(at: index, in: self) {
        if byte.isUnreserved { output.append(byte) } else { output.append(percentEncoding: byte) }
        index += 3
      } else {
        let byte = self[index]
        if byte == UInt8(ascii: "%") || set.contains(byte) {
          output.append(percentEncoding: byte)
        } else {
          output.append(byte)
        }
        index += 1
      }
    }
    return String(decoding: output, as: UTF8.self)
  }

  var lowercasedASCII: String { String(decoding: map(\.asciiLowercased), as: UTF8.self) }
}

extension UInt8 {
  fileprivate var isUnreserved: Bool {
    self.isASCIILetter || self.isASCIIDigit || "-._~".utf8.contains(self)
  }
}

/// Reduces a query to the parameters that identify the page.
enum LinkQuery {
  /// Returns the parameters sorted by name, without tracking parameters. Parameters of the same
  /// name keep their order, because they may be a list. If a parameter has no value, all keep their
  /// order, because the position may be its meaning.
  static func key(of query: ArraySlice<UInt8>, host: ArraySlice<UInt8>) -> String {
    guard !query.isEmpty else { return "" }
    let ownTrackers = TrackingParameters.names(at: host)
    let parameters = query.split(separator: UInt8(ascii: "&")).compactMap {
      parameter -> Parameter? in
      let name = parameter.prefix { $0 != UInt8(ascii: "=") }
      let key = name.lowercasedASCII
      guard !TrackingParameters.contains(key), !ownTrackers.contains(key) else { return nil }
      return Parameter(name: name, text: parameter)
    }
    let isSorted = parameters.allSatisfy(\.hasValue)
    let sorted =
      isSorted
      ? parameters.enumerated().sorted {
        ($0.element.list, $0.offset) < ($1.element.list, $1.offset)
      }
      .map(\.element) : parameters
    return sorted.map(\.text).joined(separator: "&")
  }

  private struct Parameter {
    let text: String
    let hasValue: Bool
    /// The name up to a `[`. The text after it identifies a part of a list.
    let list: String

    init(name: ArraySlice<UInt8>, text: ArraySlice<UInt8>) {
      self.text = text.normalizedEscapes
      hasValue = name.count < text.count
      let name = name.normalizedEscapes
      list = name.firstRange(of: "%5B").map { String(name[..<$0.lowerBound]) } ?? name
    }
  }
}

/// Parameters that mail, ads, posts and sessions add, and that don't affect a page's content.
///
/// Each is a name that its vendor documents. A prefix such as `pk_` wouldn't do, because other
/// parameters begin with it too: primary keys (`pk_id`), items (`itm_no`), coordinates (`utm_zone`).
enum TrackingParameters {
  static func contains(_ name: String) -> Bool { names.contains(name) }

  /// Returns the names that are for tracking on this host, but may have any meaning on others.
  static func names(at host: ArraySlice<UInt8>) -> Set<String> {
    let labels = host.split(separator: UInt8(ascii: ".")).map {
      String(decoding: $0, as: UTF8.self)
    }
    for end in labels.indices {
      if let names = namesByHost[labels[end...].joined(separator: ".")] { return names }
    }
    return []
  }

  private static let names: Set = campaigns.reduce(into: others) { names, campaign in
    names.formUnion(campaign.parameters.map { campaign.prefix + $0 })
  }

  /// Parameters of campaigns, whose names begin alike.
  private static let campaigns: [(prefix: String, parameters: [String])] = [
    // Google Analytics, and what mailers, shops and Yandex Metrica add to it.
    (
      "utm_",
      [
        "source", "medium", "campaign", "term", "content", "id", "source_platform",
        "creative_format", "marketing_tactic", "expid", "referrer", "nooverride", "cid", "name",
        "brand", "social", "social-type", "reader", "place", "pubreferrer", "swu", "viz_id",
        "userid", "channel", "keyword", "device", "network", "placement", "position", "matchtype",
        "adgroup", "adgroupid", "campaignid", "ad", "adset", "audience", "affiliate", "partner",
        "email", "emailid", "klaviyo_id", "int", "hp_ref",
      ]
    ),
    ("mtm_", matomo + ["group", "placement", "clid"]),
    ("matomo_", matomo + ["group", "placement"]),
    ("piwik_", matomo), ("pk_", matomo + ["cpn"]),
    ("itm_", ["source", "medium", "campaign", "content", "term"]),
    // HubSpot's ads.
    (
      "hsa_",
      [
        "acc", "cam", "grp", "ad", "src", "net", "kw", "mt", "tgt", "ver", "la", "ol",
      ]
    ),
  ]

  private static let matomo = [
    "campaign", "kwd", "keyword", "source", "medium", "content", "cid",
  ]

  private static let others: Set = [
    // Google, Microsoft, Yandex, Baidu
    "_ga", "_gl", "dclid", "gad_campaignid", "gad_source", "gbraid", "gclid", "gclsrc", "srsltid",
    "wbraid", "msclkid", "yclid", "ysclid", "bd_vid",
    // Facebook, Instagram, X, TikTok, LinkedIn, Pinterest, Reddit, Snapchat
    "fbclid", "fb_action_ids", "fb_action_types", "fb_ref", "fb_source", "mibextid", "igsh",
    "igshid", "__twitter_impression", "ref_src", "twclid", "ttclid", "li_fat_id",
    "epik", "rdt_cid", "sccid",
    // Mail and marketing
    "__hsfp", "__hssc", "__hstc", "__s", "_hsenc", "_hsmi", "_ke", "_kx", "_branch_match_id",
    "_branch_referrer", "at_campaign", "at_medium", "ck_subscriber_id", "ef_id", "hsctatracking",
    "mc_cid", "mc_eid", "mkt_tok", "ml_subscriber", "ml_subscriber_hash", "oly_anon_id",
    "oly_enc_id", "s_cid", "s_kwcid", "vero_conv", "vero_id", "wickedid", "wt_mc", "wt_zmc",
    // Ad networks
    "dicbo", "irclickid", "obclid", "tblci", "guccounter", "guce_referrer", "guce_referrer_sig",
    // Sessions
    "jsessionid", "phpsessid",
  ]

  private static let namesByHost: [String: Set<String>] = [
    "youtube.com": youTube, "youtu.be": youTube, "youtube-nocookie.com": youTube,
    "spotify.com": ["si"], "soundcloud.com": ["si"],
    "twitter.com": ["ref_url", "s", "t"], "x.com": ["ref_url", "s", "t"],
    "tiktok.com": ["_r", "_t", "is_from_webapp", "sender_device"],
    "linkedin.com": ["lipi", "trackingid", "trk"],
  ]

  private static let youTube: Set = ["feature", "pp", "si"]
}

/// Reduces a fragment to the part that identifies the page. In a web app, that can be the whole
/// fragment (`#/inbox/7`, `#map=5/1/1`). Elsewhere, a fragment is a position on the page
/// (`#history`).
enum LinkFragment {
  /// Returns the fragment, or an empty string if it only names a position on the page.
  static func key(of fragment: ArraySlice<UInt8>, path: ArraySlice<UInt8>) -> String {
    let anchor = withoutDirective(fragment)
    // At the root of a host, a plain name may be a view of a single-page app.
    let isSection = path.count > 1 && isSectionAnchor(anchor)
    return isSection ? "" : anchor.normalizedEscapes
  }

  /// Removes a text directive, the words that a browser should look for
  /// (https://wicg.github.io/scroll-to-text-fragment/).
  static func withoutDirective(_ fragment: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard fragment.contains(UInt8(ascii: "~")) else { return fragment }
    return fragment.firstRange(of: Array(":~:".utf8)).map { fragment[..<$0.lowerBound] } ?? fragment
  }

  /// Whether the fragment looks like the name of a heading rather than a key or a state: words and
  /// numbers separated by `-`, `_` or `.`, each word in one case or capitalised.
  private static func isSectionAnchor(_ fragment: ArraySlice<UInt8>) -> Bool {
    guard fragment.count <= 100, fragment.contains(where: \.isASCIILetter) else { return false }
    return fragment.split { "-_.".utf8.contains($0) }.allSatisfy(isWord)
  }

  private static func isWord(_ word: ArraySlice<UInt8>) -> Bool {
    let letters = word.prefix(while: \.isASCIILetter)
    let digits = word[letters.endIndex...]
    guard letters.count <= 30, digits.count <= 12, digits.allSatisfy(\.isASCIIDigit) else {
      return false
    }
    let isLower = { (byte: UInt8) in byte.asciiLowercased == byte }
    // Many programs use one or two letters and a long number as an identifier.
    if !letters.isEmpty, letters.count < 3, digits.count > 4 { return false }
    return letters.dropFirst().allSatisfy(isLower) || !letters.contains(where: isLower)
  }
}
