import Markup

/// A thing described in the vocabulary of schema.org.
struct Entity {
  private let value: JSONValue
  /// Where each `@id` of the page is described.
  private let index: [String: JSONValue]

  init(value: JSONValue, index: [String: JSONValue]) {
    self.value = value
    self.index = index
  }

  /// The names of its classes, without the vocabulary's address.
  var types: [String] {
    (value["@type"]?.elements ?? []).compactMap { type in
      type.text?.split(whereSeparator: { $0 == "/" || $0 == "#" || $0 == ":" }).last.map(
        String.init)
    }
  }

  /// How likely a page is about a thing of this class; lower is likelier, nil is never.
  var rank: Int? { types.compactMap(Self.rank).min() }

  private static func rank(of type: String) -> Int? {
    if type.hasSuffix("Article") || type.hasSuffix("Posting") || type == "Report" { return 0 }
    if mediaTypes.contains(type) { return 1 }
    if type.hasSuffix("Page") { return 2 }
    return minorTypes.contains(type) ? 3 : nil
  }

  private static let mediaTypes: Set = [
    "AudioObject", "Book", "Course", "CreativeWork", "Dataset", "Event", "HowTo",
    "LearningResource", "MobileApplication", "Movie", "MusicAlbum", "MusicRecording", "Photograph",
    "PodcastEpisode", "Product", "RadioEpisode", "Recipe", "Review", "SoftwareApplication",
    "SoftwareSourceCode", "TVEpisode", "VideoGame", "VideoObject",
  ]
  private static let minorTypes: Set = ["Person", "WebSite", "ImageObject"]

  /// All by which it may say that it is the page's.
  var addresses: [String] {
    ["url", "mainEntityOfPage", "@id"].flatMap { values($0) }.compactMap {
      $0["@id"]?.text ?? $0.text
    }
  }

  /// The first text of the first of these properties that has any.
  func text(_ properties: String...) -> String? {
    for property in properties {
      for value in values(property) {
        if let text = value.text ?? value["@value"]?.text, !PlainText.isBlank(text) { return text }
      }
    }
    return nil
  }

  /// The names of the people or organisations in the first of these properties that has any.
  func names(_ properties: String...) -> [String] {
    for property in properties {
      let names = values(property).compactMap { $0.text ?? described($0).name }
      if !names.isEmpty { return names }
    }
    return []
  }

  /// The things in a property, each with what the page tells of it elsewhere.
  func entities(_ properties: String...) -> [Entity] {
    properties.flatMap { values($0) }.map { value in
      if case .object = value { return described(value) }
      return Entity(value: .object(["url": value]), index: index)
    }
  }

  var name: String? {
    text("name", "alternateName") ?? [text("givenName"), text("familyName")].joinedName
  }

  private func values(_ property: String) -> [JSONValue] {
    (value[property]?.elements ?? []).flatMap { $0["@list"]?.elements ?? [$0] }
  }

  /// A reference by `@id` stands for what is described elsewhere.
  private func described(_ value: JSONValue) -> Entity {
    guard let id = value["@id"]?.text, let full = index[id] else {
      return Entity(value: value, index: index)
    }
    return Entity(value: value["name"] == nil ? full : value, index: index)
  }
}

extension [String?] {
  fileprivate var joinedName: String? {
    let parts = compactMap { $0 }
    return parts.isEmpty ? nil : parts.joined(separator: " ")
  }
}
