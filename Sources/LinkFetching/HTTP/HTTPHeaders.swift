import CCurl
import Foundation

/// The fields of a request or response, in their order. Names don't distinguish upper and lower
/// case.
struct HTTPHeaders: Sendable, ExpressibleByDictionaryLiteral {
  struct Field: Sendable {
    var name: String
    var value: String
    /// Whether the value's bytes weren't UTF-8, so that each stands for one character.
    var isLatin1 = false

    fileprivate func isNamed(_ other: String) -> Bool {
      name.utf8.count == other.utf8.count && name.lowercased() == other.lowercased()
    }
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
    fields.removeAll { $0.isNamed(name) }
    add(name: name, value: value)
  }

  private func all(_ name: String) -> [Field] {
    fields.filter { $0.isNamed(name) }
  }
}

extension HTTPHeaders {
  /// Copies the fields of a response. Their bytes are UTF-8, or else Latin-1.
  init(of handle: UnsafeMutableRawPointer) {
    var last: UnsafeMutablePointer<CurlHeader>?
    while let field = ccurl_next_header(handle, last) {
      // libcurl keeps a line's end before a folded one, and space before the colon.
      func trimmed(_ text: String) -> String { text.trimmingCharacters(in: [" ", "\t", "\r"]) }
      let (name, bytes) = (String(cString: field.pointee.name), field.pointee.value)
      let value = bytes.flatMap { String(validatingCString: $0) }
      let latin1 = bytes.flatMap { String(cString: $0, encoding: .isoLatin1) } ?? ""
      fields.append(
        Field(name: trimmed(name), value: trimmed(value ?? latin1), isLatin1: value == nil))
      last = field
    }
  }
}

extension UInt8 {
  /// Whether the byte may be part of a field's name (RFC 9110, section 5.6.2).
  var isOfToken: Bool {
    switch self {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: "!#$%&'*+-.^_`|~".utf8.contains(self)
    }
  }
}

/// The status and the fields of a response.
struct ResponseHead: Sendable {
  var status: Int
  var headers: HTTPHeaders
  /// The cookies that go with the next request, as libcurl writes them.
  var cookies: [String] = []
  /// Whether its host is on this machine or its network.
  var isFromPrivateHost = false
}

/// The error of a request whose response violates the rules of HTTP.
struct MalformedResponse: Error {}
