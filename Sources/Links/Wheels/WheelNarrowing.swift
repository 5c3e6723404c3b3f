/// A restriction of a wheel to links of a topic, a language and a host. All set values have to
/// match.
public struct WheelNarrowing: Hashable, Sendable {
  /// The topic in the spelling of the wheel; nil for all.
  public var topic: String?
  /// The programming language in the spelling of the wheel; nil for all.
  public var language: String?
  /// The host in lower case, without `www.`.
  public var host: String?

  /// Creates a restriction. By default, it leaves all links.
  public init(topic: String? = nil, language: String? = nil, host: String? = nil) {
    self.topic = topic
    self.language = language
    self.host = host
  }

  /// Whether all links are left.
  public var isEmpty: Bool { self == WheelNarrowing() }

  /// The set values in the form for people: `Databases · Go`.
  public var values: [String] { [topic, language, host].compactMap(\.self) }
}

/// A topic, language or host of a wheel, with the number of its links.
public struct WheelFacet: Hashable, Sendable {
  /// What a wheel can be narrowed to.
  public enum Kind: String, Hashable, Sendable, CaseIterable { case topic, language, host }

  /// Whether it's a topic, a language or a host.
  public var kind: Kind
  /// The topic, language or host in the spelling of the wheel.
  public var value: String
  /// The number of its links that can come up.
  public var count: Int

  /// Creates a facet with the number of its links.
  public init(kind: Kind, value: String, count: Int) {
    self.kind = kind
    self.value = value
    self.count = count
  }

  /// The narrowing to this value alone.
  public var narrowing: WheelNarrowing {
    switch kind {
    case .topic: WheelNarrowing(topic: value)
    case .language: WheelNarrowing(language: value)
    case .host: WheelNarrowing(host: value)
    }
  }
}
