import Foundation
import RayletteApp

/// Waiting for the terminal's answers.
extension TerminalInput {
  /// How long the terminal may take to answer, also over a slow connection.
  private static let answerLimit = Duration.seconds(2)
  /// How long the rest of a reply may take after its first byte.
  static let replyLimit = Duration.milliseconds(100)

  /// How long the terminal still has to answer.
  var timeForAnswers: Duration { asked + Self.answerLimit - .now }

  /// Waits for the answers until the terminal has had `limit` since it was asked.
  func waitForAnswers(within limit: Duration) { waitForAnswers(until: asked + limit) }

  private func waitForAnswers(until deadline: ContinuousClock.Instant) {
    while true {
      // Keys that are among the replies aren't taken yet.
      while readMore() {}
      let rest = (deadline - .now) / .milliseconds(1)
      var state = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
      guard inquiry.isPending, rest > 0, poll(&state, 1, Int32(rest.rounded(.up))) > 0,
        state.revents & Int16(POLLIN) != 0
      else { return }
    }
  }

  /// Ends the inquiry after a moment for replies that are still due, so that the next program
  /// doesn't get them as keys.
  func endInquiryPatiently() {
    guard inquiry.isPending else { return }
    waitForAnswers(until: .now + min(Self.replyLimit, timeForAnswers))
    endInquiry()
  }

  /// Stops waiting for replies of the terminal. Later ones are dropped.
  func endInquiry() {
    guard inquiry.isPending else { return }
    inquiry.expire()
    decoder.expectsReplies = false
    releaseEscape()
    actions.append(.terminalAnswered(inquiry.answers))
  }
}
