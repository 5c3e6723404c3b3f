/// A JSON value from a page.
package enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  /// A number as written, so that no precision is lost.
  case number(String)
  case string(String)
  case array([JSONValue])
  case object(JSONObject)

  /// Returns the member of an object, or nil for any other value.
  package subscript(key: String) -> JSONValue? {
    if case .object(let object) = self { object[key] } else { nil }
  }

  /// Whether the value is an object with the member, or contains one.
  func hasMember(_ name: String) -> Bool {
    switch self {
    case .object(let object):
      object.members.contains { $0.name == name || $0.value.hasMember(name) }
    case .array(let elements): elements.contains { $0.hasMember(name) }
    default: false
    }
  }

  /// The elements of an array. As in JSON-LD, any other value except null is an array of itself.
  package var elements: [JSONValue] {
    switch self {
    case .array(let elements): elements
    case .null: []
    default: [self]
    }
  }

  /// The text of a string or number.
  package var text: String? {
    switch self {
    case .string(let text), .number(let text): text
    default: nil
    }
  }
}
