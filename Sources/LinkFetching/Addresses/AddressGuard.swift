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

extension SpecialAddresses {
  /// Whether `address` is in none of the special blocks.
  static func areWithout(_ address: SocketAddress) -> Bool {
    address.packedBytes.map(areWithout) ?? false
  }

  /// Whether `address` is valid on its link only.
  static func isLinkLocal(_ address: SocketAddress) -> Bool {
    address.packedBytes.map(areLinkLocal) ?? false
  }
}
