import Foundation
import LinkPreview
import Synchronization

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
