import Foundation
import Subprocess
import TestSupport
import Testing

/// `raylette preview`, as scripts and users call it.
@Suite(.takesTurn)
struct PreviewCommandTests {
  private func preview(
    _ arguments: [String], input: String = "", colors: [String: String] = [:]
  ) async throws -> CommandRun {
    try await withTemporaryHome { home in
      try await CommandRun(
        ["preview"] + arguments, in: home, input: input,
        environment: ["COLUMNS": "60"].merging(colors) { $1 })
    }
  }

  private static let page = """
    <html lang=en><title>Story | Site</title><meta property=og:site_name content=Site>
    <meta name=description content="What it is about."><meta name=author content=Ada>
    <meta property=article:published_time content=2020-01-02></html>
    """

  @Test("cards keep the order of the addresses; failures go to standard error and exit with 1")
  func cards() async throws {
    let routes: [String: Answer] = [
      "/slow": .open([.wait(milliseconds: 200), .text("<title>Slow</title>")]),
      "/fast": .page(Self.page), "/gone": .status(404),
    ]
    try await withServer(routes) { server in
      let addresses = ["/slow", "/gone", "/fast"].map { server.url($0).absoluteString }
      let ended = try await preview(addresses)
      #expect(ended.exitCode == 1)
      #expect(ended.error == "raylette: \(addresses[1]): HTTP 404 (not found)\n")
      let lines = ended.output.split(separator: "\n")
      #expect(lines.first?.hasPrefix("╭──") == true)
      let titles = lines.filter { $0.contains("Slow") || $0.contains("Story") }
      #expect(titles.count == 2)
      #expect(titles.first?.contains("Slow") == true)
      #expect(lines.last?.hasSuffix("/fast") == true)
      #expect(!ended.output.contains("\u{1B}"))
    }
  }

