package import Foundation

extension URL {
  /// Whether the host is this machine or on its network, as far as the address shows it: an address
  /// outside the public internet, a name for private use, or one without a domain. An address
  /// without a host is private as well.
  package var hasPrivateHost: Bool {
    guard var host = host(percentEncoded: false)?.lowercased() else { return true }
    if host.hasSuffix(".") { host.removeLast() }
    if host.contains(":") {
      let literal = host.drop { $0 == "[" }.prefix { $0 != "]" && $0 != "%" }
      guard let pieces = IPv6Parser.parse(Array(literal.utf8)[...]) else { return true }
      return !SpecialAddresses.areWithout(
        pieces.flatMap { [UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)] })
    }
    if IPv4Parser.endsInANumber(Array(host.utf8)) {
      guard let address = IPv4Parser.parse(Array(host.utf8)) else { return true }
      return !SpecialAddresses.areWithout(
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: address >> $0) })
    }
    return !host.contains(".") || Self.privateDomains.contains { host.hasSuffix($0) }
  }

  /// The domains of nearby computers, and those for tests (RFC 6761).
  private static let privateDomains = WebAddress.localDomains + [".test", ".invalid"]
}
