import Foundation
import LinkStore
import Links
import Markup
import Subprocess
import TaskLimits
import TestSupport
import Testing

/// Shells that change the store at once, beside an open program.
@Suite(.takesTurn)
struct WritersTests {
  /// How often each shell runs each command. More than a few take long, and are for
  /// `RAYLETTE_WRITER_ROUNDS=100 swift test --filter WritersTests`.
  private static let rounds =
    ProcessInfo.processInfo.environment["RAYLETTE_WRITER_ROUNDS"].flatMap(Int.init) ?? 2

  private static let writers = 0..<8

  @Test(
    "every command succeeds, everything acknowledged is there, and each undo has its own change")
  func together() async throws {
    try await withTerminal(columns: 100) { terminal in
      let home = terminal.home
      _ = try await home.savedByProcess("add", "https://screen.test/")
      try await terminal.runProgram()
      try await terminal.waitFor("Saved 1")
      try await terminal.press("g", "l")
      try await terminal.press("/", "s", "c", "r", "e", "e", "n")
      try await terminal.waitFor("1 of 1")
      try await terminal.press("Enter")
      let isDone = Locked(false)
      try await withThrowingTaskGroup { group in
        group.addTask {
          repeat {
            try await terminal.press("d")
            try await terminal.waitFor("Removed 1 link.")
            try await terminal.press("u")
            try await terminal.waitFor("Undone: removed “screen.test”.")
          } while !isDone.withLock(\.self)
        }
        group.addTask {
          defer { isDone.withLock { $0 = true } }
          try await eachWriter { try await change(home, writer: $0, round: $1) }
          try await checkChanges(in: home)
        }
        try await group.waitForAll()
      }
      // Not while keys are pressed, because undo is of all changes, those of keys included.
      let count = try await home.savedAddresses.count
      try await eachWriter { try await addAndUndo(home, writer: $0, round: $1) }
      #expect(try await home.savedAddresses.count == count)
      try await terminal.quit()
      #expect(try await home.savedByProcess("list", "site:screen.test").lines.count == 1)
      #expect(try await home.savedByProcess("list", "site:undone.test").exitCode == 1)
      let doctor = try await CommandRun(process: ["doctor"], in: home)
      #expect(doctor.output.contains("saved links") && !doctor.output.contains("damaged"))
    }
  }

  private func eachWriter(_ body: @Sendable @escaping (Int, Int) async throws -> Void) async throws
  {
    try await withThrowingTaskGroup { group in
      for writer in Self.writers {
        group.addTask { for round in 0..<Self.rounds { try await body(writer, round) } }
      }
      try await group.waitForAll()
    }
  }

  private func run(_ arguments: [String], in home: TemporaryHome) async throws -> CommandRun {
    let run = try await CommandRun(process: arguments, in: home)
    #expect(run.exitCode == 0 && run.error.isEmpty, "\(arguments): \(run.error)")
    return run
  }

  private func change(_ home: TemporaryHome, writer: Int, round: Int) async throws {
    let address = "https://w\(writer).test/\(round)"
    let list = home.file("list-\(writer)-\(round).txt")
    let links = (0..<50).map { "https://import.test/\(writer)/\(round)/\($0)" }
    try Data(links.joined(separator: "\n").utf8).write(to: list)
    for arguments in [
      ["saved", "add", address], ["saved", "tag", address, "--add", "t\(writer)"],
      ["saved", "note", address, "--text", "note \(round)"], ["saved", "remove", address],
      ["saved", "trash", "restore", address], ["saved", "import", list.path()],
      ["wheel", "add", "wheel-\(writer)-\(round)", list.path()],
    ] { _ = try await run(arguments, in: home) }
  }

  private func checkChanges(in home: TemporaryHome) async throws {
    let saved = try SavedLinkStore(
      location: StoreLocation(environment: home.environment, folder: "raylette"))
    let links = try await saved.links(saved.list(SavedQuery()).ids)
    let byAddress = Dictionary(uniqueKeysWithValues: links.map { ($0.address.text, $0) })
    let wheels = try await WheelStore(sharing: saved).all()
    for writer in Self.writers {
      for round in 0..<Self.rounds {
        let link = byAddress["https://w\(writer).test/\(round)"]
        #expect(link?.tags == ["t\(writer)"] && link?.note == "note \(round)")
        let imported = (0..<50).map { "https://import.test/\(writer)/\(round)/\($0)" }
        #expect(imported.allSatisfy { byAddress[$0] != nil })
        let wheel = wheels.first { $0.name == "wheel-\(writer)-\(round)" }
        #expect(wheel?.count == 50)
      }
    }
  }

  /// Whichever change an undo finds, it's one that nobody else undoes.
  private func addAndUndo(_ home: TemporaryHome, writer: Int, round: Int) async throws {
    _ = try await run(["saved", "add", "https://undone.test/\(writer)/\(round)"], in: home)
    let undo = try await run(["saved", "undo"], in: home)
    #expect(undo.output.hasPrefix("Undone: saved “undone.test/"))
  }

