import Foundation
import Testing

/// A session with what's heard after each key, as in `session.txt`: a line with the keys, and below
/// it the utterances, indented.
struct Transcript {
  struct Step {
    let keys: String
    let heard: [String]

    /// What the terminal sends for the keys.
    var typed: String {
      switch keys {
      case "start", "wait": ""
      case "Space": " "
      case "Enter": "\r"
      case "Escape": "\u{1B}"
      case "Tab": "\t"
      case "Down": "\u{1B}[B"
      default: keys
      }
    }
  }

  private(set) var steps: [Step] = []

  static let url = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "session.txt")

  init() throws {
    var lines = try String(contentsOf: Self.url, encoding: .utf8).split(separator: "\n")[...]
    while let keys = lines.popFirst() {
      let heard = lines.prefix { $0.hasPrefix("  ") }
      lines = lines.dropFirst(heard.count)
      if keys.hasPrefix("//") { continue }
      steps.append(Step(keys: String(keys), heard: heard.map { String($0.dropFirst(2)) }))
    }
  }
}
