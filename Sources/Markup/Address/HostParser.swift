import CICU
import Foundation

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
      return decoded.map(\.asciiLowercased)
    }
    return DomainName.ascii(String(decoding: decoded, as: UTF8.self))
  }

  private static func hasPunycode(_ domain: ArraySlice<UInt8>) -> Bool {
    var isStart = true
    for (index, byte) in zip(domain.indices, domain) {
      if isStart, byte | 0x20 == UInt8(ascii: "x"),
        domain[index...].prefix(4).map(\.asciiLowercased).elementsEqual("xn--".utf8)
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

/// Parses IPv4 addresses in every form that browsers accept
/// (https://url.spec.whatwg.org/#concept-ipv4-parser): one to four numbers, each decimal, octal or
/// hexadecimal.
enum IPv4Parser {
  /// Whether a host ends in a number, so that it's either an IPv4 address or invalid.
  static func endsInANumber(_ host: [UInt8]) -> Bool {
    let end = host.last == UInt8(ascii: ".") && host.count > 1 ? host.count - 1 : host.count
    let start = host[..<end].lastIndex(of: UInt8(ascii: ".")).map { $0 + 1 } ?? 0
    let last = host[start..<end]
    guard let first = last.first, first.isASCIIDigit else { return false }
    return last.allSatisfy(\.isASCIIDigit) || number(last) != nil
  }

  static func parse(_ host: [UInt8]) -> UInt32? {
    var parts = host.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    if parts.count > 1, parts.last?.isEmpty == true { parts.removeLast() }
    guard parts.count <= 4, let last = parts.popLast().flatMap(number),
      last < UInt64(1) << UInt64(8 * (4 - parts.count))
    else { return nil }
    var address = last
    for (index, part) in parts.enumerated() {
      guard let number = number(part), number <= 255 else { return nil }
      address += number << UInt64(8 * (3 - index))
    }
    return UInt32(address)
  }

  static func serialize(_ address: UInt32) -> String {
    [24, 16, 8, 0].map { String(address >> $0 & 0xFF) }.joined(separator: ".")
  }

  /// Parses one number and caps it at 2^32. Returns nil if the part isn't a number.
  private static func number(_ part: ArraySlice<UInt8>) -> UInt64? {
    guard let first = part.first else { return nil }
    var digits = part
    var radix: UInt64 = 10
    if first == UInt8(ascii: "0"), part.count > 1 {
      let isHexadecimal = part[part.startIndex + 1] | 0x20 == UInt8(ascii: "x")
      radix = isHexadecimal ? 16 : 8
      digits = part.dropFirst(isHexadecimal ? 2 : 1)
    }
    var value: UInt64 = 0
    for digit in digits {
      guard let digit = ASCII.hexValue(digit).map(UInt64.init), digit < radix else { return nil }
      value = min(value * radix + digit, 1 << 32)
    }
    return value
  }
}

/// Parses and serializes IPv6 addresses (https://url.spec.whatwg.org/#concept-ipv6-parser), without
/// zones.
enum IPv6Parser {
  static func parse(_ input: ArraySlice<UInt8>) -> [UInt16]? {
    let colon = UInt8(ascii: ":")
    var pieces = [UInt16](repeating: 0, count: 8)
    var index = 0
    var compress: Int?
    var rest = input
    if rest.first == colon {
      guard rest.dropFirst().first == colon else { return nil }
      rest = rest.dropFirst(2)
      index = 1
      compress = 1
    }
    while let first = rest.first {
      guard index < 8 else { return nil }
      if first == colon {
        guard compress == nil else { return nil }
        rest = rest.dropFirst()
        // `::` stands for at least one piece.
        index += 1
        compress = index
        continue
      }
      let digits = rest.prefix(4).prefix { ASCII.hexValue($0) != nil }
      let next = rest.dropFirst(digits.count)
      if next.first == UInt8(ascii: ".") {
        guard index <= 6, !digits.isEmpty, let address = embeddedIPv4(rest) else { return nil }
        pieces[index] = UInt16(address >> 16)
        pieces[index + 1] = UInt16(address & 0xFFFF)
        index += 2
        rest = []
        break
      }
      pieces[index] = digits.reduce(0) { $0 << 4 | UInt16(ASCII.hexValue($1) ?? 0) }
      index += 1
      rest = next
      if let separator = next.first {
        guard separator == colon, next.count > 1 else { return nil }
        rest = next.dropFirst()
      }
    }
    guard let compress else { return index == 8 ? pieces : nil }
    // The pieces after `::` belong at the end.
    let tail = pieces[compress..<index]
    return pieces[..<compress] + [UInt16](repeating: 0, count: 8 - index) + tail
  }

  /// Parses four decimal numbers. Leading zeros and the other forms of IPv4 aren't allowed here.
  private static func embeddedIPv4(_ text: ArraySlice<UInt8>) -> UInt32? {
    let parts = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 4 else { return nil }
    return parts.reduce(UInt32?.some(0)) { address, part in
      guard let address, (1...3).contains(part.count), part.allSatisfy(\.isASCIIDigit),
        part.count == 1 || part.first != UInt8(ascii: "0")
      else { return nil }
      let number = part.reduce(UInt32(0)) { $0 * 10 + UInt32($1 - UInt8(ascii: "0")) }
      return number <= 255 ? address << 8 | number : nil
    }
  }

  /// Writes the address in hexadecimal, with `::` for the first of the longest runs of two or more
  /// zeros.
  static func serialize(_ pieces: [UInt16]) -> String {
    var (start, length) = (8, 1)
    var index = 0
    while index < 8 {
      let run = pieces[index...].prefix { $0 == 0 }.count
      if run > length { (start, length) = (index, run) }
      index += max(run, 1)
    }
    func written(_ part: ArraySlice<UInt16>) -> String {
      part.map { String($0, radix: 16) }.joined(separator: ":")
    }
    guard length > 1 else { return written(pieces[...]) }
    return "\(written(pieces[..<start]))::\(written(pieces[(start + length)...]))"
  }
}

/// Converts international domain names by "Domain to ASCII" of the URL Standard
/// (https://url.spec.whatwg.org/#concept-domain-to-ascii): UTS #46 without its checks of hyphens,
/// lengths and ASCII, then Punycode.
///
/// Uses ICU, as Chromium and WebKit do. macOS and Swift for Linux have it, so there's nothing to
/// install, and its tables are loaded with the first international name, not at launch. libidn2
/// rejects names that browsers accept, and tables of our own would be out of date with each Unicode
/// version.
enum DomainName {
  /// Converts a domain to ASCII.
  /// - Returns: nil if the name isn't valid.
  static func ascii(_ domain: String) -> [UInt8]? {
    converted(domain, by: domain_name_to_ascii)
  }

  /// Returns a host as people read it: in lower case, with its letters instead of Punycode, and
  /// without `www.`. Returns nil for an empty host.
  static func display(_ host: String) -> String? {
    let host = host.lowercased()
    let letters = host.utf8.hasPunycode ? converted(host, by: domain_name_to_unicode) : nil
    // A percent-encoded host may contain control characters.
    let text = PlainText.folded(letters.map { String(decoding: $0, as: UTF8.self) } ?? host)
    return text.map { $0.hasPrefix("www.") ? String($0.dropFirst(4)) : $0 }
  }

  private typealias Conversion = (
    UnsafePointer<CChar>?, Int32, UnsafeMutablePointer<CChar>?, Int32
  ) -> Int32

  private static func converted(_ domain: String, by convert: Conversion) -> [UInt8]? {
    let name = domain.utf8.map(CChar.init(bitPattern:))
    var result = [CChar](repeating: 0, count: 256)
    var length = Int(convert(name, Int32(name.count), &result, Int32(result.count)))
    if length > result.count {
      result = [CChar](repeating: 0, count: length)
      length = Int(convert(name, Int32(name.count), &result, Int32(result.count)))
    }
    return length < 0 ? nil : result.prefix(length).map(UInt8.init(bitPattern:))
  }
}

extension String.UTF8View {
  fileprivate var hasPunycode: Bool {
    var start = startIndex
    while let mark = self[start...].firstIndex(of: UInt8(ascii: "x")) {
      if self[mark...].starts(with: "xn--".utf8) { return true }
      start = index(after: mark)
    }
    return false
  }
}
