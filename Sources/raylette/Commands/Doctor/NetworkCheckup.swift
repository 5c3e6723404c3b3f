import Foundation
import LinkFetching
import LinkPreview
import Localization

/// Checks what fetches pages, the proxies, and whether the machine is online. Sends nothing.
struct NetworkCheckup {
  let environment: [String: String]
  var library = WebLibrary.installed
  /// Whether the system has a route to public addresses.
  var hasRoute = Route.isKnown(to: .v4) || Route.isKnown(to: .v6)

  var findings: [Finding] {
    let proxies = ["http", "https"].map { proxy($0) }
    return [client] + proxies.map(\.finding) + [
      network(hasProxy: proxies.contains(where: \.isUsed))
    ]
  }

  private var client: Finding {
    switch library {
    case .usable(let version, let tls): Finding(.ok, "libcurl", "\(version) (\(tls))")
    case .tooOld(let version):
      Finding(
        .broken, "libcurl", localized("\(version) is too old, so nothing can be fetched"),
        advice: localized("install version 7.85 or later of the package libcurl4"))
    case .missing:
      Finding(
        .broken, "libcurl", localized("missing, so nothing can be fetched"),
        advice: localized("install the package libcurl4"))
    }
  }

  private func proxy(_ scheme: String) -> (finding: Finding, isUsed: Bool) {
    let subject = localized("\(scheme) proxy")
    // The host is never looked up: it only stands for addresses that no_proxy doesn't name.
    guard let url = URL(string: "\(scheme)://host.invalid/") else {
      return (Finding(.ok, subject, Self.none), false)
    }
    do throws(LinkMetadataError) {
      guard let proxy = try ProxySettings(environment: environment).proxy(for: url) else {
        return (Finding(.ok, subject, Self.none), false)
      }
      // Leaves out the user name and the password, because people paste this into reports.
      let kind = proxy.kind == .socks ? "SOCKS" : "HTTP"
      return (Finding(.ok, subject, "\(proxy.host):\(proxy.port) (\(kind))"), true)
    } catch {
      let finding = Finding(
        .broken, subject, error.detail ?? error.sentence,
        advice: localized("set it to http://HOST:PORT or socks5://HOST:PORT, or unset it"))
      return (finding, false)
    }
  }

  private static var none: String { localized("none", context: "proxy") }

  private func network(hasProxy: Bool) -> Finding {
    let subject = localized("network")
    let checked = localized("looked at the routing table only, and sent nothing")
    if hasRoute {
      return Finding(.ok, subject, localized("there's a route to the internet (\(checked))"))
    }
    return Finding(
      .limited, subject,
      hasProxy
        ? localized("no route to the internet but through the proxy (\(checked))")
        : localized("offline: no route to the internet (\(checked))"),
      advice: hasProxy
        ? nil : localized("connect to a network; cached cards and saved links work without"))
  }
}

/// Whether the routing table leads to public addresses.
enum Route {
  enum Family { case v4, v6 }

  /// Connects a UDP socket, which sends nothing: the system only looks for a route. The addresses
  /// are reserved for documentation (RFC 5737, RFC 3849), so they belong to nobody.
  static func isKnown(to family: Family) -> Bool {
    var hints = addrinfo()
    hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV
    hints.ai_socktype = datagram
    var list: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(family == .v4 ? "192.0.2.1" : "2001:db8::1", "9", &hints, &list) == 0,
      let address = list?.pointee
    else { return false }
    defer { freeaddrinfo(list) }
    let descriptor = socket(address.ai_family, datagram, 0)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return connect(descriptor, address.ai_addr, address.ai_addrlen) == 0
  }

  #if os(Linux)
    private static let datagram = Int32(SOCK_DGRAM.rawValue)
  #else
    private static let datagram = SOCK_DGRAM
  #endif
}
