import CNcurses
import CProcess
import Foundation
package import TerminalGrid

/// Asks the terminal at standard output without taking it over, for commands that only print.
package enum TerminalProbe {
  /// Returns the terminal's answers. They're empty if the terminal can't be asked: in the
  /// background, or if typed keys are waiting, which belong to the next program.
  ///
  /// Keys aren't echoed meanwhile. Ctrl-C and Ctrl-Z take effect afterwards, when the terminal's
  /// modes are restored.
  /// - Parameters:
  ///   - environment: contains `TERM` and the variables by which some terminals are recognised.
  ///   - limit: the time limit for the answers, also over a slow connection.
  package static func answers(
    to questions: TerminalQuestions, environment: [String: String],
    within limit: Duration = .seconds(2)
  ) async -> TerminalAnswers {
    let inquiry = TerminalInquiry(
      questions, family: TerminalFamily(environment: environment), cell: TerminalWindow.cell)
    guard inquiry.isPending else { return inquiry.answers }
    return await withCheckedContinuation { continuation in
      // Uses a separate thread, because reading blocks.
      Thread.detachNewThread {
        var probe = Probe(inquiry: inquiry)
        probe.run(until: .now + limit)
        continuation.resume(returning: probe.inquiry.answers)
        for number in probe.signals { kill(getpid(), number) }
      }
    }
  }

  /// Restores the terminal's modes at once, if an inquiry is under way. For programs that end on a
  /// signal.
  package static func restoreModes() { terminal_guard_restore_modes() }
}

/// One inquiry to the terminal.
private struct Probe {
  var inquiry: TerminalInquiry
  /// The signals whose keys were pressed.
  private(set) var signals: [Int32] = []
  private var parser = InputParser()

  init(inquiry: TerminalInquiry) {
    self.inquiry = inquiry
    parser.expectsReplies = true
  }

  mutating func run(until deadline: ContinuousClock.Instant) {
    guard let name = ttyname(STDOUT_FILENO) else { return }
    let terminal = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard terminal >= 0 else { return }
    defer { close(terminal) }
    var modes = termios()
    // The system would stop a background program that changes the modes.
    guard tcgetpgrp(terminal) == getpgrp(), tcgetattr(terminal, &modes) == 0 else { return }
    terminal_guard_arm(terminal, "", 0)
    parser.signals = InputParser.signalKeys
    let output = modes.c_oflag
    cfmakeraw(&modes)
    modes.c_oflag = output
    guard tcsetattr(terminal, TCSANOW, &modes) == 0 else { return terminal_guard_disarm() }
    defer {
      terminal_guard_restore_modes()
      terminal_guard_disarm()
    }
    // Keys that were typed before belong to the shell.
    var typed: Int32 = 0
    guard ioctl(terminal, Self.countRequest, &typed) == 0, typed == 0 else { return }
    guard send(inquiry.text, to: terminal) else { return }
    while inquiry.isPending, let bytes = read(from: terminal, until: deadline) { handle(bytes) }
    inquiry.expire()
  }

  /// FIONREAD. It's a macro in Darwin's headers that Swift can't read.
  #if canImport(Darwin)
    private static let countRequest: UInt = 0x4004_667F
  #else
    private static let countRequest = UInt(FIONREAD)
  #endif

  private func send(_ text: String, to terminal: Int32) -> Bool {
    let bytes = Array(text.utf8)
    return write(terminal, bytes, bytes.count) == bytes.count
  }

  /// Returns nil after the deadline, or if the terminal was closed.
  private func read(from terminal: Int32, until deadline: ContinuousClock.Instant) -> [UInt8]? {
    let millisecondsLeft = (deadline - .now) / .milliseconds(1)
    var state = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
    guard millisecondsLeft > 0, poll(&state, 1, Int32(millisecondsLeft.rounded(.up))) > 0 else {
      return nil
    }
    var buffer = [UInt8](repeating: 0, count: 256)
    let count = Foundation.read(terminal, &buffer, buffer.count)
    return count > 0 ? Array(buffer[..<count]) : nil
  }

  private mutating func handle(_ bytes: [UInt8]) {
    for input in parser.read(bytes) {
      switch input {
      case .reply(let reply): inquiry.take(reply)
      case .signal(let number): signals.append(number)
      case .key, .mouse, .pasted, .focused, .foreignLetter: break
      }
    }
  }
}
