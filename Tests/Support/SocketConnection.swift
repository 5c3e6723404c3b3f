import CTestTLS
import Foundation

/// A connection of a ``SocketServer``, to use on its thread. Everything that waits goes on reading, and
/// throws when either side closes the connection.
public final class SocketConnection {
  private let descriptor: Int32
  private let tls: UnsafeMutableRawPointer?
  private var received: [UInt8] = []
  private var isReset = false
  /// When to close the connection at the latest.
  public var deadline: ContinuousClock.Instant?

  public struct Closed: Error {}

  init(_ descriptor: Int32, tls: UnsafeMutableRawPointer?) {
    self.descriptor = descriptor
    self.tls = tls
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    var isOn: Int32 = 1
    setsockopt(
      descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, socklen_t(MemoryLayout<Int32>.size))
  }

  /// Returns what comes before the next empty line, or nil if none has come in time.
  public func head(until time: ContinuousClock.Instant? = nil) throws -> String? {
    while true {
      if let end = received.firstRange(of: Array("\r\n\r\n".utf8)) {
        defer { received.removeSubrange(..<end.upperBound) }
        return String(decoding: received[..<end.lowerBound], as: UTF8.self)
      }
      guard try receive(until: time) else { return nil }
    }
  }

  /// Returns the next bytes, when so many have come.
  public func body(count: Int) throws -> [UInt8] {
    while received.count < count { _ = try receive() }
    defer { received.removeFirst(count) }
    return Array(received.prefix(count))
  }

  public func send(_ bytes: [UInt8]) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { bytes in
        if let tls { return Int(testtls_write(tls, bytes.baseAddress, Int32(bytes.count))) }
        return result(
          Foundation.write(descriptor, bytes.baseAddress, bytes.count), orWaits: TestTLSNeedsWriting
        )
      }
      if count > 0 { rest.removeFirst(count) } else { _ = try wait(after: count) }
    }
  }

  public func pause(for duration: Duration) throws {
    let end = ContinuousClock.now + duration
    while try receive(until: end) {}
  }

  public func wait(for gate: AsyncGate) throws {
    let end = gate.descriptor()
    defer { close(end) }
    while try receive(orUntil: end) {}
  }

  /// Stays connected until the other side closes the connection, and takes no notice of what comes.
  public func hang() throws -> Never {
    while true {
      _ = try receive()
      received = []
    }
  }

  /// Tells the client that nothing more comes.
  public func finish() {
    if let tls { testtls_finish(tls) }
    shutdown(descriptor, Int32(SHUT_WR))
  }

  /// Has the connection end with a reset.
  public func reset() {
    isReset = true
    // Closing with a linger time of zero sends RST instead of FIN.
    var option = linger(l_onoff: 1, l_linger: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
  }

  /// Ends what the server closes then.
  func end() {
    defer { if let tls { testtls_free(tls) } }
    if isReset { return }
    // Waits for the client's farewell over TLS. Closing with unread bytes would be a reset.
    deadline = .now + (tls == nil ? .zero : .seconds(1))
    if let tls { testtls_finish(tls) }
    _ = try? hang()
    shutdown(descriptor, Int32(SHUT_RDWR))
  }

  /// Reads what has come, or waits for it.
  /// - Returns: false if nothing came until a time, or until a descriptor was readable.
  private func receive(
    until time: ContinuousClock.Instant? = nil, orUntil other: Int32 = -1
  ) throws -> Bool {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = buffer.withUnsafeMutableBytes { bytes in
        if let tls { return Int(testtls_read(tls, bytes.baseAddress, Int32(bytes.count))) }
        return result(
          Foundation.read(descriptor, bytes.baseAddress, bytes.count), orWaits: TestTLSNeedsReading)
      }
      if count > 0 {
        received += buffer[..<count]
        return true
      }
      guard try wait(after: count, until: time, orUntil: other) else { return false }
    }
  }

  private func result(_ count: Int, orWaits need: Int) -> Int {
    count < 0 ? ([EAGAIN, EINTR].contains(errno) ? need : 0) : count
  }

  /// Waits until what didn't work can work.
  private func wait(
    after result: Int, until time: ContinuousClock.Instant? = nil, orUntil other: Int32 = -1
  ) throws -> Bool {
    guard result < 0 else { throw Closed() }
    let need = Int16(result == TestTLSNeedsWriting ? POLLOUT : POLLIN)
    let end = [time, deadline].compactMap(\.self).min()
    while true {
      let rest = end.map { max(0, ($0 - .now) / .milliseconds(1)).rounded(.up) } ?? -1
      var events = [
        pollfd(fd: descriptor, events: need, revents: 0),
        pollfd(fd: other, events: Int16(POLLIN), revents: 0),
      ]
      let count = poll(&events, 2, Int32(rest))
      if count == 0, let deadline, deadline <= .now { throw Closed() }
      if count >= 0 { return events[0].revents != 0 }
    }
  }
}
