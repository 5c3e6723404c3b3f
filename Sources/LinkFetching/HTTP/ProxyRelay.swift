import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1

/// Puts the absolute URL into the request line, which proxies require (RFC 9112, section 3.2.2).
///
/// AsyncHTTPClient only asks proxies for tunnels, which many refuse to port 80. So the request is
/// made to the proxy as if it were the host, and this handler corrects its first line.
final class ProxyRelay: ChannelOutboundHandler {
  typealias OutboundIn = HTTPClientRequestPart
  typealias OutboundOut = HTTPClientRequestPart

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    var part = unwrapOutboundIn(data)
    if case .head(var head) = part, let host = head.headers.first(name: "Host") {
      head.uri = "http://\(host)\(head.uri)"
      part = .head(head)
    }
    context.write(wrapOutboundOut(part), promise: promise)
  }

  static func add(to channel: any Channel) throws {
    let pipeline = channel.pipeline.syncOperations
    let encoder = try pipeline.handler(type: HTTPRequestEncoder.self)
    try pipeline.addHandler(ProxyRelay(), position: .after(encoder))
  }

  /// Returns the request as it's sent to `proxy`.
  static func request(for url: URL, through proxy: ProxyServer) -> HTTPClientRequest? {
    guard var parts = URLComponents(url: url, resolvingAgainstBaseURL: true),
      let host = parts.encodedHost
    else { return nil }
    let target = parts.port.map { "\(host):\($0)" } ?? host
    parts.host = proxy.host.contains(":") ? "[\(proxy.host)]" : proxy.host
    parts.port = proxy.port
    guard let address = parts.string else { return nil }
    var request = HTTPClientRequest(url: address)
    request.headers.add(name: "Host", value: target)
    if let authorization = proxy.authorization {
      request.headers.add(name: "Proxy-Authorization", value: authorization)
    }
    return request
  }
}
