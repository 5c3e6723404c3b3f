import Markup

/// An entity described with schema.org's vocabulary.
package struct Entity {
  private let value: JSONValue
  private let references: EntityReferences

  /// The names of the entity's classes, without the vocabulary's address.
  package let types: [String]

  init(value: JSONValue, references: EntityReferences) {
    self.value = value
    self.references = references
    types = (value["@type"]?.elements ?? []).compactMap { $0.text.flatMap(Self.className) }
  }

  /// Returns `Article` for `https://schema.org/Article`.
  private static func className(_ type: String) -> String? {
    let isMark = { (byte: UInt8) in
      byte == UInt8(ascii: "/") || byte == UInt8(ascii: "#") || byte == UInt8(ascii: ":")
    }
    guard type.utf8.contains(where: isMark) else { return type.isEmpty ? nil : type }
    return type.utf8.split(whereSeparator: isMark).last.flatMap { String($0) }
  }

  /// How likely the page is about an entity of this class. Lower is likelier, nil means never.
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
  /// The most values of a property to read.
  private static let valueLimit = 64

  private static let minorTypes: Set = ["Person", "WebSite", "ImageObject"]

  /// The addresses by which the entity may identify itself as the page's subject.
  var addresses: [String] {
    ["url", "mainEntityOfPage", "@id"].flatMap { values($0) }.compactMap {
      $0["@id"]?.text ?? $0.text
    }
  }

  /// Returns the first text of the first of these properties that has any that's neither blank nor
  /// a placeholder.
  package func text(_ properties: String...) -> String? {
    for property in properties {
      for value in values(property) {
        if let text = value.text ?? value["@value"]?.text, !PlainText.isBlank(text),
          !Placeholder.stands(in: text)
        {
          return text
        }
      }
    }
    return nil
  }

  /// Returns all texts of a property that aren't blank.
  package func texts(_ property: String) -> [String] {
    values(property).compactMap { $0.text ?? $0["@value"]?.text }.filter { !PlainText.isBlank($0) }
  }

  /// Returns the names of the people or organisations in the first of these properties that has
  /// any.
  package func names(_ properties: String...) -> [String] {
    for property in properties {
      let names = values(property).compactMap { $0.text ?? described($0).name }
      if !names.isEmpty { return names }
    }
    return []
  }

  /// Returns the entities in these properties, with references replaced by their descriptions.
  package func entities(_ properties: String...) -> [Entity] {
    properties.flatMap { values($0) }.map { value in
      if case .object = value { return described(value) }
      return Entity(value: .object(["url": value]), references: references)
    }
  }

  var name: String? {
    text("name", "alternateName") ?? [text("givenName"), text("familyName")].joinedName
  }

  private func values(_ property: String) -> [JSONValue] {
    (value[property]?.elements ?? []).prefix(Self.valueLimit)
      .flatMap { ($0["@list"]?.elements ?? [$0]).prefix(Self.valueLimit) }
  }

  /// Resolves a reference by `@id` to its description elsewhere in the page.
  private func described(_ value: JSONValue) -> Entity {
    var described = value
    if value["name"] == nil, let id = value["@id"]?.text {
      described = references.description(of: id) ?? value
    }
    return Entity(value: described, references: references)
  }
}

extension [String?] {
  fileprivate var joinedName: String? {
    let parts = compactMap { $0 }
    return parts.isEmpty ? nil : parts.joined(separator: " ")
  }
}

/// Finds the descriptions that references by `@id` mean
/// (https://www.w3.org/TR/json-ld11/#node-identifiers).
struct EntityReferences {
  /// The page's JSON-LD blocks and microdata items, in document order.
  let documents: [JSONValue]

  /// The depth and the number of values up to which a description is searched. An index of all
  /// descriptions takes longer than the two or three searches that a page needs.
  private static let depthLimit = 64
  private static let valueLimit = 20_000

  /// Returns the first object in the page with this identifier and at least one other member.
  func description(of id: String) -> JSONValue? {
    var left = Self.valueLimit
    return description(of: id, in: .array(documents), depth: 0, left: &left)
  }

  private func description(
    of id: String, in value: JSONValue, depth: Int, left: inout Int
  ) -> JSONValue? {
    left -= 1
    guard left > 0, depth < Self.depthLimit else { return nil }
    switch value {
    case .array(let elements):
      for element in elements {
        if let found = description(of: id, in: element, depth: depth + 1, left: &left) {
          return found
        }
      }
    case .object(let object):
      if object.members.count > 1, object["@id"]?.text == id { return value }
      for member in object.members {
        if let found = description(of: id, in: member.value, depth: depth + 1, left: &left) {
          return found
        }
      }
    default: break
    }
    return nil
  }
}
