import CCurl
import Foundation
import LinkPreview
import Synchronization

/// Sends requests with libcurl, on a thread that ends when there's nothing left to do.
final class CurlClient: Sendable {
  private enum Command: Sendable {
    case start(CurlRequest, Exchange)
    case cancel(Exchange)
    case resume(Exchange)
  }

  private struct Inbox {
    var commands: [Command] = []
    var hasThread = false
    /// Wakes the thread. It's used inside the lock, because the thread may end after it.
    var waker: CurlWaker?
  }

  private let inbox = Mutex(Inbox())

  /// How long connections stay open that nothing uses.
  private static let idleTime = Duration.seconds(10)

  /// Begins a request.
  func start(_ request: CurlRequest) -> ResponseBody {
    let (parts, input) = AsyncThrowingStream.makeStream(of: Exchange.Part.self)
    let exchange = Exchange(input)
    input.onTermination = { end in
      if case .cancelled = end { self.put(.cancel(exchange)) }
    }
    put(.start(request, exchange), beginsThread: true)
    return ResponseBody(parts: parts, exchange: exchange, client: self)
  }

  /// Goes on with a response whose reader has made room.
  func resume(_ exchange: Exchange) { put(.resume(exchange)) }

  private func put(_ command: Command, beginsThread: Bool = false) {
    let needsThread = inbox.withLock { inbox in
      guard inbox.hasThread || beginsThread else { return false }
      inbox.commands.append(command)
      if let waker = inbox.waker { ccurl_wake(waker) }
      defer { inbox.hasThread = true }
      return !inbox.hasThread
    }
    if needsThread { Thread.detachNewThread { self.run() } }
  }

  // MARK: - On the thread

  private func run() {
    ccurl_block_sigpipe()
    let multi = ccurl_load() == CurlStateLoaded ? ccurl_multi_init() : nil
    var transfers = CurlTransfers(multi)
    inbox.withLock { $0.waker = multi.map { CurlWaker(multi: $0) } }
    var lastUse = ContinuousClock.now
    while true {
      let commands = inbox.withLock { inbox in
        defer { inbox.commands = [] }
        return inbox.commands
      }
      for command in commands {
        switch command {
        case .start(let request, let exchange): transfers.start(request, exchange)
        case .cancel(let exchange): transfers.remove(exchange)
        case .resume(let exchange): transfers.resume(exchange)
        }
      }
      transfers.perform()
      if !commands.isEmpty || !transfers.isEmpty { lastUse = .now }
      let isOver = ContinuousClock.now - lastUse >= Self.idleTime
      if transfers.isEmpty, isOver || multi == nil, leave() { break }
      if let multi { ccurl_multi_poll(multi, transfers.isEmpty ? 10_000 : 60_000) }
    }
    if let multi { ccurl_multi_cleanup(multi) }
  }

  /// Gives the thread up, unless there's something to do.
  private func leave() -> Bool {
    inbox.withLock { inbox in
      guard inbox.commands.isEmpty else { return false }
      inbox.waker = nil
      inbox.hasThread = false
      return true
    }
  }
}

/// The transfers under way.
private struct CurlTransfers {
  /// Nil if there's no libcurl.
  private let multi: UnsafeMutableRawPointer?
  private var transfers: [ObjectIdentifier: CurlTransfer] = [:]

  /// How many connections to a host, or a proxy, are open at once.
  private static let hostLimit = 8
  private static let connectionLimit = 64

  init(_ multi: UnsafeMutableRawPointer?) {
    self.multi = multi
    guard let multi else { return }
    ccurl_multi_set_number(multi, Int32(CurlMultiOptionMaxConnects), Self.connectionLimit)
    ccurl_multi_set_number(multi, Int32(CurlMultiOptionMaxHostConnections), Self.hostLimit)
  }

  var isEmpty: Bool { transfers.isEmpty }

  mutating func start(_ request: CurlRequest, _ exchange: Exchange) {
    guard let multi else { return exchange.end(throwing: WebLibrary.installed.error) }
    guard let transfer = CurlTransfer(request, exchange: exchange),
      ccurl_multi_add(multi, transfer.handle)
    else { return exchange.end(throwing: CurlFailure(code: 27)) }
    transfers[ObjectIdentifier(exchange)] = transfer
  }

  mutating func remove(_ exchange: Exchange) {
    guard let multi, let transfer = transfers.removeValue(forKey: ObjectIdentifier(exchange)) else {
      return
    }
    ccurl_multi_remove(multi, transfer.handle)
  }

  func resume(_ exchange: Exchange) {
    guard let transfer = transfers[ObjectIdentifier(exchange)] else { return }
    transfer.isFull = false
    guard transfer.isPaused else { return }
    transfer.isPaused = false
    ccurl_easy_pause(transfer.handle, false)
  }

  /// Sends and receives what can be without waiting, and hands over what has ended.
  mutating func perform() {
    guard let multi else { return }
    ccurl_multi_perform(multi)
    var result: Int32 = 0
    while let handle = ccurl_multi_next_ended(multi, &result) {
      guard let transfer = transfers.values.first(where: { $0.handle == handle }) else { continue }
      transfer.end(result)
      remove(transfer.exchange)
    }
    // Not while a piece is received, because libcurl would keep what the rest inflates to.
    for transfer in transfers.values where transfer.isFull && !transfer.isPaused {
      transfer.isPaused = true
      ccurl_easy_pause(transfer.handle, true)
    }
  }
}

/// libcurl, as it's installed here. It isn't part of the program, so that the system updates it.
package enum WebLibrary: Equatable, Sendable {
  /// It can fetch pages.
  case usable(version: String, tls: String)
  case tooOld(version: String)
  case missing

  /// Looks for it, which takes a few milliseconds the first time.
  package static var installed: WebLibrary {
    let version = { String(cString: ccurl_version()) }
    return switch ccurl_load() {
    case CurlStateLoaded: .usable(version: version(), tls: String(cString: ccurl_tls_version()))
    case CurlStateTooOld: .tooOld(version: version())
    default: .missing
    }
  }

  /// The error of a request that it can't send.
  fileprivate var error: LinkMetadataError {
    if case .tooOld(let version) = self { return .failed(.unusableLibrary(version: version)) }
    return .failed(.unusableLibrary(version: nil))
  }
}
