import CNcurses
import CProcess
import Foundation
import TerminalGrid

/// Reads keys, pastes, the mouse and replies of the terminal, as events.
@MainActor
final class TerminalInput {
  private var parser = InputParser()
  private var lastPress: (x: Int, y: Int, time: ContinuousClock.Instant)?
  /// The events that were read but not returned yet.
  private var events: [TerminalEvent] = []
  private(set) var inquiry: TerminalInquiry
  /// When the terminal was asked.
  private let asked = ContinuousClock.now
  /// Whether the user asked for the screen to be drawn from scratch.
  var wantsRepaint = false
  /// How often something was read.
  private var readCount = 0
  /// The count when the latest pause began.
  private var countAtPause = 0
  /// Whether a letter was reported that the locale doesn't have.
  private var hasReportedLetter = false
  private let keyDelay: Duration

  /// Sends the terminal queries.
  init(
    asking inquiry: TerminalInquiry, isUTF8: Bool, keys: KeySequences,
    environment: [String: String]
  ) {
    self.inquiry = inquiry
    keyDelay = Self.keyDelay(environment)
    parser.letters = LetterDecoder(charset: isUTF8 ? .utf8 : rl_uses_ascii() ? .ascii : .locale)
    parser.keys = keys
    parser.hasOldMouseReports = rl_has_old_mouse_reports()
    parser.signals = InputParser.signalKeys
    parser.expectsReplies = inquiry.isPending
    rl_send(inquiry.text)
  }

  /// Returns the next event, or nil if there's no more input.
  func next() -> TerminalEvent? {
    while events.isEmpty {
      guard readMore() else { return nil }
    }
    return events.removeFirst()
  }

  /// Whether the other end of the terminal has been closed. poll and kqueue of macOS take a terminal,
  /// but not its other name /dev/tty, so StandardStreams.c opens it anew.
  static var isHungUp: Bool {
    var state = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    return poll(&state, 1, 0) > 0 && state.revents & Int16(POLLHUP | POLLERR | POLLNVAL) != 0
  }

  /// Reads what's there. Returns false if that's nothing.
  private func readMore() -> Bool {
    var state = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    guard poll(&state, 1, 0) > 0, state.revents & Int16(POLLIN) != 0 else { return false }
    var buffer = [UInt8](repeating: 0, count: 4_096)
    let count = read(STDIN_FILENO, &buffer, buffer.count)
    guard count > 0 else { return false }
    readCount += 1
    for input in parser.read(buffer[..<count]) { handle(input) }
    return true
  }

  private func handle(_ input: InputParser.Input) {
    switch input {
    case .key(let key):
      // By convention, Ctrl-L redraws the screen after something else has written on it.
      if key == .control("l") { wantsRepaint = true }
      events.append(.key(key))
    case .pasted(let paste):
      events.append(
        paste.isTooLong
          ? .pasteRefused(limit: PastedText.limit) : .pasted(paste.text))
    case .focused: events.append(.focused)
    case .mouse(let report): events.append(.mouse(event(report)))
    // Reaches the whole job, as from the terminal's driver, and comes back through TerminalSignals.
    case .signal(let number): kill(0, number)
    case .foreignLetter(let letter):
      if !hasReportedLetter { events.append(.letterRefused(letter)) }
      hasReportedLetter = true
    case .reply(let reply): handle(reply)
    }
  }

  private func handle(_ reply: TerminalReply) {
    // No reply follows this one.
    if case .attributes = reply { parser.expectsReplies = false }
    guard inquiry.isPending else { return }
    inquiry.take(reply)
    guard !inquiry.isPending else { return }
    events.append(.answered(inquiry.answers))
  }

  private func event(_ report: MouseReport) -> MouseEvent {
    switch report {
    case .scrolled(let rows): return .scrolled(rows: rows)
    case .pressed(let x, let y):
      let now = ContinuousClock.now
      // The double-click time of desktops.
      let isSecond = lastPress.map { $0.x == x && $0.y == y && now - $0.time < .milliseconds(400) }
      lastPress = isSecond == true ? nil : (x, y, now)
      return .pressed(x: x, y: y, count: isSecond == true ? 2 : 1)
    }
  }
}

