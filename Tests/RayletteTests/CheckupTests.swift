import Foundation
import LinkFetching
import Links
import TestSupport
import Testing

@testable import raylette

/// The findings of `raylette doctor` about the machine.
struct CheckupTests {
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
    ([:], true, [.ok, .ok, .ok, .ok]), ([:], false, [.ok, .ok, .ok, .limited]),
    (["https_proxy": "http://u:secret@proxy.example:3128"], false, [.ok, .ok, .ok, .limited]),
    (["https_proxy": "ftp://proxy.example"], true, [.ok, .ok, .broken, .ok]),
    (["all_proxy": "nonsense://"], true, [.ok, .broken, .broken, .ok]),
  ]

  @Test("proxies and the network; passwords aren't shown", arguments: proxies)
  func network(environment: [String: String], hasRoute: Bool, expected: [Finding.Status]) {
    let library = WebLibrary.usable(version: "7.88.1", tls: "OpenSSL/3.0.19")
    let findings = NetworkCheckup(
      environment: environment, library: library, hasRoute: hasRoute
    ).findings
    #expect(findings.first?.finding == "7.88.1 (OpenSSL/3.0.19)")
    #expect(findings.map(\.status) == expected)
    #expect(findings.allSatisfy { !$0.finding.contains("secret") })
    let isOffline = findings.contains { $0.finding.hasPrefix("offline") }
    #expect(isOffline == (!hasRoute && environment.isEmpty))
    #expect(findings.allSatisfy { $0.status != .broken || $0.advice != nil })
  }

  @Test(
    "a libcurl that can't fetch pages is broken, and the advice names its package",
    arguments: [WebLibrary.missing, .tooOld(version: "7.64.0")])
  func library(_ library: WebLibrary) {
    let finding = NetworkCheckup(environment: [:], library: library, hasRoute: true).findings[0]
    #expect(finding.status == .broken && finding.subject == "libcurl")
    #expect(finding.advice?.contains("libcurl4") == true)
  }

  @Test("a clock from before the program is broken")
  func clock() {
    #expect(Finding.clock(Date(timeIntervalSince1970: 0)).status == .broken)
    #expect(Finding.clock(Date(timeIntervalSince1970: 1_800_000_000)).status == .ok)
  }

  @Test("helpers are found in PATH, and missing ones have an advice")
  func helpers() async throws {
    try await withTemporaryHome { home in
      let none = ProgramCheckup(environment: ["PATH": home.file("bin").path()], system: .linux)
        .findings
      #expect(none.map(\.status) == Array(repeating: .limited, count: 6))
      #expect(none.allSatisfy { $0.advice != nil })
      let spoken = ProgramCheckup(
        environment: ["PATH": home.file("bin").path()], isAccessible: true, system: .linux
      ).findings
      #expect(spoken.first { $0.subject == "clipboard" }?.finding == "none")
      for name in ["chafa", "qrencode", "xdg-open", "xdg-email", "xclip", "kak"] {
        try home.install(name, "exit 0")
      }
      let environment = ["PATH": home.file("bin").path(), "DISPLAY": ":0", "EDITOR": "kak -n"]
      let all = ProgramCheckup(environment: environment, system: .linux).findings
      #expect(all.map(\.status) == Array(repeating: .ok, count: 6))
    }
  }

  @Test("helpers are those of the system, and so are their remedies")
  func macHelpers() async throws {
    try await withTemporaryHome { home in
      let environment = ["PATH": home.file("bin").path(), "EDITOR": "kak -n"]
      func findings() -> [Finding] {
        ProgramCheckup(environment: environment, system: .macOS).findings
      }
      let advice = Dictionary(
        findings().map { ($0.subject, $0.advice) }, uniquingKeysWith: { first, _ in first })
      #expect(advice["images"] == "brew install chafa")
      #expect(advice["QR codes"] == "brew install qrencode")
      for name in ["chafa", "qrencode", "open", "pbcopy", "kak"] {
        try home.install(name, "exit 0")
      }
      #expect(findings().map(\.status) == Array(repeating: .ok, count: 6))
    }
  }

  @Test("no remedy names what only the other system has", arguments: Remedy.allCases)
  func remedies(remedy: Remedy) {
    let linux = remedy.text(on: .linux)
    let macOS = remedy.text(on: .macOS)
    #expect(!linux.isEmpty && !macOS.isEmpty)
    for word in ["brew", "pbcopy", "Mac", "en_US"] { #expect(!linux.contains(word)) }
    for word in ["xdg", "xclip", "wl-clipboard", "ncurses-term", "C.UTF-8"] {
      #expect(!macOS.contains(word))
    }
  }
}
