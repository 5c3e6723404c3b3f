/// The fields of a request or response, in their order. Names don't distinguish upper and lower
/// case.
struct HTTPHeaders: Sendable, ExpressibleByDictionaryLiteral {
  struct Field: Sendable {
    var name: String
    var value: String
    /// Whether the value's bytes weren't UTF-8, so that each stands for one character.
    var isLatin1 = false
  }

  private(set) var fields: [Field] = []

  init() {}

  init(_ fields: [(String, String)]) {
    self.fields = fields.map { Field(name: $0.0, value: $0.1) }
  }

  init(dictionaryLiteral elements: (String, String)...) { self.init(elements) }

  /// The values of a name.
  subscript(name: String) -> [String] { all(name).map(\.value) }

  func first(name: String) -> String? { all(name).first?.value }

  func contains(name: String) -> Bool { !all(name).isEmpty }

  /// The first address of a name. Bytes that aren't UTF-8 are percent-encoded, so that a server
  /// gets its own bytes back.
  func address(name: String) -> String? {
    guard let field = all(name).first else { return nil }
    guard field.isLatin1 else { return field.value }
    return field.value.unicodeScalars.reduce(into: "") { address, scalar in
      if scalar.isASCII {
        address.unicodeScalars.append(scalar)
      } else {
        address += "%" + String(scalar.value, radix: 16, uppercase: true)
      }
    }
  }

  mutating func add(name: String, value: String) {
    fields.append(Field(name: name, value: value))
  }

  mutating func add(contentsOf other: HTTPHeaders) { fields += other.fields }

  mutating func replaceOrAdd(name: String, value: String) {
    fields.removeAll { $0.name.isSameFieldName(as: name) }
    add(name: name, value: value)
  }

  private func all(_ name: String) -> [Field] {
    fields.filter { $0.name.isSameFieldName(as: name) }
  }
}

extension HTTPHeaders {
  /// Adds a field as it arrived. The bytes are UTF-8, or else Latin-1.
  mutating func add(name: [UInt8], value: [UInt8]) {
    let text = String(validating: value, as: UTF8.self)
    fields.append(
      Field(
        name: String(decoding: name, as: UTF8.self),
        value: text ?? String(String.UnicodeScalarView(value.map { Unicode.Scalar($0) })),
        isLatin1: text == nil))
  }
}

extension String {
  fileprivate func isSameFieldName(as other: String) -> Bool {
    utf8.count == other.utf8.count
      && zip(utf8, other.utf8).allSatisfy { $0.asciiLowercased == $1.asciiLowercased }
  }
}

extension UInt8 {
  fileprivate var asciiLowercased: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }

  /// Whether the byte may be part of a field's name (RFC 9110, section 5.6.2).
  var isOfToken: Bool {
    switch self {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: "!#$%&'*+-.^_`|~".utf8.contains(self)
    }
  }
}
