import Foundation

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
