import CNcurses
import Foundation
import RayletteApp

/// Reads keys, pastes, the mouse and replies of the terminal from ncurses, as actions.
@MainActor
final class TerminalInput {
  var decoder = KeyDecoder()
  /// The text that's being pasted, until the paste ends.
  private var paste: PastedText?
  private var lastPress: (x: Int, y: Int, time: ContinuousClock.Instant)?
  /// A special key that was read where a character was expected.
  private var putBack: (code: Int32, isSpecial: Bool)?
  /// The actions that were read but not returned yet.
  var actions: [Action] = []
  var inquiry: TerminalInquiry
  /// When the terminal was asked.
  let asked = ContinuousClock.now
  /// Whether the user asked for the screen to be drawn from scratch.
  var wantsRepaint = false

  /// Sends the terminal queries.
  init(asking inquiry: TerminalInquiry) {
    self.inquiry = inquiry
    decoder.expectsReplies = inquiry.isPending
    rl_send(inquiry.text)
  }

  /// Returns the next action, or nil if there's no more input.
  func next() -> Action? {
    while actions.isEmpty {
      guard readMore() else { return nil }
    }
    return actions.removeFirst()
  }

  /// Whether the other end of the terminal has been closed. poll and kqueue of macOS take a terminal,
  /// but not its other name /dev/tty, so StandardStreams.c opens it anew.
  static var isHungUp: Bool {
    var state = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    return poll(&state, 1, 0) > 0 && state.revents & Int16(POLLHUP | POLLERR | POLLNVAL) != 0
  }

  /// Whether an Esc is held back, because it may be the first byte of a reply.
  var holdsEscape: Bool { decoder.holdsEscape }

  /// Turns an Esc that was held back into a key.
  func releaseEscape() {
    if let key = decoder.takeHeldEscape() { actions.append(.keyPressed(key)) }
  }

  /// Reads a character or a special key. Returns false if there's none.
  func readMore() -> Bool {
    guard let (code, isSpecial) = readKey() else { return false }
    if isSpecial {
      releaseEscape()
      handle(special: code)
    } else if paste != nil, decoder.isAtGround, code != 0x1B {
      // A pasted address must not run as commands.
      paste?.append(code)
    } else {
      if code == Self.redrawKey, paste == nil { wantsRepaint = true }
      for input in decoder.decode(code, next: nextCharacter) { handle(input) }
    }
    return true
  }

  private func handle(special code: Int32) {
    switch code {
    case Self.pasteBegin: paste = PastedText()
    case Self.pasteEnd:
      if let paste { actions.append(.pasted(paste.text)) }
      paste = nil
    case _ where paste != nil: break
    case Self.focusIn: actions.append(.program(.focused))
    case Self.mouseKey:
      if let event = readMouse() { actions.append(.mouse(event)) }
    default:
      if let key = Key(special: code) { actions.append(.keyPressed(key)) }
    }
  }

  private func handle(_ input: KeyDecoder.Input) {
    switch input {
    case .key(let key): if paste == nil { actions.append(.keyPressed(key)) }
    case .reply(let reply):
      guard inquiry.isPending else { return }
      inquiry.take(reply)
      guard !inquiry.isPending else { return }
      decoder.expectsReplies = false
      actions.append(.program(.terminalAnswered(inquiry.answers)))
    }
  }

  private func readKey() -> (code: Int32, isSpecial: Bool)? {
    if let key = putBack {
      putBack = nil
      return key
    }
    var isSpecial = false
    let code = rl_read_key(&isSpecial)
    return code >= 0 ? (code, isSpecial) : nil
  }

  /// Reads the next character of a sequence, if it's already available.
  private func nextCharacter() -> Int32? {
    guard let key = readKey() else { return nil }
    if !key.isSpecial { return key.code }
    putBack = key
    return nil
  }

  private func readMouse() -> MouseEvent? {
    var (x, y) = (Int32(0), Int32(0))
    switch UInt32(bitPattern: rl_read_mouse(&x, &y)) {
    case RL_MOUSE_WHEEL_UP.rawValue: return .scrolled(rows: -3)
    case RL_MOUSE_WHEEL_DOWN.rawValue: return .scrolled(rows: 3)
    case RL_MOUSE_PRESS.rawValue:
      let (x, y, now) = (Int(x), Int(y), ContinuousClock.now)
      // The double-click time of desktops.
      let isSecond = lastPress.map { $0.x == x && $0.y == y && now - $0.time < .milliseconds(400) }
      lastPress = isSecond == true ? nil : (x, y, now)
      return .pressed(x: x, y: y, count: isSecond == true ? 2 : 1)
    default: return nil
    }
  }

  private static let mouseKey = Int32(bitPattern: RL_KEY_MOUSE.rawValue)
  private static let pasteBegin = Int32(bitPattern: RL_PASTE_BEGIN.rawValue)
  private static let pasteEnd = Int32(bitPattern: RL_PASTE_END.rawValue)
  private static let focusIn = Int32(bitPattern: RL_FOCUS_IN.rawValue)

  /// Ctrl-L: by convention, redraws the screen after something else has written on it.
  private static let redrawKey: Int32 = 0x0C
}

/// Waiting for the terminal's answers.
extension TerminalInput {
  /// The maximum time for the terminal's answers, enough for a slow connection.
  private static let answerLimit = Duration.seconds(2)
  /// The maximum time between the first and the last byte of a reply.
  static let replyLimit = Duration.milliseconds(100)

  /// The time that the terminal still has to answer.
  var timeForAnswers: Duration { asked + Self.answerLimit - .now }

  /// Waits for the answers until the terminal has had `limit` since it was asked.
  func waitForAnswers(within limit: Duration) { waitForAnswers(until: asked + limit) }

  private func waitForAnswers(until deadline: ContinuousClock.Instant) {
    while true {
      // Keys among the replies stay in the queue.
      while readMore() {}
      let millisecondsLeft = (deadline - .now) / .milliseconds(1)
      var state = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
      guard inquiry.isPending, millisecondsLeft > 0,
        poll(&state, 1, Int32(millisecondsLeft.rounded(.up))) > 0,
        state.revents & Int16(POLLIN) != 0
      else { return }
    }
  }

  /// Ends the inquiry after waiting a moment for pending replies, so that the next program doesn't
  /// read them as keys.
  func endInquiryPatiently() {
    guard inquiry.isPending else { return }
    waitForAnswers(until: .now + min(Self.replyLimit, timeForAnswers))
    endInquiry()
  }

  /// Stops waiting for replies of the terminal. Later replies are dropped.
  func endInquiry() {
    guard inquiry.isPending else { return }
    inquiry.expire()
    decoder.expectsReplies = false
    releaseEscape()
    actions.append(.program(.terminalAnswered(inquiry.answers)))
  }
}