extension InputParser {
  /// The control characters that stood for signals before the program took over the terminal.
  static var signalKeys: [UInt8: Int32] {
    let keys = [SIGINT, SIGQUIT, SIGTSTP].compactMap { number in
      UInt8(exactly: terminal_guard_signal_key(number)).map { ($0, number) }
    }
    return Dictionary(keys.filter { $0.0 < 0x20 && $0.0 != 0x1B }) { first, _ in first }
  }
}

/// What's unfinished.
extension TerminalInput {
  /// A pause after which what's unfinished ends, if nothing is read until then.
  struct Pause {
    let time: Duration
    fileprivate let readCount: Int
  }

  /// Returns the pause to wait for, or nil if nothing is unfinished, or if the pause was returned
  /// before.
  func newPause() -> Pause? {
    guard let unfinished = parser.unfinished, readCount != countAtPause else { return nil }
    countAtPause = readCount
    let time: Duration =
      switch unfinished {
      case .key: inquiry.isPending ? max(keyDelay, Self.replyDelay) : keyDelay
      // The rest of a reply can be in another packet.
      case .sequence: inquiry.isPending ? Self.packetDelay : keyDelay
      case .text: Self.textDelay
      }
    return Pause(time: time, readCount: readCount)
  }

  /// Ends what's unfinished, unless something was read since the pause began.
  func end(_ pause: Pause) {
    while readMore() {}
    if pause.readCount == readCount { endUnfinished() }
  }

  /// Ends what's unfinished.
  func endUnfinished() { for input in parser.pause() { handle(input) } }

  /// How long the other bytes of a key may take, as vim and others wait: over a network, packets
  /// come apart. `ESCDELAY` is ncurses' variable for it, in milliseconds.
  private static func keyDelay(_ environment: [String: String]) -> Duration {
    if let own = environment["ESCDELAY"].flatMap({ Int($0) }), (0...5_000).contains(own) {
      return .milliseconds(own)
    }
    return (environment["SSH_CONNECTION"] ?? "").isEmpty ? .milliseconds(50) : .milliseconds(100)
  }

  /// How long the other bytes of a reply may take after its first, and after a part of it that's no
  /// key.
  private static let replyDelay = Duration.milliseconds(100)
  private static let packetDelay = Duration.seconds(1)
  /// How long the rest of a paste, or of a letter of several bytes, may take.
  private static let textDelay = Duration.seconds(2)
}

/// Waiting for the terminal's answers.
extension TerminalInput {
  /// The maximum time for the terminal's answers, enough for a slow connection.
  private static let answerLimit = Duration.seconds(2)

  /// The time that the terminal still has to answer.
  var timeForAnswers: Duration { asked + Self.answerLimit - .now }

  /// Waits for the answers until the terminal has had `limit` since it was asked.
  func waitForAnswers(within limit: Duration) {
    let deadline = asked + min(limit, Self.answerLimit)
    while true {
      // Keys among the replies stay in the queue.
      while readMore() {}
      let millisecondsLeft = (deadline - .now) / .milliseconds(1)
      var state = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
      guard inquiry.isPending, millisecondsLeft > 0,
        poll(&state, 1, Int32(millisecondsLeft.rounded(.up))) > 0,
        state.revents & Int16(POLLIN) != 0, !Self.isHungUp
      else { return }
    }
  }

  /// Ends the inquiry after waiting for its replies, so that the next program doesn't read them as
  /// keys.
  func endInquiryPatiently() {
    guard inquiry.isPending else { return }
    waitForAnswers(within: Self.answerLimit)
    endInquiry()
  }

  /// Stops waiting for replies of the terminal. Later replies are dropped.
  func endInquiry() {
    guard inquiry.isPending else { return }
    inquiry.expire()
    endUnfinished()
    events.append(.answered(inquiry.answers))
  }
}
