import Foundation
import TestSupport
import Testing

/// The exchange with another machine while the program runs.
@Suite(.takesTurn)
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
              try await Self.waitFor("saved-\(number).invalid", on: all, changed: terminal, kind)
            }
            try await second.press("t")
            try await second.waitFor("Tags of")
            try await second.paste("seen")
            try await second.press("Enter")
            try await Self.waitFor("#seen", on: all, changed: second, kind)
            try await third.press("Home", "d")
            try await Self.waitFor("Saved 2", on: all, changed: third, kind)
            for terminal in all { try await terminal.quit() }
          }
        }
      }
    }
  }

  /// Waits for a text on all screens after one of them has changed something. A folder is watched. To a
  /// repository, the program goes now and then only, so commands beside it do that here.
  private static func waitFor(
    _ text: String, on all: [TerminalDriver], changed: TerminalDriver, _ kind: SharedRemoteKind
  ) async throws {
    try await changed.waitFor(text)
    if kind == .git {
      for terminal in [changed] + all {
        let run = try await CommandRun(["sync"], in: terminal.home)
        #expect(run.exitCode == 0, "\(run.error)")
      }
    }
    for terminal in all { try await terminal.waitFor(text) }
  }
}
