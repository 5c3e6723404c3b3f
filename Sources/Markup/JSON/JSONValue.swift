/// A JSON value from a page or a file.
package enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  /// A number as written, without loss of precision.
  case number(String)
  case string(String)
  case array([JSONValue])
  case object(JSONObject)

  /// Returns the member of an object, or nil for any other value.
  package subscript(key: String) -> JSONValue? {
    if case .object(let object) = self { object[key] } else { nil }
  }

  /// Whether an object has a member, directly or at any depth.
  package func hasMember(_ name: String) -> Bool {
    switch self {
    case .object(let object):
      object.members.contains { $0.name == name || $0.value.hasMember(name) }
    case .array(let elements): elements.contains { $0.hasMember(name) }
    default: false
    }
  }

  /// The elements of an array. As in JSON-LD, any other value except null counts as an array with
  /// one element.
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

  /// The text of a string.
  package var string: String? { if case .string(let text) = self { text } else { nil } }

  package var object: JSONObject? { if case .object(let object) = self { object } else { nil } }

  /// The elements of an array. Any other value has none.
  package var items: [JSONValue] { if case .array(let items) = self { items } else { [] } }

  package var bool: Bool? { if case .bool(let value) = self { value } else { nil } }

  package var number: Double? { if case .number(let text) = self { Double(text) } else { nil } }

  /// A number without a fraction.
  package var whole: Int? {
    if case .number(let text) = self {
      Int(text) ?? number.flatMap(Int.init(exactly:))
    } else {
      nil
    }
  }
}
