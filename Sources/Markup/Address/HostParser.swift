/// The host parser of the URL Standard (https://url.spec.whatwg.org/#concept-host-parser). Writes
/// domains in ASCII, IPv4 addresses as four decimal numbers, and IPv6 addresses in brackets.
enum HostParser {
  /// - Returns: the serialized host; nil where the standard returns failure.
  static func parse(_ input: ArraySlice<UInt8>) -> [UInt8]? {
    if input.first == UInt8(ascii: "[") {
      guard input.count > 1, input.last == UInt8(ascii: "]"),
        let pieces = IPv6Parser.parse(input.dropFirst().dropLast())
      else { return nil }
      return Array("[\(IPv6Parser.serialize(pieces))]".utf8)
    }
    guard let domain = domain(input), !domain.isEmpty,
      !domain.contains(where: isForbiddenDomainByte)
    else { return nil }
    guard IPv4Parser.endsInANumber(domain) else { return domain }
    return IPv4Parser.parse(domain).map { Array(IPv4Parser.serialize($0).utf8) }
  }

  private static func domain(_ input: ArraySlice<UInt8>) -> [UInt8]? {
    let isEscaped = input.contains(UInt8(ascii: "%"))
    let decoded = isEscaped ? ASCII.percentDecoded(input)[...] : input
    // "Domain to ASCII" changes only the case of plain ASCII.
    if decoded.allSatisfy({ $0 < 0x80 }), !hasPunycode(decoded) {
      return decoded.map(ASCII.lowercased)
    }
    return DomainName.ascii(String(decoding: decoded, as: UTF8.self))
  }

  private static func hasPunycode(_ domain: ArraySlice<UInt8>) -> Bool {
    var isStart = true
    for (index, byte) in zip(domain.indices, domain) {
      if isStart, byte | 0x20 == UInt8(ascii: "x"),
        domain[index...].prefix(4).map(ASCII.lowercased).elementsEqual("xn--".utf8)
      {
        return true
      }
      isStart = byte == UInt8(ascii: ".")
    }
    return false
  }

  /// Whether a byte is a forbidden domain code point.
  private static func isForbiddenDomainByte(_ byte: UInt8) -> Bool {
    byte <= 0x20 || byte >= 0x7F || forbidden.contains(byte)
  }

  private static let forbidden = Array("#%/:<>?@[\\]^|".utf8)
}
