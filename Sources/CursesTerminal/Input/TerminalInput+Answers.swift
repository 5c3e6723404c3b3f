import Foundation
import RayletteApp

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
