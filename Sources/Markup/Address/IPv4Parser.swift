/// Parses IPv4 addresses in every form that browsers accept
/// (https://url.spec.whatwg.org/#concept-ipv4-parser): one to four numbers, each decimal, octal or
/// hexadecimal.
enum IPv4Parser {
  /// Whether a host ends in a number, so that it's either an IPv4 address or invalid.
  static func endsInANumber(_ host: [UInt8]) -> Bool {
    let end = host.last == UInt8(ascii: ".") && host.count > 1 ? host.count - 1 : host.count
    let start = host[..<end].lastIndex(of: UInt8(ascii: ".")).map { $0 + 1 } ?? 0
    let last = host[start..<end]
    guard let first = last.first, ASCII.isDigit(first) else { return false }
    return last.allSatisfy(ASCII.isDigit) || number(last) != nil
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
