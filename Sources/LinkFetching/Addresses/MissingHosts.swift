import Foundation
import LinkPreview
import NIOConcurrencyHelpers

/// The hosts that couldn't be found since the last answer of another one.
///
/// One missing host may be gone. Two different ones in a row mostly mean that names can't be looked
/// up at all: the machine is offline, though its network interface is up.
package final class MissingHosts: Sendable {
  /// Those of all fetches of the process on the shared connections.
  package static let shared = MissingHosts()

  private struct State {
    var missing: [String] = []
    var lastFound: String?
    var version = 0
  }

  private let state = NIOLockedValueBox(State())
  private let resolver: NameResolver

  init(resolver: NameResolver = NameResolver()) { self.resolver = resolver }

  /// How many different hosts have to be missing in a row.
  package static let limit = 2

  /// Whether no host is found.
  package var isEveryHostMissing: Bool {
    state.withLockedValue { $0.missing.count >= Self.limit }
  }

  /// Changes when a host is missing and when one is found again.
  package var version: Int { state.withLockedValue(\.version) }

  /// Notes how a request ended.
  func note(_ error: LinkMetadataError) {
    guard case .failed(.hostNotFound(let host)) = error else { return }
    state.withLockedValue { state in
      guard state.missing.count < Self.limit, !state.missing.contains(host) else { return }
      state.missing.append(host)
      state.version += 1
    }
  }

  /// Notes that a host has answered.
  func noteAnswer(from url: URL) {
    guard !url.isLoopback, let host = url.host(percentEncoded: false) else { return }
    state.withLockedValue { state in
      state.lastFound = host
      guard !state.missing.isEmpty else { return }
      state.missing = []
      state.version += 1
    }
  }

  /// Looks up some hosts again. Besides those that are missing, these are hosts that exist for
  /// sure.
  package func lookAgain() async {
    let state = state.withLockedValue(\.self)
    // A name for everybody's examples (RFC 2606), which has addresses.
    for host in state.missing + [state.lastFound ?? "", "example.com"] where !host.isEmpty {
      guard await !resolver.addresses(host).isEmpty else { continue }
      self.state.withLockedValue { state in
        if !state.missing.isEmpty { state.version += 1 }
        state.missing = []
      }
      return
    }
  }
}

extension URL {
  /// Whether its host is this machine, which needs no network.
  package var isLoopback: Bool {
    let host = host(percentEncoded: false)?.lowercased() ?? ""
    return host == "localhost" || host.hasSuffix(".localhost") || host.hasPrefix("127.")
      || host == "::1" || host == "[::1]"
  }
}
