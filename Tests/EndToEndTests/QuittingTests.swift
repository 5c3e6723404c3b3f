import Foundation
import GRDB
import LinkStore
import TestSupport
import Testing

/// Pending changes when the program quits.
@Suite(.takesTurn)
struct QuittingTests {
  @Test("a change that can't be written on quitting is reported after the screen is restored")
  func unwritten() async throws {
    try await withTerminal { terminal in
      let added = try await CommandRun(
        process: ["saved", "add", "https://example.test/a"], in: terminal.home)
      #expect(added.exitCode == 0)
      try await terminal.runProgram()
      try await terminal.press("g", "l")
      // The place in the list. What else Saved shows, the Spin tab may show, too.
      try await terminal.waitFor("1/1")
      let location = StoreLocation(environment: terminal.home.environment, folder: "raylette")
      var configuration = Configuration()
      configuration.allowsUnsafeTransactions = true
      // The program may still write what it noted at its start.
      configuration.busyMode = .timeout(10)
      let other = try DatabaseQueue(
        path: location.dataFile.path(), configuration: configuration)
      // Another program locks the file for longer than a writer waits.
      try await other.writeWithoutTransaction { db in try db.execute(sql: "BEGIN IMMEDIATE") }
      try await terminal.press("d", "q")
      try await terminal.waitFor("exit:1")
      let screen = try await terminal.screen.replacing("\n", with: "")
      #expect(
        screen.contains("raylette: the last change was not made:")
          && screen.contains("another program"))
      #expect(try await terminal.property("#{alternate_on}") == "0")
      try await other.writeWithoutTransaction { db in try db.execute(sql: "ROLLBACK") }
      let list = try await CommandRun(process: ["saved", "list"], in: terminal.home)
      #expect(list.output.contains("https://example.test/a"))
    }
  }
}
