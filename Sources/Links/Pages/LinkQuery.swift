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
