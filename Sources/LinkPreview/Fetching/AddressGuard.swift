import Markup
import NIOCore

/// Tells the hosts of the public internet from those that only this machine or its network reaches.
///
/// A page from outside must not make us knock at a router or a service on this machine (server-side
/// request forgery): not by a redirect, not by an icon or manifest it names.
struct AddressGuard: Sendable {
  /// Whether an address is on the public internet. Tests give loopback addresses to both sides.
  var isPublic: @Sendable (SocketAddress) -> Bool = { SpecialAddresses.areWithout($0) }

  /// Whether `host` is seen not to be public without asking anyone: an address, in any spelling
  /// the system's resolver takes, or a name of this machine (RFC 6761, section 6.3).
  func refuses(host: String) -> Bool {
    var name = host.lowercased()
    if name.hasPrefix("["), name.hasSuffix("]") { name = String(name.dropFirst().dropLast()) }
    if name.hasSuffix(".") { name.removeLast() }
    if let address = Self.address(spelledBy: name) { return !isPublic(address) }
    return name == "localhost" || name.hasSuffix(".localhost")
  }

  /// Looks at whom a new connection leads to. It is the address that was connected to, so a name that
  /// resolves to another one each time (DNS rebinding) gets no request; of TLS the handshake has
  /// then been made.
  /// - Throws: ``PrivateAddressReached``.
  func check(_ channel: any Channel) throws {
    guard let address = channel.remoteAddress, isPublic(address) else {
      throw PrivateAddressReached()
    }
  }

  /// `127.1`, `0x7f000001` and `2130706433` are 127.0.0.1 to inet_aton, and so to getaddrinfo.
  private static func address(spelledBy name: String) -> SocketAddress? {
    // A zone, as in fe80::1%eth0, does not change what kind of address it is.
    let literal = String(name.prefix { $0 != "%" })
    if let address = try? SocketAddress(ipAddress: literal, port: 0) { return address }
    guard let number = numericIPv4(name) else { return nil }
    let bytes = withUnsafeBytes(of: number.bigEndian, ByteBuffer.init(bytes:))
    return try? SocketAddress(packedIPAddress: bytes, port: 0)
  }

  /// One to four numbers, decimal, octal or hexadecimal, of which the last fills what is left.
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

/// What a guarded connection fails with before anything was asked on it.
struct PrivateAddressReached: Error {}
