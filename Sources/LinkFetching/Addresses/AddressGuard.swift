package import Foundation
package import Markup

/// Distinguishes hosts on the public internet from those that only this machine or its network can
/// reach.
///
/// A public page must not make us send requests to a router or a service on this machine
/// (server-side request forgery), neither by a redirect nor by an icon or manifest it names.
struct AddressGuard: Sendable {
  /// Whether an address is on the public internet. Tests declare some loopback addresses public and
  /// others private.
  var isPublic: @Sendable (IPAddress) -> Bool = { SpecialAddresses.areWithout($0.bytes) }

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

/// An address of the Internet Protocol, without a port.
struct IPAddress: Hashable, Sendable {
  /// 4 or 16 bytes in network order.
  let bytes: [UInt8]
  /// The interface that an address leads to if it's valid on its link only. Otherwise 0.
  private(set) var scope: UInt32 = 0

  /// - Parameter bytes: 4 or 16 bytes in network order.
  init(bytes: [UInt8]) { self.bytes = bytes }

  /// Parses an address in the usual spelling. Returns nil for anything else.
  init?(_ text: String) {
    let family = text.contains(":") ? AF_INET6 : AF_INET
    var bytes = [UInt8](repeating: 0, count: family == AF_INET6 ? 16 : 4)
    guard inet_pton(family, text, &bytes) == 1 else { return nil }
    self.bytes = bytes
  }

  /// Copies an address that a C function returned. Returns nil for what isn't an address of the
  /// Internet Protocol.
  init?(copying pointer: UnsafePointer<sockaddr>) {
    let raw = UnsafeRawPointer(pointer)
    switch Int32(pointer.pointee.sa_family) {
    case AF_INET:
      let address = raw.loadUnaligned(as: sockaddr_in.self).sin_addr
      bytes = withUnsafeBytes(of: address, Array.init)
    case AF_INET6:
      let target = raw.loadUnaligned(as: sockaddr_in6.self)
      bytes = withUnsafeBytes(of: target.sin6_addr, Array.init)
      scope = target.sin6_scope_id
    default: return nil
    }
  }

  /// The usual spelling.
  var text: String {
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    inet_ntop(
      bytes.count == 16 ? AF_INET6 : AF_INET, bytes, &text, socklen_t(INET6_ADDRSTRLEN))
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

extension URL {
  /// Whether the host is an address that isn't on the public internet, in any spelling, or a name
  /// of this machine. Other names aren't looked up.
  package var isOnPrivateHost: Bool {
    AddressGuard().refuses(host: host(percentEncoded: false) ?? "")
  }
}

extension WebAddress {
  /// Whether the host is private, like ``Foundation/URL/isOnPrivateHost``.
  package var isOnPrivateHost: Bool {
    // Long lists have mostly names, which their last character tells from addresses and localhost.
    guard let last = displayHost.last, last.isHexDigit || ":.t".contains(last) else { return false }
    return url.isOnPrivateHost
  }
}
