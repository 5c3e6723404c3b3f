import Foundation
import TestSupport
import Testing

/// `raylette saved`, as scripts call it.
@Suite(.takesTurn)
struct SavedCommandTests {
  @Test("links are added, listed, tagged, given notes, removed, restored and deleted")
  func wholeLife() async throws {
    try await withTemporaryHome { home in
      func saved(_ arguments: String..., input: String = "") async throws -> CommandRun {
        try await CommandRun(["saved"] + arguments, in: home, input: input)
      }
      let input = "# mine\nexample.org/a\n\nhttps://example.org/b\n"
      #expect(
        try await saved("add", "-", "--tag", "#x", input: input).output
          == "saved: https://example.org/a\nsaved: https://example.org/b\n")
      let again = try await saved("add", "HTTPS://example.org/a/#top", "--note", "Mine")
      #expect(again.output == "already saved: https://example.org/a\n" && again.exitCode == 0)
      #expect(try await saved("list", "mine").output == "https://example.org/a\t\t#x\n")
      #expect(
        try await saved("tag", "--filter", "#x", "--add", "y", "--remove", "x").lines.count == 2)
      #expect(try await saved("search", "#y", "--limit", "1").lines.count == 1)
      #expect(try await saved("note", "example.org/b", "--text", "Two\nlines").exitCode == 0)
      let json = try await saved("list", "--json", "two")
      let object = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
      #expect(object?["note"] as? String == "Two\nlines")
      #expect(object?["url"] as? String == "https://example.org/b")
      #expect(
        try await saved("remove", "example.org/a").output == "removed: https://example.org/a\n")
      #expect(try await saved("trash").output.hasPrefix("https://example.org/a"))
      #expect(try await saved("trash", "restore", "example.org/a").exitCode == 0)
      #expect(try await saved("list").lines.count == 2)
      _ = try await saved("remove", "--filter", "example")
      #expect(try await saved("trash", "empty", "--yes").output == "deleted: 2 links\n")
      #expect(try await saved("list").output.isEmpty)
    }
  }

  @Test(
    "failures print an error and set the right exit code",
    arguments: [
      (["list", "nothing-like-this"], 1, ""),
      (["remove", "nowhere.example"], 1, "not in Saved: nowhere.example"),
      (["add", "file:///etc/passwd"], 2, "not a web address: file:///etc/passwd"),
      (["remove"], 2, "name addresses, or take those of a --filter."),
      (["tag", "example.org"], 2, "name tags to --add or to --remove."),
      (["remove", "--filter", "#"], 2, "has nothing to look for"),
      (["list", "--limit", "0"], 2, "--limit takes a number from 1"),
      (["import", "/nowhere"], 1, "cannot read /nowhere: No such file or directory"),
      (["import", "/dev/null"], 1, "is of no known format"),
      (["export", "--format", "chrome"], 2, "chrome is import-only; export html instead"),
      (["open", "nowhere.example"], 1, "not in Saved"),
    ])
  func refusals(arguments: [String], exitCode: Int32, words: String) async throws {
    try await withTemporaryHome { home in
      let run = try await CommandRun(["saved"] + arguments, in: home)
      #expect(run.exitCode == exitCode)
      #expect(run.output.isEmpty && (words.isEmpty || run.error.contains(words)))
      #expect(words.isEmpty == run.error.isEmpty)
    }
  }

  @Test("check reports dead links and remembers them")
  func check() async throws {
    try await withServer(["/gone": .status(410), "/ok": .page("x")]) { server in
      try await withTemporaryHome { home in
        let addresses = ["/gone", "/ok"].map { server.url($0).absoluteString }
        _ = try await CommandRun(["saved", "add"] + addresses, in: home)
        let run = try await CommandRun(process: ["saved", "check"], in: home)
        #expect(run.output == "gone: \(addresses[0])\n" && run.exitCode == 1)
        let asked = server.requests.count
        #expect(try await CommandRun(process: ["saved", "check"], in: home).output == run.output)
        #expect(server.requests.count == asked)
        let ok = try await CommandRun(process: ["saved", "check", "--filter", "-gone"], in: home)
        #expect(ok.output.isEmpty && ok.exitCode == 0)
      }
    }
  }

  @Test("check tells what has moved from what only leads to where others lead")
  func moves() async throws {
    var routes: [String: Answer] = ["/news": .page("x"), "/": .page("x"), "/new": .page("x")]
    for number in 1...3 { routes["/\(number)"] = .redirect(301, to: "/news") }
    routes["/old"] = .redirect(308, to: "/new")
    routes["/deep/er"] = .redirect(301, to: "/")
    try await withServer(routes) { server in
      try await withTemporaryHome { home in
        let address = { server.url($0).absoluteString }
        let saved = ["/1", "/2", "/3", "/old", "/deep/er"].map(address)
        _ = try await CommandRun(["saved", "add"] + saved, in: home)
        let gone = [("/1", "/news"), ("/2", "/news"), ("/3", "/news"), ("/deep/er", "/")].map {
          "probably gone: \(address($0)) -> \(address($1))"
        }
        let lines = gone + ["moved: \(address("/old")) -> \(address("/new"))"]
        for _ in 1...2 {
          let run = try await CommandRun(process: ["saved", "check"], in: home)
          #expect(run.lines.map(String.init).sorted() == lines.sorted() && run.exitCode == 1)
        }
        let list = try await home.saved("list", "is:dead", "--json")
        #expect(list.lines.count == 4 && list.output.contains(#""check":"probably gone""#))
        #expect(
          try await home.saved("show", saved[4]).output.contains("probably gone: it leads to"))
        #expect(try await home.saved("list", "is:moved").lines.count == 1)
      }
    }
  }

  @Test("control characters in imported lists don't reach the terminal")
  func hostile() async throws {
    try await withTemporaryHome { home in
      let line =
        #"{"url":"https://example.org/","title":"a\u001b]0;x\u0007b\u202e","tags":["t\u001b[31m"]}"#
      let run = try await CommandRun(
        ["saved", "import", "-", "-v", "--format", "jsonl"], in: home,
        input: line + "\n\u{1B}[31mbad\n")
      #expect(
        run.output == "-: 1 added, 0 already saved (read as jsonl); 1 skipped: 1 not readable\n")
      let list = try await CommandRun(["saved", "list"], in: home)
      for text in [run.error, list.output] {
        #expect(
          !text.unicodeScalars.contains {
            $0.properties.generalCategory == .format || $0.value == 0x1B
          })
      }
    }
  }
}
