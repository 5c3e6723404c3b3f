/// A value of JSON, as pages embed it.
enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  /// As it is written, so that nothing of it is lost.
  case number(String)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])

  /// The member of an object; nil for any other value.
  subscript(key: String) -> JSONValue? {
    if case .object(let members) = self { members[key] } else { nil }
  }

  /// The elements of an array; any other value but null is an array of itself, as in JSON-LD.
  var elements: [JSONValue] {
    switch self {
    case .array(let elements): elements
    case .null: []
    default: [self]
    }
  }

  /// The text of a string or number.
  var text: String? {
    switch self {
    case .string(let text), .number(let text): text
    default: nil
    }
  }
}
