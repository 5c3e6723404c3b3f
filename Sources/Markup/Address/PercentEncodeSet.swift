/// The bytes that a URL component percent-encodes
/// (https://url.spec.whatwg.org/#percent-encoded-bytes). No set contains `%`, so that existing
/// percent-encoding stays unchanged.
package struct PercentEncodeSet: Sendable {
  /// One bit per ASCII byte. All other bytes are in every set.
  private let low: UInt64
  private let high: UInt64

  private init(_ base: PercentEncodeSet?, _ characters: String) {
    // The C0 control percent-encode set: control characters and everything outside ASCII.
    var (low, high) = (base?.low ?? 0xFFFF_FFFF, base?.high ?? 1 << 63)
    for byte in characters.utf8 {
      if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte - 64) }
    }
    self.low = low
    self.high = high
  }

  package func contains(_ byte: UInt8) -> Bool {
    if byte >= 0x80 { return true }
    return (byte < 64 ? low >> UInt64(byte) : high >> UInt64(byte - 64)) & 1 == 1
  }

  static let fragment = PercentEncodeSet(nil, " \"<>`")
  private static let query = PercentEncodeSet(nil, " \"#<>")
  static let specialQuery = PercentEncodeSet(query, "'")
  static let path = PercentEncodeSet(query, "?^`{}")
  static let userinfo = PercentEncodeSet(path, "/:;=@[\\]|")
  /// The characters that RFC 3986 (appendix A) allows nowhere. The URL Standard leaves some of them
  /// unencoded.
  package static let notInRFC3986 = PercentEncodeSet(nil, " \"<>[\\]^`{|}")
}
