import Foundation
import NIOConcurrencyHelpers
import NIOCore
import NIOPosix
import NIOSSL

/// What a server sends on one connection, byte by byte.
public struct ServerScript: Sendable {
  /// Bytes to send after a delay.
  public typealias Piece = (milliseconds: Int, bytes: [UInt8])
  public enum End: Sendable { case close, reset, hang }

  /// Sent to each client that connects.
  public var greeting: [Piece] = []
  /// Sent for each request on the connection.
  public var answer: @Sendable () -> [Piece] = { [] }
  /// What happens after the answer to a request.
  public var end = End.close

  public init() {}
}

/// A server that plays a script on each connection, with or without TLS.
public final class ScriptedServer: Sendable {
  private let channel: any Channel
  private let connections = NIOLockedValueBox<[ObjectIdentifier: any Channel]>([:])

  /// Starts on a free port of 127.0.0.1.
  /// - Parameters:
  ///   - usesTLS: whether to use the certificate of tls.test.
  ///   - protocols: what's spoken over TLS, the best first.
  ///   - script: returns the script for the next connection.
  public init(
    usesTLS: Bool = false, protocols: [String] = ["h2", "http/1.1"],
    _ script: @escaping @Sendable () -> ServerScript
  ) async throws {
    Turn.require(for: "a server")
    let context = usesTLS ? try Self.tls(protocols) : nil
    let connections = connections
    channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .serverChannelOption(.backlog, value: 256)
      .childChannelInitializer { child in
        child.eventLoop.makeCompletedFuture {
          let pipeline = child.pipeline.syncOperations
          if let context { try pipeline.addHandler(NIOSSLServerHandler(context: context)) }
          try pipeline.addHandler(ScriptedConnection(script(), connections: connections))
        }
      }
      .bind(host: "127.0.0.1", port: 0).get()
  }

  public var port: Int { channel.localAddress?.port ?? 0 }

  /// Stops listening and closes all connections.
  public func close() async throws {
    try await channel.close()
    for connection in connections.withLockedValue({ Array($0.values) }) {
      connection.close(promise: nil)
    }
  }

  private static func tls(_ protocols: [String]) throws -> NIOSSLContext {
    var configuration = TLSConfiguration.makeServerConfiguration(
      certificateChain: [
        .certificate(
          try NIOSSLCertificate(bytes: Array(TestCertificates.selfSigned.utf8), format: .pem))
      ],
      privateKey: .privateKey(
        try NIOSSLPrivateKey(bytes: Array(TestCertificates.key.utf8), format: .pem)))
    configuration.applicationProtocols = protocols
    return try NIOSSLContext(configuration: configuration)
  }
}

private final class ScriptedConnection: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private let script: ServerScript
  private let connections: NIOLockedValueBox<[ObjectIdentifier: any Channel]>
  private var received: [UInt8] = []

  init(
    _ script: ServerScript, connections: NIOLockedValueBox<[ObjectIdentifier: any Channel]>
  ) {
    self.script = script
    self.connections = connections
  }

  func channelActive(context: ChannelHandlerContext) {
    let channel = context.channel
    connections.withLockedValue { $0[ObjectIdentifier(channel)] = channel }
    // Closes the connection after a second, because a client that waits for more can't close a
    // connection that isn't set up yet.
    channel.eventLoop.scheduleTask(in: .seconds(1)) { channel.close(promise: nil) }
    Self.play(script.greeting[...], then: .hang, on: channel)
  }

  func channelInactive(context: ChannelHandlerContext) {
    let channel = context.channel
    connections.withLockedValue { $0[ObjectIdentifier(channel)] = nil }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    received += Array(buffer: unwrapInboundIn(data))
    while let end = received.firstRange(of: Array("\r\n\r\n".utf8)) {
      received.removeFirst(end.upperBound)
      Self.play(script.answer()[...], then: script.end, on: context.channel)
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

  private static func play(
    _ pieces: ArraySlice<ServerScript.Piece>, then end: ServerScript.End, on channel: any Channel
  ) {
    guard let piece = pieces.first else {
      switch end {
      case .hang: break
      case .close: channel.close(promise: nil)
      case .reset:
        let socket = channel as? any SocketOptionProvider
        socket?.setSoLinger(linger(l_onoff: 1, l_linger: 0))
          .whenComplete { _ in channel.close(promise: nil) }
      }
      return
    }
    let rest = pieces.dropFirst()
    let send: @Sendable () -> Void = {
      channel.writeAndFlush(ByteBuffer(bytes: piece.bytes)).whenSuccess {
        play(rest, then: end, on: channel)
      }
    }
    if piece.milliseconds == 0 {
      send()
    } else {
      channel.eventLoop.scheduleTask(in: .milliseconds(Int64(piece.milliseconds)), send)
    }
  }
}
