import Foundation

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

/// Reads the head of a response line by line, as leniently as browsers: a line that's no field is
/// passed over, and a folded one is put together (RFC 9112, section 5.2).
struct ResponseHeadReader {
  /// The maximum number of interim responses (RFC 9110, section 15.2) to a request.
  static let interimLimit = 32
  /// The maximum length of all heads and trailers of a response, in bytes.
  static let lengthLimit = 256 << 10

  /// The number of bytes so far.
  private(set) var length = 0
  /// The head, if it's complete.
  private(set) var head: ResponseHead?

  private var status: Int?
  private var fields: [(name: [UInt8], value: [UInt8])] = []
  private var isFieldDropped = false
  private var interims = 0

  /// Reads a line with its end.
  mutating func read(_ bytes: some Collection<UInt8>) throws(MalformedResponse) {
    length += bytes.count
    guard length <= Self.lengthLimit else { throw MalformedResponse() }
    // What follows the body has no effect.
    guard head == nil else { return }
    var line = Array(bytes)
    if line.last == 0x0A { line.removeLast() }
    if line.last == 0x0D { line.removeLast() }
    // Others would read the line differently (RFC 9110, section 5.5).
    guard !line.contains(0), !line.contains(0x0D) else { throw MalformedResponse() }
    guard status != nil else { return try begin(line) }
    guard !line.isEmpty else { return try end() }
    if line[0] == 0x20 || line[0] == 0x09 {
      guard !isFieldDropped, let last = fields.indices.last else { return }
      fields[last].value += [0x20] + Self.trimmed(line[...])
      return
    }
    add(line)
  }

  private mutating func begin(_ line: [UInt8]) throws(MalformedResponse) {
    let words = line.split(separator: 0x20)
    let digits = words.dropFirst().first?.prefix { (0x30...0x39).contains($0) } ?? []
    guard let status = Int(String(decoding: digits, as: UTF8.self)) else {
      throw MalformedResponse()
    }
    switch status {
    // Refuses status 101, because no other protocol was offered to switch to.
    case 100..<200 where status != 101 && interims < Self.interimLimit: interims += 1
    // Above 599, some sites have their own statuses, such as LinkedIn's 999.
    case 200..<1_000: break
    default: throw MalformedResponse()
    }
    self.status = status
  }

  private mutating func add(_ line: [UInt8]) {
    isFieldDropped = true
    guard let colon = line.firstIndex(of: 0x3A) else { return }
    let name = Self.trimmed(line[..<colon])
    guard !name.isEmpty, name.allSatisfy(\.isOfToken) else { return }
    isFieldDropped = false
    fields.append((name, Self.trimmed(line[(colon + 1)...])))
  }

  private mutating func end() throws(MalformedResponse) {
    guard let status else { return }
    if status >= 200 {
      var headers = HTTPHeaders()
      for field in fields { headers.add(name: field.name, value: field.value) }
      // Lengths that differ show that somebody tampered with the response (RFC 9112, section 6.3).
      let lengths = headers["Content-Length"].flatMap { $0.split(separator: ",") }
        .map { $0.trimmingCharacters(in: .whitespaces) }
      guard Set(lengths).count < 2 else { throw MalformedResponse() }
      head = ResponseHead(status: status, headers: headers)
    }
    self.status = nil
    fields = []
    isFieldDropped = false
  }

  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    let isSpace: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 }
    return Array(bytes.drop(while: isSpace).reversed().drop(while: isSpace).reversed())
  }
}
