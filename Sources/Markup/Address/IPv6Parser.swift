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
      guard let address, (1...3).contains(part.count), part.allSatisfy(ASCII.isDigit),
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