  @Test("addresses from standard input give one JSON object per line")
  func json() async throws {
    try await withServer(["/a": .page(Self.page)]) { server in
      let input = "# mine\n\(server.url("/a"))\n\nfile:///etc/passwd\n"
      let ended = try await preview(["--json", "--jobs", "1", "-"], input: input)
      #expect(ended.exitCode == 2)
      let lines = ended.output.split(separator: "\n")
      #expect(lines.count == 2)
      let objects = try lines.map {
        try JSONDecoder().decode([String: String?].self, from: Data($0.utf8))
          .compactMapValues(\.self)
      }
      let first = objects[0]
      #expect(first["title"] == "Story | Site")
      #expect(first["siteName"] == "Site")
      #expect(first["author"] == "Ada")
      #expect(first["published"] == "2020-01-02T12:00:00Z")
      #expect(first["language"] == "en")
      #expect(first["image"] == nil)
      #expect(
        objects[1] == [
          "originalURL": "file:///etc/passwd",
          "error": "only http and https addresses can be fetched",
        ])
    }
  }

  @Test("a page on standard input is read without network access")
  func offline() async throws {
    let page = "<title>Übung</title>"
    let arguments = [
      "--stdin", "--json", "--url", "https://example.invalid/x", "--charset", "utf-8",
    ]
    let ended = try await preview(arguments, input: page)
    #expect(ended.exitCode == 0)
    #expect(ended.output.contains(#""title":"Übung""#))
    let check = try await preview(
      ["--stdin", "--check", "--url", "https://example.invalid/x"], input: page)
    #expect(check.exitCode == 1)
    #expect(check.output.contains("error: og:image is missing"))
  }

  @Test("an empty page or a bot check on standard input is a failure")
  func noPage() async throws {
    let address = "https://example.invalid/x"
    let empty = try await preview(["--stdin", "--json", "--url", address])
    #expect(empty.exitCode == 1)
    let failure = try JSONDecoder().decode([String: String?].self, from: Data(empty.output.utf8))
    #expect(
      failure.compactMapValues(\.self) == ["error": "the page is empty", "originalURL": address])
    let wall = "<html lang=en><title>Just a moment...</title>"
    let why = "example.invalid blocks automated requests. Open it in a browser."
    let card = try await preview(["--stdin", "--url", address], input: wall)
    #expect(card.exitCode == 1)
    #expect(card.output.isEmpty && card.error.hasSuffix("raylette: \(address): \(why)\n"))
    let json = try await preview(["--stdin", "--json", "--url", address], input: wall)
    let line = try JSONDecoder().decode([String: String?].self, from: Data(json.output.utf8))
      .compactMapValues(\.self)
    #expect(line["error"] == why && line["title"] == nil && line["language"] == "en")
  }

  @Test("preview uses its own --timeout, not that of the wheel")
  func timeout() async throws {
    try await withServer(["/": .open([.hang])]) { server in
      let ended = try await preview(["--timeout", "0.2", server.url("/").absoluteString])
      #expect(ended.exitCode == 1)
      #expect(ended.error.hasSuffix("127.0.0.1 didn't answer within 0.2 s\n"))
    }
  }

  @Test("control characters in addresses don't reach the terminal", arguments: [[], ["--json"]])
  func controls(options: [String]) async throws {
    let address = "x\u{1B}]0;title\u{7}\u{9B}31m\u{202E}y"
    let ended = try await preview(options + ["-", address], input: address + "\n")
    #expect(ended.exitCode == 2)
    #expect((ended.output + ended.error).contains("x]0;title›31my"))
    let scalars = (ended.output + ended.error).unicodeScalars
    #expect(scalars.allSatisfy { $0 == "\n" || $0.properties.generalCategory != .control })
    #expect(!scalars.contains("\u{202E}"))
  }

  @Test("a list is processed as it arrives, and byte order marks in it are ignored")
  func streaming() async throws {
    try await withServer(["/a": .page(Self.page), "/b": .page(Self.page)]) { server in
      try await withTemporaryHome { home in
        let result = try await Subprocess.run(
          .name("env"), arguments: [TerminalDriver.program, "preview", "--json", "-"],
          environment: .inherit.updating(["HOME": home.url.path()]),
          input: .inputWriter, output: .sequence, error: .discarded
        ) { program in
          var answers = program.standardOutput.strings().makeAsyncIterator()
          for path in ["/a", "/b"] {
            _ = try await program.standardInputWriter.write("\u{FEFF}\(server.url(path))\r\n")
            // The answer comes before the list has ended.
            let answer = try await answers.next()
            #expect(answer?.contains(#""originalURL":"\#(server.url(path))""#) == true)
          }
          try await program.standardInputWriter.finish()
        }
        #expect(result.terminationStatus.isSuccess)
      }
    }
  }

  @Test(
    "CLICOLOR_FORCE and NO_COLOR set colours, and addresses off a terminal are never cut",
    arguments: [
      ([:], false), (["CLICOLOR_FORCE": "1"], true), (["CLICOLOR_FORCE": "0"], false),
      (["CLICOLOR_FORCE": "1", "NO_COLOR": "1"], false),
    ] as [([String: String], Bool)])
  func colors(variables: [String: String], hasColors: Bool) async throws {
    let path = "/" + String(repeating: "long", count: 40)
    try await withServer([path: .page(Self.page)]) { server in
      let ended = try await preview([server.url(path).absoluteString], colors: variables)
      #expect(ended.output.contains("\u{1B}") == hasColors)
      #expect(ended.output.hasSuffix("  \(server.url(path))\n\n"))
    }
  }

  @Test("Ctrl-C clears the progress line")
  func interrupt() async throws {
    try await withServer(["*": .open([.hang])]) { server in
      try await withTerminal { terminal in
        let addresses = "\(server.url("/a")) \(server.url("/b"))"
        try await terminal.run("\(TerminalDriver.program) preview \(addresses)")
        try await terminal.waitFor("0 of 2")
        try await terminal.press("C-c")
        try await terminal.waitForAbsence(of: "0 of 2")
      }
    }
  }

  @Test("--check --json prints findings as one object per line")
  func findingsAsJSON() async throws {
    struct Line: Decodable, Equatable {
      var originalURL: String
      var findings: [[String: String]]
    }
    let address = "https://example.invalid/x"
    let ended = try await preview(
      ["--stdin", "--check", "--json", "--url", address], input: "<html lang=en><title>T</title>")
    #expect(ended.exitCode == 1)
    let line = try JSONDecoder().decode(Line.self, from: Data(ended.output.utf8))
    #expect(line.originalURL == address)
    #expect(
      line.findings.first == [
        "severity": "error", "text": "og:image is missing, so the preview has no picture",
      ])
  }

  @Test("checking a page fetches its picture and icon")
  func check() async throws {
    let page = """
      <html lang=en><title>T</title><meta property=og:title content=T>
      <meta property=og:image content=/gone.png><link rel=icon href=/icon.png>
      """
    try await withServer(["/": .page(page), "/gone.png": .status(404), "/icon.png": .page("no")]) {
      server in
      let ended = try await preview(["--check", server.url("/").absoluteString])
      #expect(ended.exitCode == 1)
      #expect(ended.output.contains("error: og:image can't be fetched: HTTP 404 (not found)"))
      #expect(
        ended.output.contains("error: no icon to fall back on: 127.0.0.1 didn't send an image"))
    }
  }

  @Test(
    "invalid usage exits with 2",
    arguments: [
      [], ["--jobs", "0", "https://a.org"], ["--stdin"], ["--url", "https://a.org"],
      ["--stdin", "--url", "https://a.org", "https://b.org"], ["--timeout", "0", "https://a.org"],
      ["--timeout", "700", "https://a.org"], ["--timeout", "abc", "https://a.org"],
      ["--stdin", "--url", "x"], ["--stdin", "--url", "https://a.org", "--charset", "bogus"],
      ["--seed", "3", "https://a.org"], ["--wheel", "classic", "https://a.org"],
    ])
  func usage(arguments: [String]) async throws {
    let ended = try await preview(arguments)
    #expect(ended.exitCode == 2)
    #expect(ended.error.hasPrefix("raylette: "))
    #expect(ended.error.hasSuffix(" See raylette preview --help.\n"))
    #expect(ended.output.isEmpty)
  }
}
