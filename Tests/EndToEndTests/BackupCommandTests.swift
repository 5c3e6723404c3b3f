import Foundation
import TaskLimits
import TestSupport
import Testing

/// `raylette backup` and `raylette restore`.
@Suite(.takesTurn)
struct BackupCommandTests {
  private func run(
    _ arguments: String..., in home: TemporaryHome, input: String = ""
  ) async throws -> CommandRun {
    try await CommandRun(arguments, in: home, input: input)
  }

  @Test("everything comes back, and what was there is kept")
  func commands() async throws {
    try await withTemporaryHome { home in
      let none = try await run("backup", in: home)
      #expect(none.exitCode == 1 && none.error == "raylette: nothing is saved yet\n")
      let nothing = try await run("restore", in: home)
      #expect(
        nothing.error == "raylette: there's no backup yet; name a file of raylette backup\n")
      _ = try await run("saved", "add", "https://example.org/1", "https://example.org/2", in: home)
      _ = try await run("saved", "remove", "https://example.org/2", in: home)
      let stick = home.file("stick.sqlite").path()
      let made = try await run("backup", stick, in: home)
      let contents =
        "1 link; in the trash: 1, kept texts: 0, wheels: 0, cards of the history: 0"
      #expect(made.lines == ["\(stick): \(contents)"], "\(made.error)")
      let again = try await run("backup", stick, in: home)
      #expect(again.exitCode == 1 && again.error.contains("File exists"))
      _ = try await run("saved", "add", "https://example.org/3", in: home)
      let shown = try await run("restore", stick, "--dry-run", in: home)
      #expect(
        shown.lines == [
          "\(stick): \(contents)",
          "would replace 2 links; in the trash: 1, kept texts: 0, wheels: 0, cards of the history: 0",
        ])
      let file = home.file(".local/share/raylette/saved.sqlite").path()
      let restored = try await run("restore", stick, in: home)
      #expect(restored.lines == ["restored \(contents)", "the former file is \(file).former"])
      #expect(try await run("saved", "list", in: home).output == "https://example.org/1\t\t\n")
      let former = try await run("restore", "\(file).former", in: home)
      #expect(former.lines.last == "the former file is \(file).former-2")
      #expect(try await run("saved", "list", in: home).lines.count == 2)
    }
  }

  @Test("the day's copy is made by the first command that writes, and a damaged file names it")
  func daily() async throws {
    try await withTemporaryHome { home in
      _ = try await run("saved", "list", in: home)
      #expect(home.text(".local/share/raylette/backups") == nil)
      _ = try await run("saved", "add", "https://example.org/1", in: home)
      let names = try FileManager.default.contentsOfDirectory(
        atPath: home.file(".local/share/raylette/backups").path())
      let day = try #require(names.first?.dropFirst("saved-".count).prefix(10))
      #expect(names == ["saved-\(day).sqlite"])
      let doctor = try await run("doctor", in: home)
      #expect(doctor.output.contains("backups\t1 day, the last one \(day)"))
      let file = home.file(".local/share/raylette/saved.sqlite")
      try Data(repeating: 0xA5, count: 8_000).write(to: file)
      let list = try await run("saved", "list", in: home)
      #expect(list.exitCode == 1)
      #expect(
        list.error
          == "raylette: \(file.path()) is damaged or isn't a database; it was left as it is: raylette restore brings back the backup of \(day)\n"
      )
      let other = try await run("restore", "2001-01-01", in: home)
      #expect(other.error == "raylette: there's no backup of 2001-01-01, but of \(day)\n")
      #expect(try await run("restore", String(day), in: home).exitCode == 0)
      #expect(try await run("saved", "list", in: home).lines.count == 1)
    }
  }

  /// Runs a command in a process, and kills that at a moment or when it has ended.
  /// - Parameters:
  ///   - file: a pattern of the names of files that it writes, when they're complete.
  ///   - moment: a condition of the shell. `$copy` is what isn't complete yet.
  ///   - end: a condition that's met when it has ended.
  private func kill(
    _ command: String, writing file: String, at moment: String, end: String, in home: TemporaryHome
  ) async throws {
    let result = try await CommandRun(
      shell: """
        rm -f \(file).new-* \(file).former*
        "$raylette" \(command) > /dev/null & command=$!
        i=0; copy=
        while [ $i -lt 3000000 ] && ! { \(moment); } && ! { \(end); }; do
          i=$((i + 1)); for copy in \(file).new-*; do break; done
        done
        kill -9 $command 2> /dev/null; wait $command; echo $i
        """, in: home)
    #expect(result.lines.last.flatMap { Int($0) } ?? 3_000_000 < 3_000_000, "\(moment)")
  }

  @Test("what's killed leaves the links of before, or those of the copy, and no half of a copy")
  func killed() async throws {
    try await withTemporaryHome { home in
      let addresses = (1...300).map { "https://example.org/\($0)\n" }.joined()
      _ = try await run("saved", "add", "-", in: home, input: addresses)
      let folder = home.file(".local/share/raylette").path()
      let copy = home.file("copy.sqlite").path()
      _ = try await run("backup", copy, in: home)
      let former = "[ -e \(folder)/saved.sqlite.former ]"
      let end = "\(former) && [ ! -e \"$copy\" ]"
      let moments = ["true", #"[ -e "$copy" ]"#, #"[ -s "$copy" ]"#, former, end]
      for (number, moment) in moments.enumerated() {
        _ = try await run("saved", "add", "https://example.org/later", in: home)
        try await kill(
          "restore \(copy)", writing: "\(folder)/saved.sqlite", at: moment, end: end, in: home)
        let count = try await run("saved", "list", in: home).lines.count
        #expect((number < 4 ? [300, 301] : [300]).contains(count), "\(moment)")
        if number >= 3 {
          let former = try await run(
            "restore", "--dry-run", "\(folder)/saved.sqlite.former", in: home)
          #expect(former.output.contains("301 links"), "\(moment): \(former.error)")
        }
        // Whatever it left, the next one succeeds.
        let again = try await run("restore", copy, in: home)
        #expect(again.exitCode == 0, "\(moment): \(again.error)")
        #expect(try await run("saved", "list", in: home).lines.count == 300)
      }
      let backups = "\(folder)/backups"
      for moment in moments[...2] {
        try FileManager.default.removeItem(atPath: backups)
        try await kill(
          "backup", writing: "\(backups)/saved-*", at: moment,
          end: "[ -e \(backups)/saved-??????????.sqlite ]", in: home)
        let names = try? FileManager.default.contentsOfDirectory(atPath: backups)
        for name in names ?? [] where name.hasSuffix(".sqlite") {
          let shown = try await run("restore", "--dry-run", "\(backups)/\(name)", in: home)
          #expect(shown.output.contains("300 links"), "\(moment): \(shown.error)")
        }
        #expect(try await run("backup", in: home).exitCode == 0)
      }
    }
  }

  @Test(
    "beside shells that write and restore, and an open program, nothing acknowledged is lost",
    arguments: [2, 8])
  func together(count: Int) async throws {
    try await withTerminal(columns: 100) { terminal in
      let home = terminal.home
      _ = try await home.savedByProcess("add", "https://screen.test/")
      let copy = home.file("copy.sqlite").path()
      _ = try await CommandRun(process: ["backup", copy], in: home)
      try await terminal.runProgram()
      try await terminal.waitFor("Saved 1")
      let acknowledged = Locked<Set<String>>([])
      let add = { @Sendable (address: String) in
        let added = try await home.savedByProcess("add", address)
        if added.exitCode == 0 {
          _ = acknowledged.withLock { $0.insert(address) }
        } else {
          // It gives up after several restorations.
          #expect(added.error.contains("another program replaced the saved links"))
        }
      }
      let formers = try await withThrowingTaskGroup { group in
        for number in 0..<count {
          group.addTask { () -> [String] in
            try await add("https://w\(number).test/")
            let restored = try await CommandRun(process: ["restore", copy], in: home)
            #expect(restored.exitCode == 0, "\(restored.error)")
            try await add("https://w\(number).test/again")
            let made = try await CommandRun(process: ["backup"], in: home)
            #expect(made.exitCode == 0, "\(made.error)")
            return restored.lines.compactMap {
              $0.hasPrefix("the former file is ")
                ? String($0.dropFirst("the former file is ".count)) : nil
            }
          }
        }
        return try await group.reduce(into: []) { $0 += $1 }
      }
      #expect(Set(formers).count == count)
      // The program goes on with the last of them.
      try await terminal.press("g", "l")
      try await terminal.waitFor("again")
      try await terminal.quit()
      var found = Set(try await home.savedAddresses)
      for former in formers {
        _ = try await CommandRun(process: ["restore", former], in: home)
        found.formUnion(try await home.savedAddresses)
      }
      let lost = acknowledged.withLock(\.self).subtracting(found)
      #expect(lost.isEmpty, "\(lost)")
    }
  }
}
