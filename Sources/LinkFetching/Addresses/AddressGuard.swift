import Foundation
import Markup
import NIOCore

/// Distinguishes hosts on the public internet from those that only this machine or its network can
/// reach.
///
/// A public page must not make us send requests to a router or a service on this machine
/// (server-side request forgery), neither by a redirect nor by an icon or manifest it names.
struct AddressGuard: Sendable {
  /// Whether an address is on the public internet. Tests declare some loopback addresses public and
  /// others private.
  var isPublic: @Sendable (SocketAddress) -> Bool = { SpecialAddresses.areWithout($0) }

  /// Whether `host` is known not to be public without a lookup: it's an address, in any spelling
  /// that the system's resolver accepts, or a name of this machine (RFC 6761, section 6.3).
  func refuses(host: String) -> Bool {
    var name = host.lowercased()
    if name.hasPrefix("["), name.hasSuffix("]") { name = String(name.dropFirst().dropLast()) }
    if name.hasSuffix(".") { name.removeLast() }
    if let address = Self.address(spelledBy: name) { return !isPublic(address) }
    return name == "localhost" || name.hasSuffix(".localhost")
  }

  /// Checks the address that a new connection leads to. This is the address actually connected to,
  /// so a name that resolves to a different one each time (DNS rebinding) gets no request. With
  /// TLS, the handshake has already been made.
  /// - Throws: ``PrivateAddressReached`` if the address isn't public.
  func check(_ channel: any Channel) throws {
    guard let address = channel.remoteAddress, isPublic(address) else {
      throw PrivateAddressReached()
    }
  }

  /// Parses an address. `127.1`, `0x7f000001` and `2130706433` are all 127.0.0.1 for inet_aton, and
  /// so for getaddrinfo.
  private static func address(spelledBy name: String) -> SocketAddress? {
    // A zone, as in fe80::1%eth0, doesn't change the kind of address.
    let literal = String(name.prefix { $0 != "%" })
    if let address = try? SocketAddress(ipAddress: literal, port: 0) { return address }
    guard let number = numericIPv4(name) else { return nil }
    let bytes = withUnsafeBytes(of: number.bigEndian, ByteBuffer.init(bytes:))
    return try? SocketAddress(packedIPAddress: bytes, port: 0)
  }

  /// Parses one to four numbers in decimal, octal or hexadecimal. The last number fills the
  /// remaining bytes.
  private static func numericIPv4(_ name: String) -> UInt32? {
    let numbers = name.split(separator: ".", omittingEmptySubsequences: false).map { part in
      if part.hasPrefix("0x") { return part == "0x" ? 0 : UInt32(part.dropFirst(2), radix: 16) }
      return part.hasPrefix("0") ? UInt32(part, radix: 8) : UInt32(part)
    }
    guard (1...4).contains(numbers.count) else { return nil }
    var address: UInt32 = 0
    for (place, number) in numbers.enumerated() {
      guard let number else { return nil }
      let isLast = place == numbers.count - 1
      let shift = UInt32(8 * (isLast ? 0 : 3 - place))
      let room = isLast ? UInt32.max >> UInt32(8 * place) : 0xFF
      guard number <= room else { return nil }
      address |= number << shift
    }
    return address
  }
}

/// The error of a guarded connection to an address that isn't public. No request was sent on it.
struct PrivateAddressReached: Error {}

/// All addresses that begin with the same bits. For example, 10.0.0.0/8 is `AddressBlock([10], 8)`.
struct AddressBlock: Sendable {
  private let prefix: [UInt8]
  private let length: Int

  /// - Parameters:
  ///   - prefix: the first bytes in network order. Missing bytes are zero.
  ///   - length: the prefix length in bits.
  init(_ prefix: [UInt8], _ length: Int) {
    self.prefix = prefix
    self.length = length
  }

  /// Whether the block contains an address.
  ///
  /// - Parameter bytes: the whole address in network order.
  func contains(_ bytes: [UInt8]) -> Bool {
    for index in 0..<((length + 7) / 8) {
      let bits = min(8, length - index * 8)
      let mask = UInt8(truncatingIfNeeded: 0xFF00 >> bits)
      let wanted = index < prefix.count ? prefix[index] : 0
      guard index < bytes.count, bytes[index] & mask == wanted & mask else { return false }
    }
    return true
  }
}

extension SocketAddress {
  /// Copies an address that a C function returned. Returns nil for what isn't an address of the
  /// Internet Protocol.
  init?(copying pointer: UnsafePointer<sockaddr>) {
    let raw = UnsafeRawPointer(pointer)
    switch Int32(pointer.pointee.sa_family) {
    case AF_INET: self.init(raw.loadUnaligned(as: sockaddr_in.self))
    case AF_INET6: self.init(raw.loadUnaligned(as: sockaddr_in6.self))
    default: return nil
    }
  }

  /// The address without its port, in network order. Nil for a Unix domain socket.
  var packedBytes: [UInt8]? {
    switch self {
    // macOS and Linux use the same offsets: length or family, port, in IPv6 the flow label, then
    // the address.
    case .v4(let address): withUnsafeBytes(of: address.address) { Array($0[4..<8]) }
    case .v6(let address): withUnsafeBytes(of: address.address) { Array($0[8..<24]) }
    case .unixDomainSocket: nil
    }
  }
}

/// The address blocks outside the public internet, from IANA's registries of special-purpose
/// addresses (RFC 6890): https://www.iana.org/assignments/iana-ipv4-special-registry and
/// https://www.iana.org/assignments/iana-ipv6-special-registry.
enum SpecialAddresses {
  /// Whether `address` is in none of the special blocks.
  static func areWithout(_ address: SocketAddress) -> Bool {
    guard let bytes = address.packedBytes else { return false }
    return bytes.count == 4 ? isPublicV4(bytes) : isPublicV6(bytes)
  }

  /// Whether `address` is valid on its link only: 169.254.0.0/16 (RFC 3927) or fe80::/10 (RFC 4291).
  static func isLinkLocal(_ address: SocketAddress) -> Bool {
    guard let bytes = address.packedBytes else { return false }
    return (bytes.count == 4 ? linkLocalV4 : linkLocalV6).contains(bytes)
  }

  private static let linkLocalV4 = Block([169, 254], 16)
  private static let linkLocalV6 = Block([0xFE, 0x80], 10)

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
    linkLocalV4,  // including cloud metadata services
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
