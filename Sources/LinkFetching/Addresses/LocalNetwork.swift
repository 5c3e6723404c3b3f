import Foundation

/// The network interfaces of this machine.
package enum LocalNetwork {
  /// Whether any interface other than loopback is up and connected, and hosts can be found. If not,
  /// a host that can't be found may still exist. If so, the internet may still be out of reach.
  package static var isUp: Bool { hasInterface && !MissingHosts.shared.isEveryHostMissing }

  /// Whether the network is up, after looking hosts up again if none was found.
  package static func findsHosts() async -> Bool {
    if MissingHosts.shared.isEveryHostMissing { await MissingHosts.shared.lookAgain() }
    return isUp
  }

  private static var hasInterface: Bool {
    var first: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&first) == 0 else { return true }
    defer { freeifaddrs(first) }
    let interfaces = sequence(first: first, next: { $0?.pointee.ifa_next }).lazy
      .prefix { $0 != nil }
      .compactMap { $0?.pointee }
    return interfaces.contains { interface in
      guard let family = interface.ifa_addr?.pointee.sa_family,
        [AF_INET, AF_INET6].contains(Int32(family))
      else { return false }
      let flags = UInt32(interface.ifa_flags)
      func has(_ flag: UInt32) -> Bool { flags & flag != 0 }
      return has(UInt32(IFF_UP)) && has(UInt32(IFF_RUNNING)) && !has(UInt32(IFF_LOOPBACK))
    }
  }
}