  @Test("open programs that undo at once each undo another change, and redo it", arguments: [2, 8])
  func undoing(count: Int) async throws {
    try await withTemporaryHome { home in
      let addresses = (0..<count).map { "https://w\($0).test/" }
      _ = try await CommandRun(
        process: ["saved", "add", "-"], in: home, input: addresses.joined(separator: "\n"))
      let store = try SavedLinkStore(
        location: StoreLocation(environment: home.environment, folder: "raylette"))
      let ids = try await store.list(SavedQuery()).ids
      // By an earlier session, because a command's change is undone only after a question.
      for id in ids {
        _ = try await store.recording(.tagged, from: .program, at: Date())
          .apply(.addTags(["t"], to: [id]), at: Date())
      }
      try await withPrograms(count, in: home) { programs in
        for (key, message, tags) in [("u", "Undone", []), ("C-r", "Redone", ["t"])] {
          try await withThrowingTaskGroup { group in
            for program in programs {
              group.addTask {
                try await program.press(key)
                try await program.waitFor("\(message): tagged “w")
              }
            }
            try await group.waitForAll()
          }
          #expect(try await store.links(ids).map(\.tags) == Array(repeating: tags, count: count))
        }
      }
      for _ in 0..<count {
        #expect(try await store.undo(at: Date())?.change.kind == .tagged)
      }
      #expect(try await store.undo(at: Date(), isDryRun: true)?.change.kind == .saved)
    }
  }

  /// Runs a body with programs that show the saved links, each in a terminal of its own.
  private func withPrograms(
    _ count: Int, in home: TemporaryHome, besides others: [TerminalDriver] = [],
    _ body: ([TerminalDriver]) async throws -> Void
  ) async throws {
    if count == 0 { return try await body(others) }
    try await withTerminal(columns: 100, in: home) { terminal in
      try await terminal.runProgram()
      try await terminal.waitFor("Saved \(count + others.count)")
      try await terminal.press("g", "l")
      try await terminal.waitFor("newest first")
      try await withPrograms(count - 1, in: home, besides: others + [terminal], body)
      try await terminal.quit()
    }
  }

  private static let addresses = (0..<3000).map { "https://many.test/\($0)\n" }.joined()

  /// A home that has all the addresses.
  private static let imported = Task {
    try await withTemporaryHome { home in
      try Data(addresses.utf8).write(to: home.file("list.txt"))
      let run = try await home.savedByProcess("import", home.file("list.txt").path())
      #expect(run.exitCode == 0, "\(run.error)")
      return try HomeContents(of: home)
    }
  }

  @Test(
    "a killed command has changed all links or none",
    arguments: [
      ["tag", "--filter", "many.test", "--add", "t"],
      ["note", "--filter", "many.test", "--text", "t"],
      ["remove", "--filter", "many.test"], ["add", "--tag", "t", "-"],
    ], [0, 300_000])
  func killed(arguments: [String], logSize: Int) async throws {
    try await withTemporaryHome { home in
      if arguments[0] == "add" {
        try Data(Self.addresses.utf8).write(to: home.file("list.txt"))
      } else {
        try await Self.imported.value.write(to: home)
      }
      // Kills it when it has written something, or much.
      let script = """
        log="$HOME/.local/share/raylette/saved.sqlite-wal"
        size() { wc -c 2>/dev/null < "$log" || echo 0; }
        "$@" < "$HOME/list.txt" > "$HOME/told" & writer=$!
        while kill -0 $writer 2>/dev/null && [ $(size) -le \(logSize) ]; do :; done
        kill -9 $writer; wait $writer
        """
      _ = try await Subprocess.run(
        .name("sh"),
        arguments: Arguments(["-c", script, "sh", TerminalDriver.program, "saved"] + arguments),
        environment: .inherit.updating(
          ["HOME": home.url.path(), "XDG_DATA_HOME": "", "XDG_CACHE_HOME": ""]),
        output: .discarded, error: .discarded)
      let count = try await home.savedByProcess(
        "list", arguments[0] == "note" ? "t" : arguments[0] == "remove" ? "site:many.test" : "#t"
      ).lines.count
      #expect([0, 3000].contains(count))
      let again = try await CommandRun(
        process: ["saved"] + arguments, in: home, input: Self.addresses)
      #expect(again.exitCode == 0 || (arguments[0] == "remove" && count == 0), "\(again.error)")
    }
  }

  @Test("a log that was removed beside an open program costs nothing, and commands say what to do")
  func removedLog() async throws {
    try await withTerminal(columns: 100) { terminal in
      let home = terminal.home
      _ = try await home.savedByProcess("add", "https://one.test/")
      try await terminal.runProgram()
      try await terminal.waitFor("Saved 1")
      try await terminal.press("g", "l")
      try await terminal.press("d")
      try await terminal.waitFor("Removed 1 link.")
      let log = home.file(".local/share/raylette/saved.sqlite-wal").path()
      #expect(unlink(log) == 0)
      // The program notices within half a second.
      try await terminal.wait(
        "a command to succeed", seeing: { try await home.savedByProcess("trash") }
      ) {
        run in
        if run.exitCode == 0 { return run.lines.count == 1 }
        #expect(run.error.contains("quit that one"), "\(run.error)")
        return false
      }
      try await terminal.press("u")
      try await terminal.waitFor("Undone: removed “")
      try await terminal.quit()
      #expect(try await home.savedAddresses == ["https://one.test/"])
    }
  }
}
