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
}

extension JSONValue: Encodable {
  package func encode(to encoder: any Encoder) throws {
    switch self {
    case .object(let object):
      var container = encoder.container(keyedBy: Name.self)
      for member in object.members { try container.encode(member.value, forKey: Name(member.name)) }
    case .array(let elements): try elements.encode(to: encoder)
    case .null: try encodeSingle(nil as String?, encoder)
    case .bool(let value): try encodeSingle(value, encoder)
    case .string(let text): try encodeSingle(text, encoder)
    case .number(let text):
      if let whole = Int(text) {
        try encodeSingle(whole, encoder)
      } else {
        try encodeSingle(Double(text).flatMap { $0.isFinite ? $0 : nil }, encoder)
      }
    }
  }

  private func encodeSingle(_ value: some Encodable, _ encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(value)
  }

  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ text: String) { stringValue = text }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}
