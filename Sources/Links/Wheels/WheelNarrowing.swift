/// A restriction of a wheel to links of a topic, a language and a host. All set values have to
/// match.
public struct WheelNarrowing: Hashable, Sendable {
  public var topic: String?
  public var language: String?
  /// The host in lower case, without `www.`.
  public var host: String?

  public init(topic: String? = nil, language: String? = nil, host: String? = nil) {
    self.topic = topic
    self.language = language
    self.host = host
  }

  public var isEmpty: Bool { self == WheelNarrowing() }

  /// The set values in the form for people: `Databases · Go`.
  public var values: [String] { [topic, language, host].compactMap(\.self) }
}

/// A topic, language or host of a wheel, with the number of its links.
public struct WheelFacet: Hashable, Sendable {
  public enum Kind: String, Hashable, Sendable, CaseIterable { case topic, language, host }

  public var kind: Kind
  public var value: String
  /// The number of its links that can come up.
  public var count: Int

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
