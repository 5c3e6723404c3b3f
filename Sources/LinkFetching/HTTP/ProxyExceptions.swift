import Foundation
import NIOCore

/// The hosts in `no_proxy`, by curl's rules: `*`, a host with all its subdomains, or an address
/// block, each with or without a port.
struct ProxyExceptions: Sendable {
  private let entries: [Entry]

  fileprivate struct Entry: Sendable {
    var host: String
    var port: Int?
  }

  init(_ text: String) {
    entries = text.split { $0 == "," || $0.isWhitespace }.map { Entry(String($0).lowercased()) }
  }

  /// Whether `url` is fetched directly. This machine always is, because a proxy would reach itself
  /// instead.
  func cover(_ url: URL) -> Bool {
    guard var host = url.host(percentEncoded: false)?.lowercased() else { return false }
    host = host.trimmingCharacters(in: ["[", "]"])
    if host.hasSuffix(".") { host.removeLast() }
    if host == "localhost" || host.hasSuffix(".localhost") || host == "::1" { return true }
    let address = try? SocketAddress(ipAddress: host, port: 0)
    if address != nil, host.hasPrefix("127.") { return true }
    let port = url.port ?? (url.scheme?.lowercased() == "https" ? 443 : 80)
    return entries.contains { entry in
      (entry.port == nil || entry.port == port) && entry.covers(host, address: address)
    }
  }
}

extension ProxyExceptions.Entry {
  fileprivate init(_ text: String) {
    if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
      host = String(text[text.index(after: text.startIndex)..<end])
      port = Int(text[end...].dropFirst(2))
    } else if text.filter({ $0 == ":" }).count == 1, let colon = text.firstIndex(of: ":"),
      let port = Int(text[colon...].dropFirst())
    {
      host = String(text[..<colon])
      self.port = port
    } else {
      host = text
    }
    if host.hasPrefix("*.") { host.removeFirst() }
    if host.hasPrefix(".") { host.removeFirst() }
    if host.hasSuffix(".") { host.removeLast() }
  }

  fileprivate func covers(_ name: String, address: SocketAddress?) -> Bool {
    if host == "*" || host == name { return true }
    guard let address else { return !host.isEmpty && name.hasSuffix("." + host) }
    guard let slash = host.firstIndex(of: "/"), let length = Int(host[slash...].dropFirst()),
      let block = try? SocketAddress(ipAddress: String(host[..<slash]), port: 0)
    else { return (try? SocketAddress(ipAddress: host, port: 0)) == address }
    guard let prefix = block.packedBytes, let bytes = address.packedBytes,
      prefix.count == bytes.count, (0...prefix.count * 8).contains(length)
    else { return false }
    return AddressBlock(prefix, length).contains(bytes)
  }
}
