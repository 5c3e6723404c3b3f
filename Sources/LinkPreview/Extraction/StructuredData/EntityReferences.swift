import Markup

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
