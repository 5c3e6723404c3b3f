import Foundation
import NIOCore
import NIOPosix
import NIOSSL

/// Finds out why a certificate isn't trusted.
///
/// The TLS library gives no reason, so this starts the handshake again, looks at the certificate,
/// and aborts. It sends no request to the server.
enum TLSDiagnosis {
  /// Returns the certificate's fault as text for people, or nil if it can't be determined.
  /// - Parameters:
  ///   - address: the host name or address to connect to.
  ///   - host: the host whose certificate is requested.
  static func reason(address: String, port: Int, host: String) async -> String? {
    let loop = MultiThreadedEventLoopGroup.singleton.next()
    let found = loop.makePromise(of: ServerCertificate?.self)
    return await withTaskCancellationHandler {
      let connection = connect(to: address, port: port, host: host, on: loop, found: found)
      let certificate = try? await found.futureResult.get()
      connection.whenSuccess { $0.close(promise: nil) }
      return certificate?.fault(now: .now)
    } onCancel: {
      found.succeed(nil)
    }
  }

  private static func connect(
    to address: String, port: Int, host: String, on loop: any EventLoop,
    found: EventLoopPromise<ServerCertificate?>
  ) -> EventLoopFuture<any Channel> {
    let connection = ClientBootstrap(group: loop)
      .connectTimeout(.seconds(5))
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          let context = try NIOSSLContext(configuration: .makeClientConfiguration())
          let isName = (try? SocketAddress(ipAddress: host, port: 0)) == nil
          let handler = try NIOSSLClientHandler(
            context: context, serverHostname: isName ? host : nil,
            customVerificationCallback: { certificates, verdict in
              found.succeed(certificates.first.map(ServerCertificate.init))
              verdict.succeed(.failed)
            })
          try channel.pipeline.syncOperations.addHandler(handler)
        }
      }
      .connect(host: address, port: port)
    connection.whenSuccess { $0.closeFuture.whenComplete { _ in found.succeed(nil) } }
    connection.whenFailure { _ in found.succeed(nil) }
    return connection
  }
}
