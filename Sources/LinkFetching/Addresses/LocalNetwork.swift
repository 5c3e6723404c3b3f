import Foundation
import LinkPreview
import Markup
import Synchronization

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
      .compactMap { entry -> InterfaceAddress? in
        guard let entry = entry?.pointee, let address = entry.ifa_addr else { return nil }
        return IPAddress(copying: address).map {
          InterfaceAddress(flags: entry.ifa_flags, address: $0)
        }
      }
      .contains { $0.leadsToOtherNetworks }
  }
}

/// An address of a network interface of this machine, and the state of the interface.
struct InterfaceAddress: Sendable {
  /// The flags of the interface, such as `IFF_UP`.
  let flags: UInt32
  let address: IPAddress

  /// Whether a connection from this address can leave the machine and its link.
  ///
  /// An address that's valid on its link only says nothing: macOS gives one to the interfaces of
  /// AirDrop and of its own tunnels (awdl0, llw0, utun0), which are up without any network, and a
  /// machine gives itself one when no router answers.
  var leadsToOtherNetworks: Bool {
    func has(_ flag: Int32) -> Bool { flags & UInt32(flag) != 0 }
    return has(Int32(IFF_UP)) && has(Int32(IFF_RUNNING)) && !has(Int32(IFF_LOOPBACK))
      && !SpecialAddresses.areLinkLocal(address.bytes)
  }
}

/// The hosts that couldn't be found since another host last answered.
///
/// A single missing host may be gone. Two different ones in a row mostly mean that no name can be
/// looked up: the machine is offline, though its network interface is up.
package final class MissingHosts: Sendable {
  /// The missing hosts of all fetches on the process's shared connections.
  package static let shared = MissingHosts()

  private struct State {
    var missing: [String] = []
    var lastFound: String?
    var version = 0
  }

  private let state = Mutex(State())
  private let resolver: NameResolver

  init(resolver: NameResolver = NameResolver()) { self.resolver = resolver }

  /// The number of different hosts in a row that have to be missing.
  private static let limit = 2

  /// Whether enough hosts are missing to conclude that none can be found.
  package var isEveryHostMissing: Bool {
    state.withLock { $0.missing.count >= Self.limit }
  }

  /// A number that changes when a host goes missing and when a host is found again.
  package var version: Int { state.withLock { $0.version } }

  /// Records the error of a request, if its host couldn't be found.
  func note(_ error: LinkMetadataError) {
    guard case .failed(.hostNotFound(let host)) = error else { return }
    state.withLock { state in
      guard state.missing.count < Self.limit, !state.missing.contains(host) else { return }
      state.missing.append(host)
      state.version += 1
    }
  }

  /// Records that a host answered.
  func recordResponse(from url: URL) {
    guard !url.isLoopback, let host = url.host(percentEncoded: false) else { return }
    state.withLock { state in
      state.lastFound = host
      guard !state.missing.isEmpty else { return }
      state.missing = []
      state.version += 1
    }
  }

  /// Looks up the missing hosts again, and hosts that are known to exist.
  package func lookAgain() async {
    let state = state.withLock { $0 }
    // example.com is reserved for examples (RFC 2606) and always has addresses.
    for host in state.missing + [state.lastFound ?? "", "example.com"] where !host.isEmpty {
      guard await !resolver.addresses(host).isEmpty else { continue }
      self.state.withLock { state in
        if !state.missing.isEmpty { state.version += 1 }
        state.missing = []
      }
      return
    }
  }
}

extension URL {
  /// Whether the URL's host is this machine, which needs no network.
  package var isLoopback: Bool {
    let host = host(percentEncoded: false)?.lowercased() ?? ""
    return host == "localhost" || host.hasSuffix(".localhost") || host.hasPrefix("127.")
      || host == "::1" || host == "[::1]"
  }
}
