import Markup
import NIOCore

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
