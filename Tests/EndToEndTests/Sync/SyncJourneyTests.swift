import Foundation
import TestSupport
import Testing

/// The exchange with another machine while the program runs.
@Suite(.timeLimit(.minutes(3)))
struct SyncJourneyTests {
  @Test("changes come and go by themselves, on a key, and at the end; the header has a sign")
  func exchanges() async throws {
    try await withTemporaryHome { other in
      let folder = other.file("shared").path(percentEncoded: false)
      let setUp = ["sync", "init", "--folder", folder]
      try await withTerminal { terminal in
        let home = terminal.home
        #expect(try await CommandRun(setUp, in: other).exitCode == 0)
        #expect(try await CommandRun(setUp, in: home).exitCode == 0)
        #expect(
          try await CommandRun(["saved", "add", "https://example.org/first"], in: other).exitCode
            == 0)
        #expect(try await CommandRun(["sync"], in: other).exitCode == 0)
        // After the first frame.
        try await terminal.runProgram("--images never")
        try await terminal.waitFor("⇅")
        try await terminal.press("g", "l")
        try await terminal.waitFor("example.org/first")
        // On a key.
        #expect(
          try await CommandRun(["saved", "add", "https://example.org/second"], in: other).exitCode
            == 0)
        #expect(try await CommandRun(["sync"], in: other).exitCode == 0)
        try await terminal.press("g", "y")
        try await terminal.waitFor("in step")
        try await terminal.waitFor("last change")
        try await terminal.press("r")
        try await terminal.press("q")
        try await terminal.waitFor("example.org/second")
        // What's removed is sent at the end, if not before.
        try await terminal.press("Home", "d")
        try await terminal.waitFor("Removed")
        try await terminal.quit()
      }
      let received = try await CommandRun(["sync"], in: other)
      #expect(received.lines == ["received 1 link, sent nothing"])
      #expect(try await CommandRun(["saved", "list"], in: other).lines.count == 1)
    }
  }
}
