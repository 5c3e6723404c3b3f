import Foundation
import LinkStore
import TestSupport
import Testing

@testable import raylette

/// `raylette doctor`.
@Suite(.timeLimit(.minutes(3)))
struct DoctorCommandTests {
  private static func status(_ findings: [Finding], _ subject: String) -> Finding.Status? {
    findings.first { $0.subject == subject }?.status
  }

  static let terminals:
    [(environment: [String: String], isTerminal: Bool, Finding.Status, Finding.Status)] = [
      (["TERM": "xterm-256color"], true, .ok, .ok),
      (["TERM": "xterm-256color"], false, .limited, .ok),
      (["TERM": "xterm-256color", "NO_COLOR": "1"], true, .ok, .limited),
      (["TERM": "xterm"], true, .ok, .limited),
      (["TERM": "xterm", "COLORTERM": "truecolor"], true, .ok, .ok),
      (["TERM": "raylette-no-such-type"], true, .broken, .limited),
      (["TERM": ""], true, .broken, .limited), ([:], true, .broken, .limited),
    ]

  // One after the other, because ncurses has one current terminal.
  @Test("the terminal's type and its colours", .serialized, arguments: terminals)
  func terminal(
    environment: [String: String], isTerminal: Bool, type: Finding.Status, colors: Finding.Status
  ) {
    let findings = TerminalCheckup(environment: environment, isTerminal: isTerminal).findings
    #expect(Self.status(findings, "terminal") == type)
    #expect(Self.status(findings, "colours") == colors)
  }

  static let proxies: [(environment: [String: String], hasRoute: Bool, [Finding.Status])] = [
    ([:], true, [.ok, .ok, .ok]), ([:], false, [.ok, .ok, .limited]),
    (["https_proxy": "http://u:secret@proxy.example:3128"], false, [.ok, .ok, .limited]),
    (["https_proxy": "ftp://proxy.example"], true, [.ok, .broken, .ok]),
    (["all_proxy": "nonsense://"], true, [.broken, .broken, .ok]),
  ]

  @Test("proxies and the network; passwords aren't shown", arguments: proxies)
  func network(environment: [String: String], hasRoute: Bool, expected: [Finding.Status]) {
    let findings = NetworkCheckup(environment: environment, hasRoute: hasRoute).findings
    #expect(findings.map(\.status) == expected)
    #expect(findings.allSatisfy { !$0.finding.contains("secret") })
    let isOffline = findings.contains { $0.finding.hasPrefix("offline") }
    #expect(isOffline == (!hasRoute && environment.isEmpty))
    #expect(findings.allSatisfy { $0.status != .broken || $0.advice != nil })
  }

  @Test("a clock from before the program is broken")
  func clock() {
    #expect(Finding.clock(Date(timeIntervalSince1970: 0)).status == .broken)
    #expect(Finding.clock(Date(timeIntervalSince1970: 1_800_000_000)).status == .ok)
  }

  @Test("helpers are found in PATH, and missing ones have an advice")
  func helpers() async throws {
    try await withTemporaryHome { home in
      let none = ProgramCheckup(environment: ["PATH": home.file("bin").path()]).findings
      #expect(none.map(\.status) == Array(repeating: .limited, count: 6))
      #expect(none.allSatisfy { $0.advice != nil })
      for name in ["chafa", "qrencode", "xdg-open", "xdg-email", "xclip", "kak"] {
        try home.install(name, "exit 0")
      }
      let environment = ["PATH": home.file("bin").path(), "DISPLAY": ":0", "EDITOR": "kak -n"]
      let all = ProgramCheckup(environment: environment).findings
      #expect(all.map(\.status) == Array(repeating: .ok, count: 6))
    }
  }

  private static let sound =
    "TERM=xterm-256color LC_ALL=C.UTF-8 http_proxy= https_proxy= all_proxy="

  @Test("on a sound machine nothing is broken, and nothing is created")
  func sound() async throws {
    try await withTemporaryHome { home in
      let run = try await CommandRun(shell: "\(Self.sound) $raylette doctor", in: home)
      #expect(run.exitCode == 0 && run.error.isEmpty, "\(run.output)\(run.error)")
      let subjects = run.lines.map { $0.split(separator: "\t")[1] }
      #expect(
        subjects == [
          "terminal", "locale", "colours", "keys", "browser", "clipboard", "editor", "mail",
          "images", "QR codes", "settings", "saved links", "cache", "http proxy", "https proxy",
          "network", "clock",
        ])
      #expect(try FileManager.default.contentsOfDirectory(atPath: home.url.path()).isEmpty)
    }
  }

  @Test("--json is one object a line with the same keys")
  func json() async throws {
    try await withTemporaryHome { home in
      let run = try await CommandRun(shell: "\(Self.sound) $raylette doctor --json", in: home)
      #expect(run.lines.count == 17)
      for line in run.lines {
        let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        #expect(object?.keys.sorted() == ["advice", "finding", "status", "subject"])
      }
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
      let run = try await CommandRun(shell: "\(Self.sound) $raylette doctor", in: home)
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
      let healthy = try await CommandRun(shell: "\(Self.sound) $raylette doctor", in: home)
      #expect(healthy.output.contains("saved.sqlite, 2,000 links\n"), "\(healthy.output)")
      let file = try FileHandle(forUpdating: home.file(".local/share/raylette/saved.sqlite"))
      let size = try file.seekToEnd()
      try file.seek(toOffset: size / 2 / 4096 * 4096)
      try file.write(contentsOf: Data(repeating: 0xA5, count: 4096 * 8))
      try file.close()
      let run = try await CommandRun(shell: "\(Self.sound) $raylette doctor", in: home)
      #expect(run.exitCode == 1)
      // Opening the file finds some damage, too, but words it differently.
      let line = run.lines.first { $0.hasPrefix("broken\tsaved links\t") }
      #expect(line?.contains("saved.sqlite is damaged: ") == true, "\(run.output)")
    }
  }
}
