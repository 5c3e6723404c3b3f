/// What a wheel is narrowed to: links of a topic, a language and a host. All that's set has to match.
public struct WheelNarrowing: Hashable, Sendable {
  public var topic: String?
  public var language: String?
  /// Without `www.`, in lower case.
  public var host: String?

  public init(topic: String? = nil, language: String? = nil, host: String? = nil) {
    self.topic = topic
    self.language = language
    self.host = host
  }

  public var isEmpty: Bool { self == WheelNarrowing() }

  /// What it's narrowed to, for people: `Databases · Go`.
  public var values: [String] { [topic, language, host].compactMap(\.self) }
}

/// Something a wheel can be narrowed to, with the number of its links.
public struct WheelFacet: Hashable, Sendable {
  public enum Kind: String, Hashable, Sendable, CaseIterable { case topic, language, host }

  public var kind: Kind
  public var value: String
  /// Links that can come up.
  public var count: Int

  public init(kind: Kind, value: String, count: Int) {
    self.kind = kind
    self.value = value
    self.count = count
  }

  /// The narrowing to this alone.
  public var narrowing: WheelNarrowing {
    switch kind {
    case .topic: WheelNarrowing(topic: value)
    case .language: WheelNarrowing(language: value)
    case .host: WheelNarrowing(host: value)
    }
  }
}
