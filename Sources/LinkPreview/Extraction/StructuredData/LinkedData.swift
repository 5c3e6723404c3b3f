/// The things a page describes in JSON-LD (https://www.w3.org/TR/json-ld11/) and microdata, in the
/// vocabulary of schema.org, and the one among them that the page is about.
struct LinkedData {
  /// What the page is about; empty when it tells nothing.
  let main: Entity
  /// The other things it describes, such as its pictures.
  let others: [Entity]
  /// The first web site the page describes.
  let site: Entity?

  /// - Parameters:
  ///   - values: the page's JSON-LD blocks and microdata items, in document order.
  ///   - address: the page's own address; where several articles are described, that of this
  ///     address is the page's.
  init(values: [JSONValue], address: String) {
    var collection = EntityCollection()
    for value in values {
      collection.index(value)
      collection.collect(value)
    }
    let entities = collection.entities
    let ranked = entities.compactMap { entity in entity.rank.map { (entity, $0) } }
    let best = ranked.map(\.1).min()
    let candidates = ranked.filter { $0.1 == best }.map(\.0)
    let key = Self.key(address)
    main =
      candidates.first { candidate in candidate.addresses.contains { Self.key($0) == key } }
      ?? candidates.first ?? Entity(value: .null, index: [:])
    others = Array(entities.prefix(8))
    site = entities.first { $0.types.contains("WebSite") }
  }

  /// Addresses differ in scheme and closing slash without being of another page.
  private static func key(_ address: String) -> Substring {
    var key = address.lowercased()[...]
    for scheme in ["https://", "http://"] where key.hasPrefix(scheme) {
      key = key.dropFirst(scheme.count)
    }
    return key.hasSuffix("/") ? key.dropLast() : key
  }
}

/// Walks blocks of JSON-LD for what may be the page's own subject, and remembers where an `@id` is
/// described.
private struct EntityCollection {
  private var values: [JSONValue] = []
  private var index: [String: JSONValue] = [:]

  var entities: [Entity] { values.map { Entity(value: $0, index: index) } }

  mutating func collect(_ value: JSONValue) {
    for element in value.elements {
      if case .array = element { collect(element) }
      guard case .object(let members) = element else { continue }
      if members["@type"] != nil { values.append(element) }
      // Lists, reviews and comments describe other pages' subjects; these keys lead to the page's.
      for key in ["@graph", "mainEntity", "mainEntityOfPage"] {
        if let inner = members[key] { collect(inner) }
      }
    }
  }

  /// Remembers where the identifiers in a block are described, what lies in a `@graph` last.
  mutating func index(_ value: JSONValue) {
    switch value {
    case .array(let elements): for element in elements { index(element) }
    case .object(let members):
      // A mere reference has nothing but its identifier.
      if let id = members["@id"]?.text, members.count > 1, index[id] == nil { index[id] = value }
      for (key, inner) in members where key != "@graph" { index(inner) }
      if let graph = members["@graph"] { index(graph) }
    default: break
    }
  }
}
