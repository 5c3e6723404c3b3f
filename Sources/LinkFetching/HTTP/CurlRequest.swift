import Foundation

/// The methods of requests, which have no effect on the server.
enum HTTPMethod: Sendable { case get, head }

/// A request to one address, and how it reaches its host.
struct CurlRequest: Sendable {
  var method = HTTPMethod.get
  /// The address, without a fragment and credentials.
  var url: URL
  var headers: HTTPHeaders = [:]
  /// The cookies of earlier responses, each of which goes with a request to its own hosts and paths
  /// (RFC 6265).
  var cookies: [String] = []
  var proxy: ProxyServer?
  /// Refuses connections to other than public addresses. Nil allows all.
  var addressGuard: AddressGuard?
  /// The only addresses that the host, or the proxy, is connected to. Empty if they're in the URL.
  var addresses: [IPAddress] = []
  /// The address to connect to in place of the host. For tests.
  var connectedAddress: String?
  /// The trusted certificate authorities in PEM format, instead of the system's. For tests.
  var authorities: String?
  /// Whether no connection of an earlier request may be used.
  var isFresh = false
  /// Whether only the server's certificate is asked for, whether it's trusted or not, and no request
  /// is sent.
  var asksForCertificate = false

  /// The addresses as libcurl takes them, so that it looks up nothing itself, and no answer of a
  /// name server that changes in between counts.
  var pinnedAddresses: String? {
    guard !addresses.isEmpty else { return nil }
    let host = proxy?.host ?? url.connectedHost
    let port = proxy?.port ?? url.port ?? (url.scheme?.lowercased() == "https" ? 443 : 80)
    let list = addresses.map { $0.bytes.count == 16 ? "[\($0.text)]" : $0.text }
    return "+\(host):\(port):\(list.joined(separator: ","))"
  }
}
