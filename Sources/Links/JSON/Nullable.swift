/// A JSON value whose key is always present, with null for an unknown value. Synthesized encoding
/// would leave out nil, and then scripts couldn't tell a missing value from a wrong key.
@propertyWrapper
package struct Nullable<Value: Encodable & Sendable>: Encodable, Sendable {
  package var wrappedValue: Value?

  package init(wrappedValue: Value?) { self.wrappedValue = wrappedValue }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if let wrappedValue { try container.encode(wrappedValue) } else { try container.encodeNil() }
  }
}

extension Nullable: Equatable where Value: Equatable {}
