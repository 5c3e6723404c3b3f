import Foundation
import Markup

/// Distinguishes hosts on the public internet from those that only this machine or its network can
/// reach.
///
/// A public page must not make us send requests to a router or a service on this machine
/// (server-side request forgery), neither by a redirect nor by an icon or manifest it names.
struct AddressGuard: Sendable {
  /// Whether an address is on the public internet. Tests declare some loopback addresses public and
  /// others private.
  var isPublic: @Sendable (IPAddress) -> Bool = { SpecialAddresses.areWithout($0) }

  /// Whether `host` is known not to be public without a lookup: it's an address, in any spelling
  /// that the system's resolver accepts, or a name of this machine (RFC 6761, section 6.3).
  func refuses(host: String) -> Bool {
    var name = host.lowercased()
    if name.hasPrefix("["), name.hasSuffix("]") { name = String(name.dropFirst().dropLast()) }
    if name.hasSuffix(".") { name.removeLast() }
    if let address = Self.address(spelledBy: name) { return !isPublic(address) }
    return name == "localhost" || name.hasSuffix(".localhost")
  }

  /// Parses an address. `127.1`, `0x7f000001` and `2130706433` are all 127.0.0.1 for inet_aton, and
  /// so for getaddrinfo.
  private static func address(spelledBy name: String) -> IPAddress? {
    // A zone, as in fe80::1%eth0, doesn't change the kind of address.
    let literal = String(name.prefix { $0 != "%" })
    if let address = IPAddress(literal) { return address }
    return numericIPv4(name).map { number in
      IPAddress(bytes: withUnsafeBytes(of: number.bigEndian, Array.init))
    }
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

/// The error of a guarded connection to an address that isn't public. Nothing was sent there.
struct PrivateAddressReached: Error {}

extension SpecialAddresses {
  /// Whether `address` is in none of the special blocks.
  static func areWithout(_ address: IPAddress) -> Bool { areWithout(address.bytes) }

  /// Whether `address` is valid on its link only.
  static func isLinkLocal(_ address: IPAddress) -> Bool { areLinkLocal(address.bytes) }
}
