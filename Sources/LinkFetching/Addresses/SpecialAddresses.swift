import NIOCore

/// The address blocks outside the public internet, from IANA's registries of special-purpose
/// addresses (RFC 6890): https://www.iana.org/assignments/iana-ipv4-special-registry and
/// https://www.iana.org/assignments/iana-ipv6-special-registry.
enum SpecialAddresses {
  /// Whether `address` is in none of the special blocks.
  static func areWithout(_ address: SocketAddress) -> Bool {
    guard let bytes = address.packedBytes else { return false }
    return bytes.count == 4 ? isPublicV4(bytes) : isPublicV6(bytes)
  }

  private static func isPublicV4(_ bytes: [UInt8]) -> Bool {
    !blocksV4.contains { $0.contains(bytes) }
  }

  private static func isPublicV6(_ bytes: [UInt8]) -> Bool {
    if let inner = embeddedV4(in: bytes) { return isPublicV4(inner) }
    // 2000::/3 is the only block ever assigned for global use. The rest is special or unassigned.
    return Block([0x20], 3).contains(bytes) && !blocksV6.contains { $0.contains(bytes) }
  }

  /// The IPv4 address embedded in an IPv6 address.
  private static func embeddedV4(in bytes: [UInt8]) -> [UInt8]? {
    // Compatible and mapped addresses: RFC 4291, section 2.5.5. The compatible block also contains
    // :: and ::1.
    let isCompatible = bytes.prefix(12).allSatisfy { $0 == 0 }
    let isMapped =
      bytes.prefix(10).allSatisfy { $0 == 0 } && bytes[10] == 0xFF && bytes[11] == 0xFF
    let isTranslated = Block([0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0], 96).contains(bytes)
    if isCompatible || isMapped || isTranslated { return Array(bytes[12...]) }
    if Block([0x20, 0x02], 16).contains(bytes) { return Array(bytes[2..<6]) }  // 6to4, RFC 3056
    return nil
  }

  private static let blocksV4 = [
    Block([0], 8),  // this network
    Block([10], 8), Block([172, 16], 12), Block([192, 168], 16),  // private, RFC 1918
    Block([100, 64], 10),  // carrier-grade NAT, RFC 6598
    Block([127], 8),  // loopback
    Block([169, 254], 16),  // link-local, including cloud metadata services
    Block([192, 0, 0], 24),  // protocol assignments
    Block([192, 0, 2], 24), Block([198, 51, 100], 24), Block([203, 0, 113], 24),  // documentation
    Block([192, 88, 99], 24),  // 6to4 relays, RFC 7526
    Block([198, 18], 15),  // benchmarking, RFC 2544
    Block([224], 4),  // multicast
    Block([240], 4),  // reserved, including broadcast
  ]

  /// Special blocks inside 2000::/3. All addresses outside of 2000::/3 are refused.
  private static let blocksV6 = [
    Block([0x20, 0x01, 0, 0], 23),  // protocol assignments: Teredo, benchmarking, ORCHID
    Block([0x20, 0x01, 0x0D, 0xB8], 32), Block([0x3F, 0xFF, 0], 20),  // documentation
  ]

  private typealias Block = AddressBlock
}
