import Foundation
import TestSupport
import Testing

/// `raylette doctor`.
@Suite(.takesTurn)
struct DoctorCommandTests {
  private static let sound =
    "TERM=xterm-256color LC_ALL=C.UTF-8 http_proxy= https_proxy= all_proxy="

  @Test("on a sound machine nothing is broken, and nothing is created")
  func sound() async throws {
    try await withTemporaryHome { home in
      let run = try await CommandRun("\(Self.sound) doctor", in: home)
      #expect(run.exitCode == 0 && run.error.isEmpty, "\(run.output)\(run.error)")
      let subjects = run.lines.map { $0.split(separator: "\t")[1] }
      #expect(
        subjects == [
          "terminal", "locale", "colours", "keys", "browser", "clipboard", "editor", "mail",
          "images", "QR codes", "settings", "saved links", "cache", "libcurl", "http proxy",
          "https proxy", "network", "clock",
        ])
      #expect(try FileManager.default.contentsOfDirectory(atPath: home.url.path()).isEmpty)
    }
  }

  @Test("--json is one object a line with the same keys")
  func json() async throws {
    try await withTemporaryHome { home in
      let run = try await CommandRun("\(Self.sound) doctor --json", in: home)
      #expect(run.lines.count == 18)
      for line in run.lines {
        let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        #expect(object?.keys.sorted() == ["advice", "finding", "status", "subject"])
      }
    }
  }

  static let locales: [(variables: String, line: String)] = [
    ("LC_ALL= LC_CTYPE= LANG=", "ok\tlocale\tUTF-8 (none is set)"),
    // No system has it, and the terminal that set it may well be of another machine.
    ("LC_ALL=xx_XX.UTF-8", "ok\tlocale\tUTF-8 (LC_ALL=xx_XX.UTF-8)"),
    ("LC_ALL= LC_CTYPE= LANG=xx_XX.utf8@x", "ok\tlocale\tUTF-8 (LANG=xx_XX.utf8@x)"),
    (
      "LC_ALL=xx_XX.ISO-8859-1 LANG=C.UTF-8", "limited\tlocale\tnot UTF-8 (LC_ALL=xx_XX.ISO-8859-1)"
    ),
    ("LC_ALL=C LANG=C.UTF-8", "limited\tlocale\tnot UTF-8 (LC_ALL=C)"),
  ]

  @Test("a locale that isn't here counts by its name", arguments: locales)
  func locale(variables: String, line: String) async throws {
    try await withTemporaryHome { home in
      let run = try await CommandRun(
        shell: "\(Self.sound) \(variables) $raylette doctor", in: home)
      #expect(run.lines.contains { $0.hasPrefix(line) }, "\(run.output)")
    }
  }

  static let faults: [(path: String, text: String, finding: String)] = [
    (
      ".config/raylette/config.yml", "timeout: soon",
      "broken\tsettings\t~/.config/raylette/config.yml:1:10: timeout takes 0.1 to 600, not \"soon\"\t"
    ),
    (".local/share/raylette/saved.sqlite", "no database", "broken\tsaved links\t"),
    (".cache/raylette/metadata.sqlite", "no database", "limited\tcache\t"),
  ]

  @Test(
    "broken settings and stores are found; only what matters makes the exit code 1",
    arguments: faults)
  func fault(path: String, text: String, finding: String) async throws {
    try await withTemporaryHome { home in
      let file = home.file(path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
      let run = try await CommandRun("\(Self.sound) doctor", in: home)
      #expect(run.exitCode == (finding.hasPrefix("broken") ? 1 : 0))
      #expect(run.lines.contains { $0.hasPrefix(finding) }, "\(run.output)")
      #expect(run.error.isEmpty)
    }
  }

  @Test("damage inside a store is found")
  func damage() async throws {
    try await withTemporaryHome { home in
      let addresses = (0..<2_000).map { "https://a.example/\($0)\n" }.joined()
      let added = try await home.saved("import", "-", input: addresses)
      #expect(added.exitCode == 0)
      let healthy = try await CommandRun("\(Self.sound) doctor", in: home)
      #expect(healthy.output.contains("saved.sqlite, 2,000 links\n"), "\(healthy.output)")
      let file = try FileHandle(forUpdating: home.file(".local/share/raylette/saved.sqlite"))
      let size = try file.seekToEnd()
      try file.seek(toOffset: size / 2 / 4096 * 4096)
      try file.write(contentsOf: Data(repeating: 0xA5, count: 4096 * 8))
      try file.close()
      let run = try await CommandRun("\(Self.sound) doctor", in: home)
      #expect(run.exitCode == 1)
      // Opening the file finds some damage, too, but words it differently.
      let line = run.lines.first { $0.hasPrefix("broken\tsaved links\t") }
      #expect(line?.contains("saved.sqlite is damaged: ") == true, "\(run.output)")
    }
  }
}
