import Foundation
import LinkPreview
import Markup
import TestSupport

@testable import LinkFetching

extension AddressGuard {
  /// Treats 127.0.0.1 as a public address. 127.0.0.2 stays private.
  static let loopbackIsPublic = AddressGuard { address in
    address == IPAddress("127.0.0.1") || SpecialAddresses.areWithout(address.bytes)
  }
}

/// Whether 127.0.0.2 is a loopback address, as all of 127.0.0.0/8 is on Linux.
let hasSecondLoopback: Bool = {
  #if os(Linux)
    true
  #else
    false
  #endif
}()

/// Runs a body with its own connections.
/// - Parameter authorities: the trusted certificate authorities in PEM format.
func withConnections<Value>(
  addressGuard: AddressGuard = .loopbackIsPublic, environment: [String: String] = [:],
  names: [String: String] = [:], resolver: NameResolver? = nil, authorities: String? = nil,
  _ body: (Connections) async throws -> Value
) async throws -> Value {
  let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).pem")
  defer { try? FileManager.default.removeItem(at: file) }
  try authorities.map { try Data($0.utf8).write(to: file) }
  let connections = Connections(
    addressGuard: addressGuard, proxies: ProxySettings(environment: environment), names: names,
    resolver: resolver, authorities: authorities.map { _ in file.path() })
  return try await body(connections)
}

extension Connections {
  /// Fetches metadata as a program would.
  func metadata(
    for url: URL, _ change: (inout LinkMetadataRequest) -> Void = { _ in }
  ) async throws(LinkMetadataError) -> LinkMetadata {
    var request = LinkMetadataRequest(url: url)
    change(&request)
    return try await LinkMetadataProvider(connections: self).metadata(for: request)
  }

  func error(for url: URL) async -> LinkMetadataError? {
    do throws(LinkMetadataError) {
      _ = try await metadata(for: url)
      return nil
    } catch {
      return error
    }
  }
}

extension LinkMetadataProvider {
  convenience init(
    timeout: Duration = .seconds(30), clock: any Clock<Duration> = ContinuousClock(),
    connections: Connections
  ) {
    self.init(
      loader: PageLoader(
        configuration: .init(timeout: timeout), connections: connections, clock: clock))
  }
}

extension FetchStatistics {
  /// Fetches metadata, and counts what that takes.
  func metadata(
    for url: URL, by provider: LinkMetadataProvider = LinkMetadataProvider()
  ) async throws -> LinkMetadata {
    try await Self.$ofTask.withValue(self) { try await provider.metadata(for: url) }
  }
}

/// A clock that stands still until ``runOut()`` ends every sleep.
struct HeldClock: Clock {
  private let end: AsyncStream<Never>
  private let ender: AsyncStream<Never>.Continuation

  init() { (end, ender) = AsyncStream.makeStream(of: Never.self) }

  func runOut() { ender.finish() }

  var now: ContinuousClock.Instant { ContinuousClock.now }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
    for await _ in end {}
    try Task.checkCancellation()
  }
}
