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

  @Test(
    "of three programs on one place, each shows what the others save, tag and remove",
    arguments: SharedRemoteKind.allCases)
  func threePrograms(_ kind: SharedRemoteKind) async throws {
    try await withSharedRemote(kind) { shared in
      try await withTerminal { first in
        try await withTerminal { second in
          try await withTerminal { third in
            let all = [first, second, third]
            for terminal in all {
              let place = kind == .git ? [shared.path] : ["--folder", shared.path]
              let begun = try await CommandRun(["sync", "init"] + place, in: terminal.home)
              try #require(begun.exitCode == 0, "\(begun.error)")
              try await terminal.runProgram("--images never")
              try await terminal.waitFor("⇅")
              try await terminal.press("g", "l")
            }
            for (number, terminal) in all.enumerated() {
              try await terminal.press("a")
              try await terminal.waitFor("enter")
              try await terminal.paste("https://saved-\(number).invalid/")
              try await terminal.press("Enter")
              for other in all {
                try await Self.waitFor("saved-\(number).invalid", on: other)
              }
            }
            try await second.press("t")
            try await second.waitFor("Tags of")
            try await second.paste("seen")
            try await second.press("Enter")
            for other in all { try await Self.waitFor("#seen", on: other) }
            try await third.press("Home", "d")
            for other in all { try await Self.waitFor("Saved 2", on: other) }
            for terminal in all { try await terminal.quit() }
          }
        }
      }
    }
  }

  /// Waits for a text. A repository is asked when the window gets the focus, which the terminal
  /// reports here now and then.
  private static func waitFor(_ text: String, on terminal: TerminalDriver) async throws {
    var looks = 0
    try await terminal.wait(
      "\(text) to appear", within: .seconds(60),
      seeing: {
        looks += 1
        if looks % 50 == 0 { try await terminal.reportFocus() }
        return try await terminal.screen
      }
    ) { $0.contains(text) }
  }
}
