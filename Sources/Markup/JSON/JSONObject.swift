/// The members of a JSON object, in source order.
///
/// Stored as a list rather than a dictionary, because most objects in pages have few members, of
/// which even fewer are looked up.
package struct JSONObject: Hashable, Sendable, ExpressibleByDictionaryLiteral {
  package struct Member: Hashable, Sendable {
    package let name: String
    package var value: JSONValue
  }

  package private(set) var members: [Member] = []

  package init() {}

  package init(dictionaryLiteral members: (String, any JSONRepresentable)...) {
    for (name, value) in members { append(name, value.json) }
  }

  /// - Parameter members: the last one of a name replaces the others.
  package init<Value: JSONRepresentable>(_ members: some Sequence<(String, Value)>) {
    for (name, value) in members { self[name] = value.json }
  }

  /// The first value of a member that isn't null, or null if there's none.
  package subscript(name: String) -> JSONValue? {
    get {
      var found: JSONValue?
      for member in members where member.name == name {
        if member.value != .null { return member.value }
        found = found ?? member.value
      }
      return found
    }
    set {
      members.removeAll { $0.name == name }
      if let newValue { append(name, newValue) }
    }
  }

  package mutating func append(_ name: String, _ value: JSONValue) {
    members.append(Member(name: name, value: value))
  }
}
