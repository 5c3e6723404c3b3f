/// A value of a JSON object that's always there, with null if it isn't known. Synthesized encoding
/// leaves out what's nil, and a script then can't tell a missing value from a wrong key.
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
