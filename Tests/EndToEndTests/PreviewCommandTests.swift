import Foundation
import Subprocess
import TestSupport
import Testing

/// `raylette preview` as scripts and people call it.
@Suite(.timeLimit(.minutes(3)))
struct PreviewCommandTests {
  private typealias Ended = (code: Int32, output: String, errors: String)

  private func preview(_ arguments: [String], input: String = "") async throws -> Ended {
    let result = try await Subprocess.run(
      .name("env"), arguments: Arguments([TerminalDriver.program, "preview"] + arguments),
      environment: .inherit.updating(["LC_ALL": "C.UTF-8", "COLUMNS": "60"]),
      input: .string(input), output: .string(limit: 1 << 20), error: .string(limit: 65_536))
    guard case .exited(let code) = result.terminationStatus else { throw CancellationError() }
    return (code, result.standardOutput, result.standardError)
  }

  private static let page = """
    <html lang=en><title>Story | Site</title><meta property=og:site_name content=Site>
    <meta name=description content="What it is about."><meta name=author content=Ada>
    <meta property=article:published_time content=2020-01-02></html>
    """

  @Test("cards come in the order of the addresses, failures on standard error, exit code 1")
  func cards() async throws {
    let routes: [String: Answer] = [
      "/slow": .open([.wait(milliseconds: 200), .text("<title>Slow</title>")]),
      "/fast": .page(Self.page), "/gone": .status(404),
    ]
    try await withServer(routes) { server in
      let addresses = ["/slow", "/gone", "/fast"].map { server.url($0).absoluteString }
      let ended = try await preview(addresses)
      #expect(ended.code == 1)
      #expect(ended.errors == "raylette: \(addresses[1]): HTTP 404 (not found)\n")
      let lines = ended.output.split(separator: "\n")
      #expect(lines.first?.hasPrefix("╭──") == true)
      let titles = lines.filter { $0.contains("Slow") || $0.contains("Story") }
      #expect(titles.count == 2)
      #expect(titles.first?.contains("Slow") == true)
      #expect(lines.last?.hasSuffix("/fast") == true)
      #expect(!ended.output.contains("\u{1B}"))
    }
  }

  @Test("addresses from standard input make one JSON object a line")
  func json() async throws {
    try await withServer(["/a": .page(Self.page)]) { server in
      let input = "# mine\n\(server.url("/a"))\n\nfile:///etc/passwd\n"
      let ended = try await preview(["--json", "--jobs", "1", "-"], input: input)
      #expect(ended.code == 1)
      let lines = ended.output.split(separator: "\n")
      #expect(lines.count == 2)
      let first = try JSONDecoder().decode([String: String].self, from: Data(lines[0].utf8))
      #expect(first["title"] == "Story | Site")
      #expect(first["siteName"] == "Site")
      #expect(first["author"] == "Ada")
      #expect(first["published"] == "2020-01-02T12:00:00Z")
      #expect(first["language"] == "en")
      #expect(first["image"] == nil)
      let second = try JSONDecoder().decode([String: String].self, from: Data(lines[1].utf8))
      #expect(
        second == [
          "originalURL": "file:///etc/passwd",
          "error": "only http and https addresses can be fetched",
        ])
    }
  }

  @Test("a page on standard input is read without network")
  func offline() async throws {
    let page = "<title>Übung</title>"
    let arguments = [
      "--stdin", "--json", "--url", "https://example.invalid/x", "--charset", "utf-8",
    ]
    let ended = try await preview(arguments, input: page)
    #expect(ended.code == 0)
    #expect(ended.output.contains(#""title":"Übung""#))
    let check = try await preview(
      ["--stdin", "--check", "--url", "https://example.invalid/x"], input: page)
    #expect(check.code == 1)
    #expect(check.output.contains("error: og:image is missing"))
  }

  @Test(
    "a page on standard input that is none is a failure",
    arguments: [
      (
        "<title>Just a moment...</title>",
        "example.invalid checks for bots here; open the link in a browser"
      ), ("", "the page is empty"),
    ])
  func noPage(input: String, error: String) async throws {
    let address = "https://example.invalid/x"
    let ended = try await preview(["--stdin", "--json", "--url", address], input: input)
    #expect(ended.code == 1)
    let line = try JSONDecoder().decode([String: String].self, from: Data(ended.output.utf8))
    #expect(line == ["originalURL": address, "error": error])
  }

  @Test("the time limit is the one given, not the wheel's")
  func timeout() async throws {
    try await withServer(["/": .open([.hang])]) { server in
      let ended = try await preview(["--timeout", "0.2", server.url("/").absoluteString])
      #expect(ended.code == 1)
      #expect(ended.errors.hasSuffix("127.0.0.1 did not answer within 0.2 s\n"))
    }
  }

  @Test("what an address tells a terminal to do does not reach one", arguments: [[], ["--json"]])
  func controls(options: [String]) async throws {
    let address = "x\u{1B}]0;title\u{7}\u{9B}31m\u{202E}y"
    let ended = try await preview(options + ["-", address], input: address + "\n")
    #expect(ended.code == 1)
    #expect((ended.output + ended.errors).contains("x]0;title›31my"))
    let scalars = (ended.output + ended.errors).unicodeScalars
    #expect(scalars.allSatisfy { $0 == "\n" || $0.properties.generalCategory != .control })
    #expect(!scalars.contains("\u{202E}"))
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
      #expect(ended.code == 1)
      #expect(ended.output.contains("error: og:image can't be fetched: HTTP 404 (not found)"))
      #expect(ended.output.contains("error: no icon to fall back on: 127.0.0.1 sent no picture"))
    }
  }

  @Test(
    "calls that make no sense end with 2",
    arguments: [
      [], ["--jobs", "0", "https://a.org"], ["--stdin"], ["--url", "https://a.org"],
      ["--stdin", "--url", "https://a.org", "https://b.org"], ["--timeout", "0", "https://a.org"],
      ["--timeout", "700", "https://a.org"], ["--timeout", "abc", "https://a.org"],
      ["--seed", "3", "https://a.org"], ["--wheel", "classic", "https://a.org"],
    ])
  func usage(arguments: [String]) async throws {
    let ended = try await preview(arguments)
    #expect(ended.code == 2)
    #expect(ended.errors.hasPrefix("Error: "))
    #expect(ended.errors.contains("raylette preview"))
    #expect(ended.output.isEmpty)
  }
}
