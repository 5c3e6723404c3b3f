/// Recognizes addresses that the URL Standard would serialize unchanged. Most addresses in pages
/// and bookmark files are such, and recognizing them takes a fraction of the time of parsing.
enum PlainAddress {
  /// Returns the serialization of an address, or nil if it has to be parsed.
  /// - Parameter base: the base URL of a relative address.
  static func text(_ text: String, relativeTo base: WebAddress?) -> String? {
    let bytes = text.utf8
    switch bytes.first {
    case UInt8(ascii: "h"):
      return isPlain(bytes) ? text : nil
    case UInt8(ascii: "/"):
      guard let base, let scheme = schemeLength(of: base.text.utf8) else { return nil }
      if bytes.dropFirst().first == UInt8(ascii: "/") {
        let address = joined(base.text, length: scheme, text)
        return isPlain(address.utf8) ? address : nil
      }
      guard isPlainPath(bytes), let path = pathPosition(in: base.text.utf8, after: scheme) else {
        return nil
      }
      return joined(base.text, length: path, text)
    default: return nil
    }
  }

  /// The length of `http:` or `https:` at the start, or nil.
  private static func schemeLength(of bytes: String.UTF8View) -> Int? {
    bytes.withContiguousStorageIfAvailable { bytes in
      bytes.hasPrefix("https:") ? 6 : bytes.hasPrefix("http:") ? 5 : nil
    } ?? nil
  }

  /// The position of the path's slash.
  private static func pathPosition(in bytes: String.UTF8View, after scheme: Int) -> Int? {
    bytes.withContiguousStorageIfAvailable { bytes in
      scheme + 2 <= bytes.count ? bytes[(scheme + 2)...].firstIndex(of: UInt8(ascii: "/")) : nil
    } ?? nil
  }

  /// Joins the first bytes of an address and a text.
  private static func joined(_ address: String, length: Int, _ text: String) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(length + text.utf8.count)
    bytes.append(contentsOf: address.utf8.prefix(length))
    bytes.append(contentsOf: text.utf8)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Whether an absolute address needs no change.
  private static func isPlain(_ bytes: some Collection<UInt8>) -> Bool {
    bytes.withContiguousStorageIfAvailable { bytes in
      let isSecure = bytes.hasPrefix("https://")
      guard isSecure || bytes.hasPrefix("http://") else { return false }
      let authority = bytes[(isSecure ? 8 : 7)...]
      guard let path = authority.firstIndex(of: UInt8(ascii: "/")) else { return false }
      let colon = authority[..<path].firstIndex(of: UInt8(ascii: ":"))
      if let colon, !isPlainPort(authority[(colon + 1)..<path], unless: isSecure ? 443 : 80) {
        return false
      }
      return isPlainHost(authority[..<(colon ?? path)]) && isPlainPath(bytes[path...])
    } ?? false
  }

  /// Whether a port is a number in its shortest form, and not the scheme's default, which is left
  /// out.
  private static func isPlainPort(
    _ port: Slice<UnsafeBufferPointer<UInt8>>, unless standard: Int
  ) -> Bool {
    number(port, limit: 65_535).map { $0 != standard } ?? false
  }

  /// Reads a decimal number without leading zeros.
  private static func number(_ digits: Slice<UnsafeBufferPointer<UInt8>>, limit: Int) -> Int? {
    guard let first = digits.first, digits.count == 1 || first != UInt8(ascii: "0") else {
      return nil
    }
    var number = 0
    for digit in digits {
      guard digit.isASCIIDigit else { return nil }
      number = number * 10 + Int(digit - UInt8(ascii: "0"))
      if number > limit { return nil }
    }
    return number
  }

  /// Whether a host is an IPv4 address as the URL Standard writes it.
  private static func isPlainIPv4(_ host: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    var rest = host
    for part in 0..<4 {
      let end = rest.firstIndex(of: UInt8(ascii: ".")) ?? rest.endIndex
      guard number(rest[..<end], limit: 255) != nil, (end == rest.endIndex) == (part == 3) else {
        return false
      }
      if part < 3 { rest = rest[(end + 1)...] }
    }
    return true
  }

  /// Whether a host is an IPv4 address, or a domain in lower case without Punycode, which would
  /// have to be validated.
  private static func isPlainHost(_ host: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    // A slice would compute its indices for each byte.
    let bytes = UnsafeBufferPointer(rebasing: host)
    var labelStart = 0
    for index in 0..<bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: ".") {
        guard index > labelStart else { return false }
        labelStart = index + 1
      } else {
        guard byte &- UInt8(ascii: "a") < 26 || byte.isASCIIDigit || byte == UInt8(ascii: "-")
        else { return false }
        if index == labelStart, byte == UInt8(ascii: "x") { return false }
      }
    }
    guard labelStart < bytes.count else { return false }
    return !bytes[labelStart].isASCIIDigit || isPlainIPv4(host)
  }

  /// Whether the part after the authority needs no change: nothing has to be encoded, and no path
  /// segment is `.` or `..`.
  private static func isPlainPath(_ bytes: some Collection<UInt8>) -> Bool {
    bytes.withContiguousStorageIfAvailable { bytes in
      var isSegmentStart = false
      var isPath = true
      for byte in bytes {
        guard isUnchanged(byte) else { return false }
        // `%2e` stands for a dot.
        let mayBeDot = byte == UInt8(ascii: ".") || byte == UInt8(ascii: "%")
        if isPath, isSegmentStart, mayBeDot { return false }
        if byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#") { isPath = false }
        isSegmentStart = byte == UInt8(ascii: "/")
      }
      return true
    } ?? false
  }

  /// Whether a byte stays unchanged in a path, a query and a fragment.
  @inline(__always) private static func isUnchanged(_ byte: UInt8) -> Bool {
    switch Unicode.Scalar(byte) {
    case ..."\u{20}", "\u{7F}"..., "\"", "'", "<", ">", "[", "\\", "]", "^", "`", "{", "|", "}":
      false
    default: true
    }
  }
}
