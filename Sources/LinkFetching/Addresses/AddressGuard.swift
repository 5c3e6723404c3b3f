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
    // Browsers, and some systems, read a number without digits as 0.
    let numbers = name.split(separator: ".", omittingEmptySubsequences: false)
      .map { $0 == "0x" ? "0" : $0 }
    var address = in_addr()
    guard inet_aton(numbers.joined(separator: "."), &address) != 0 else { return nil }
    return IPAddress(bytes: withUnsafeBytes(of: address, Array.init))
  }
}

extension SpecialAddresses {
  /// Whether `address` is in none of the special blocks.
  static func areWithout(_ address: IPAddress) -> Bool { areWithout(address.bytes) }

  /// Whether `address` is valid on its link only.
  static func isLinkLocal(_ address: IPAddress) -> Bool { areLinkLocal(address.bytes) }
}
