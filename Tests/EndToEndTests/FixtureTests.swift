import ChildProcesses
import Foundation
import GRDB
import TestSupport
import Testing

/// Files as earlier versions wrote them. `Fixtures/make` says what they are. They're never made anew
/// once their version is released.
@Suite(.takesTurn)
struct FixtureTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Fixtures")

  private static let hasAge = ChildProcess.exists(
    "age-keygen", in: ProcessInfo.processInfo.environment)

  private static let versions =
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path())) ?? [])
    .filter { $0.first?.isNumber == true }.sorted()

  /// Runs a body with a copy of the home of a version.
  private func withHome(
    of version: String, _ body: (TemporaryHome, URL) async throws -> Void
  ) async throws {
    let folder = Self.folder.appending(path: version)
    try await withTemporaryHome { home in
      let unpacked = try await CommandRun(
        shell: """
          tar -xzf '\(folder.path())/home.tar.gz' && cp '\(folder.path())/export.jsonl' . \
          && tail -n +2 export.jsonl > imported.jsonl
          """, in: home)
      try #require(unpacked.exitCode == 0, "\(unpacked.error)")
      try await body(home, folder)
    }
  }

  @Test("there are files of the first version")
  func present() { #expect(Self.versions.contains("1.0")) }

  @Test("everything that an earlier version wrote is there", arguments: versions)
  func transcript(version: String) async throws {
    try await withHome(of: version) { home, folder in
      let expected = try String(
        contentsOf: folder.appending(path: "expected.txt"), encoding: .utf8)
      for part in ("\n" + expected).components(separatedBy: "\n$ ").dropFirst() {
        let lines = part.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
        let command = String(lines[0])
        if command.contains("secret") || command.contains("age-keygen"), !Self.hasAge { continue }
        let run = try await CommandRun(shell: command, in: home)
        let expected = lines.count > 1 ? String(lines[1]) : ""
        #expect(
          Self.parts(run.output, of: expected) == Self.parts(expected, of: expected),
          "\(command): \(run.error)")
      }
    }
  }

  /// The lines of an output. Of objects, only the keys that are expected count, because a later
  /// version may print more.
  private static func parts(_ output: String, of expected: String) -> [String] {
    let keys = Set(expected.split(separator: "\n").compactMap(object).flatMap(\.keys))
    return output.split(separator: "\n").map { line in
      guard let found = object(line)?.filter({ keys.contains($0.key) }),
        let sorted = try? JSONSerialization.data(withJSONObject: found, options: .sortedKeys)
      else { return String(line) }
      return String(decoding: sorted, as: UTF8.self)
    }
  }

  private static func object(_ line: Substring) -> [String: Any]? {
    try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
  }

  @Test("the session of an earlier version goes on", arguments: versions)
  func session(version: String) async throws {
    try await withTerminal(columns: 100) { terminal in
      try await withHome(of: version) { old, _ in
        let state = terminal.home.file(".local/state/raylette")
        try FileManager.default.createDirectory(at: state, withIntermediateDirectories: true)
        try FileManager.default.copyItem(
          at: old.file(".local/state/raylette/session.json"),
          to: state.appending(path: "session.json"))
      }
      _ = try await terminal.home.saved("add", "https://one.example/", "https://two.example/")
      try await terminal.runProgram()
      try await terminal.waitFor("1/1")
      try await terminal.quit()
    }
  }

  @Test(
    "a newer store is read by no command, and none changes it", arguments: versions,
    [
      "INSERT INTO grdb_migrations VALUES ('v99')",
      "DELETE FROM grdb_migrations; PRAGMA user_version = 99",
    ])
  func newer(version: String, change: String) async throws {
    try await withHome(of: version) { home, _ in
      let file = home.file(".local/share/raylette/saved.sqlite")
      // A newer program's file has all that this one's has.
      _ = try await home.saved("list")
      let store = try DatabaseQueue(path: file.path())
      try await store.writeWithoutTransaction { try $0.execute(sql: change) }
      try store.close()
      let content = try Data(contentsOf: file)
      for command in [
        ["saved", "list"], ["saved", "add", "https://new.example/"], ["history"], ["export"],
        ["import", home.file("export.jsonl").path()], ["wheel", "list"], ["sync"],
        ["saved", "trash", "empty"], ["spin", "--no-fetch", "--wheel", "mine"],
        ["sync", "rebuild"],
      ] {
        let run = try await CommandRun(command, in: home)
        #expect(run.exitCode != 0, "\(command)")
        #expect(run.error.contains("newer"), "\(command): \(run.error)")
        #expect(try Data(contentsOf: file) == content, "\(command)")
      }
    }
  }

  @Test("a dry run doesn't upgrade an earlier version's store", arguments: versions)
  func dryRun(version: String) async throws {
    try await withHome(of: version) { home, _ in
      let file = home.file(".local/share/raylette/saved.sqlite")
      let store = try DatabaseQueue(path: file.path())
      // As a file of a version before the last change of the schema.
      try await store.writeWithoutTransaction { db in
        try db.execute(
          sql: """
            DROP TABLE followedBookmark; DROP TABLE followedBrowser;
            DELETE FROM grdb_migrations WHERE identifier = 'browsers are followed';
            PRAGMA user_version = 0; PRAGMA wal_checkpoint(TRUNCATE);
            """)
      }
      try store.close()
      let content = try Data(contentsOf: file)
      for command in [
        "saved add https://new.example/", "saved tag noted.example --add x",
        "saved note noted.example --text x", "saved edit noted.example --title x",
        "saved remove noted.example", "saved trash restore removed.example", "saved trash empty",
        "saved import list.txt", "saved undo", "saved keep", "history clear", "wheel remove mine",
        "wheel add other list.txt", "wheel rename mine other",
      ] {
        let run = try await CommandRun(shell: "$raylette \(command) --dry-run", in: home)
        #expect(run.exitCode == 0 && !run.output.isEmpty, "\(command): \(run.error)")
        #expect(try Data(contentsOf: file) == content, "\(command)")
      }
    }
    // No store is made, either.
    try await withTemporaryHome { home in
      try Data("https://a.example/".utf8).write(to: home.file("list.txt"))
      let run = try await home.saved("import", home.file("list.txt").path(), "--dry-run")
      #expect(run.output.contains("1 would be added"), "\(run.error)")
      #expect(!FileManager.default.fileExists(atPath: home.file(".local/share/raylette").path()))
    }
  }
}
