import Markup
import NIOCore

/// All addresses that begin with the same bits: 10.0.0.0/8 is `AddressBlock([10], 8)`.
struct AddressBlock: Sendable {
  private let prefix: [UInt8]
  private let length: Int

  /// - Parameters:
  ///   - prefix: the first bytes in network order; those left out are zero.
  ///   - length: how many bits count.
  init(_ prefix: [UInt8], _ length: Int) {
    self.prefix = prefix
    self.length = length
  }

  /// - Parameter bytes: a whole address, in network order.
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
  /// The address without its port, in network order; nil for a socket in the file system.
  var packedBytes: [UInt8]? {
    switch self {
    // Both systems lay them out alike: length or family, port, in IPv6 the flow, then the address.
    case .v4(let address): withUnsafeBytes(of: address.address) { Array($0[4..<8]) }
    case .v6(let address): withUnsafeBytes(of: address.address) { Array($0[8..<24]) }
    case .unixDomainSocket: nil
    }
  }
}
