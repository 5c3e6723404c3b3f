import Foundation
import NIOConcurrencyHelpers
import NIOCore

/// One connection. Reads a request head, then plays the answer for its path step by step. Answers
/// further requests only if the answer says so.
final class FixtureConnection: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private let routes: [String: Answer]
  private let greeting: Answer?
  private let log: NIOLockedValueBox<FixtureServer.Log>
  private let changes: Changes
  private var received = ""
  /// How many more requests to answer. Nil if further requests are ignored.
  private var answersLeft: Int? = 1
  private var hasKeptAlive = false

  init(
    routes: [String: Answer], greeting: Answer?, log: NIOLockedValueBox<FixtureServer.Log>,
    changes: Changes
  ) {
    self.routes = routes
    self.greeting = greeting
    self.log = log
    self.changes = changes
  }

  func channelActive(context: ChannelHandlerContext) {
    let channel = context.channel
    log.withLockedValue { log in
      log.connections[ObjectIdentifier(channel)] = channel
      log.connectionCount += 1
    }
    if let greeting {
      let nobody = FixtureServer.Request(path: "", head: "")
      Self.play(greeting.steps(for: nobody)[...], on: channel)
    }
  }

  func channelInactive(context: ChannelHandlerContext) {
    let channel = context.channel
    let waiters = log.withLockedValue { log in
      log.connections[ObjectIdentifier(channel)] = nil
      guard log.connections.isEmpty else { return [CheckedContinuation<Void, Never>]() }
      defer { log.waiters = [] }
      return log.waiters
    }
    for waiter in waiters { waiter.resume() }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    received += String(buffer: unwrapInboundIn(data))
    guard let answersLeft, let end = received.range(of: "\r\n\r\n") else { return }
    let head = String(received[..<end.lowerBound])
    received.removeSubrange(..<end.upperBound)
    let path = head.split(separator: " ").dropFirst().first.map(String.init) ?? ""
    let request = FixtureServer.Request(path: path, head: head)
    log.withLockedValue { $0.requests.append(request) }
    changes.report()
    guard answersLeft > 0 else { return context.close(promise: nil) }
    let steps = (routes[path] ?? routes["*"] ?? .status(404)).steps(for: request)
    self.answersLeft = steps.lazy.compactMap(\.furtherAnswers).first.map {
      hasKeptAlive ? min($0, answersLeft - 1) : $0
    }
    hasKeptAlive = true
    Self.play(steps[...], on: context.channel)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

  private static func play(_ steps: ArraySlice<Answer.Step>, on channel: any Channel) {
    guard let step = steps.first else {
      channel.close(promise: nil)
      return
    }
    let rest = steps.dropFirst()
    switch step {
    case .send(let bytes):
      channel.writeAndFlush(ByteBuffer(bytes: bytes)).whenSuccess { play(rest, on: channel) }
    case .wait(let milliseconds):
      channel.eventLoop.scheduleTask(in: .milliseconds(Int64(milliseconds))) {
        play(rest, on: channel)
      }
    case .gate(let gate):
      gate.pass { channel.eventLoop.execute { play(rest, on: channel) } }
    case .hang, .keepAlive(_, nil): break
    case .keepAlive(_, let milliseconds?):
      channel.eventLoop.scheduleTask(in: .milliseconds(Int64(milliseconds))) {
        channel.close(promise: nil)
      }
    case .finish: channel.close(mode: .output, promise: nil)
    case .endless(let bytes):
      // Waits for a later turn of the loop, because writes that finish immediately would otherwise
      // nest until the stack is full. What's only executed would run in the same turn, and keep the
      // loop from its other connections as long as the client reads.
      channel.writeAndFlush(ByteBuffer(bytes: bytes)).whenSuccess {
        channel.eventLoop.scheduleTask(in: .microseconds(50)) { play(steps, on: channel) }
      }
    case .reset:
      // Closing with a linger time of zero sends RST instead of FIN.
      let socket = channel as? any SocketOptionProvider
      socket?.setSoLinger(linger(l_onoff: 1, l_linger: 0))
        .whenComplete { _ in channel.close(promise: nil) }
    }
  }
}

extension Answer.Step {
  /// How many further requests the connection answers after the answer with this step.
  fileprivate var furtherAnswers: Int? {
    if case .keepAlive(let requests, _) = self { requests } else { nil }
  }
}
