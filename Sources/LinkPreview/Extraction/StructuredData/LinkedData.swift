import Foundation
import Markup

/// The entities that a page describes with schema.org's vocabulary, in JSON-LD
/// (https://www.w3.org/TR/json-ld11/) and microdata, and which of them the page is about.
package struct LinkedData {
  /// The entity the page is about, or an empty one if the page doesn't describe any.
  package let main: Entity
  /// The first entities the page describes, such as its images.
  package let others: [Entity]
  /// The first website the page describes.
  let site: Entity?

  /// - Parameters:
  ///   - values: the page's JSON-LD blocks and microdata items, in document order.
  ///   - address: the page's own address. If the page describes several articles, the one with this
  ///     address is its subject.
  init(values: [JSONValue], address: String) {
    let references = EntityReferences(documents: values)
    var collection = EntityCollection()
    for value in values { collection.collect(value) }
    let entities = collection.values.map { Entity(value: $0, references: references) }
    let ranked = entities.compactMap { entity in entity.rank.map { (entity, $0) } }
    let best = ranked.map(\.1).min()
    let candidates = ranked.filter { $0.1 == best }.map(\.0)
    main =
      (candidates.count > 1 ? Self.entity(in: candidates, of: address) : nil)
      ?? candidates.first ?? Entity(value: .null, references: references)
    others = Array(entities.prefix(8))
    site = entities.first { $0.types.contains("WebSite") }
  }

  init(_ facts: PageFacts, url: URL) {
    let blocks = facts.jsonBlocks.flatMap { JSONReader.values(in: $0, decodesEntities: true) }
    self.init(values: blocks + facts.microdata.items, address: url.absoluteString)
  }

  private static func entity(in candidates: [Entity], of address: String) -> Entity? {
    let key = key(address)
    return candidates.first { candidate in candidate.addresses.contains { Self.key($0) == key } }
  }

  /// Normalises an address, because the same page may be linked with another scheme or a trailing
  /// slash.
  private static func key(_ address: String) -> Substring {
    var key = address.lowercased()[...]
    for scheme in ["https://", "http://"] where key.hasPrefix(scheme) {
      key = key.dropFirst(scheme.count)
    }
    return key.hasSuffix("/") ? key.dropLast() : key
  }
}

/// Collects the entities in JSON-LD blocks that may be the page's subject.
private struct EntityCollection {
  private(set) var values: [JSONValue] = []

  mutating func collect(_ value: JSONValue) {
    for element in value.elements {
      if case .array = element { collect(element) }
      guard case .object(let object) = element else { continue }
      if object["@type"] != nil { values.append(element) }
      // Lists, reviews and comments describe the subjects of other pages. Only these keys lead to
      // this page's subject.
      for key in ["@graph", "mainEntity", "mainEntityOfPage"] {
        if let inner = object[key] { collect(inner) }
      }
    }
  }
}
