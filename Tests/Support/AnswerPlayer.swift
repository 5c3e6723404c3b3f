import Foundation

/// Serves one connection of a ``FixtureServer``. Reads a request head, then plays the answer for its
/// path step by step. Answers further requests only if the answer says so.
struct AnswerPlayer {
  let connection: SocketConnection

  /// - Parameter answer: tells of a request, and returns the answer.
  func serve(_ answer: (FixtureServer.Request) -> Answer) throws {
    var answersLeft: Int?
    var end: ContinuousClock.Instant?
    while let head = try connection.head(until: end) {
      let path = head.split(separator: " ").dropFirst().first.map(String.init) ?? ""
      let request = FixtureServer.Request(path: path, head: head)
      let answer = answer(request)
      if answersLeft == 0 { return }
      guard let next = try play(answer.steps(for: request)) else { return }
      answersLeft = min(next.requests, answersLeft.map { $0 - 1 } ?? .max)
      end = next.end
    }
  }

  /// Plays an answer.
  /// - Returns: how many further requests the connection answers, and until when; nil if it ends.
  func play(
    _ steps: [Answer.Step]
  ) throws -> (requests: Int, end: ContinuousClock.Instant?)? {
    for step in steps {
      switch step {
      case .send(let bytes): try connection.send(bytes)
      case .wait(let milliseconds): try connection.pause(for: .milliseconds(milliseconds))
      case .gate(let gate): try connection.wait(for: gate)
      case .hang: try connection.hang()
      case .finish:
        connection.finish()
        try connection.hang()
      case .endless(let bytes): while true { try connection.send(bytes) }
      case .reset:
        connection.reset()
        return nil
      case .keepAlive(let requests, let milliseconds):
        return (requests, milliseconds.map { .now + .milliseconds($0) })
      }
    }
    return nil
  }
}
