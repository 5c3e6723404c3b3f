import Foundation
import Markup

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
    return sequence(first: first, next: { $0?.pointee.ifa_next }).lazy
      .prefix { $0 != nil }
      .compactMap { $0.flatMap { InterfaceAddress($0.pointee) } }
      .contains { $0.leadsToOtherNetworks }
  }
}

/// An address of a network interface of this machine, and the state of the interface.
struct InterfaceAddress: Sendable {
  /// The flags of the interface, such as `IFF_UP`.
  let flags: UInt32
  let address: IPAddress

  init(flags: UInt32, address: IPAddress) {
    self.flags = flags
    self.address = address
  }

  /// Returns nil for what isn't an address of the Internet Protocol.
  init?(_ interface: ifaddrs) {
    guard let pointer = interface.ifa_addr, let address = IPAddress(copying: pointer) else {
      return nil
    }
    self.init(flags: interface.ifa_flags, address: address)
  }

  /// Whether a connection from this address can leave the machine and its link.
  ///
  /// An address that's valid on its link only says nothing: macOS gives one to the interfaces of
  /// AirDrop and of its own tunnels (awdl0, llw0, utun0), which are up without any network, and a
  /// machine gives itself one when no router answers.
  var leadsToOtherNetworks: Bool {
    func has(_ flag: Int32) -> Bool { flags & UInt32(flag) != 0 }
    return has(Int32(IFF_UP)) && has(Int32(IFF_RUNNING)) && !has(Int32(IFF_LOOPBACK))
      && !SpecialAddresses.isLinkLocal(address)
  }
}
