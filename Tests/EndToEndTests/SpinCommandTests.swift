import Foundation
import TestSupport
import Testing

/// `raylette spin` and `raylette history` for scripts.
@Suite(.takesTurn)
struct SpinCommandTests {
  private static func page(_ title: String) -> Answer {
    Answer.page("<title>\(title)</title><meta name=description content='About it.'>")
  }

  private static let pages = [
    "/a": page("Page A"), "/b": page("Page B"), "/c": page("Page C"),
    "/gone": Answer.status(404),
  ]

  /// Spins links of a server without a terminal.
  private func spin(
    _ arguments: [String], links: [String] = ["/a", "/b", "/c"], on server: FixtureServer,
    in home: TemporaryHome
  ) async throws -> CommandRun {
    let input = links.map { server.url($0).absoluteString }.joined(separator: "\n")
    return try await CommandRun(
      ["spin", "--wheel", "-"] + arguments, in: home, input: input)
  }

  private func objects(_ run: CommandRun) throws -> [[String: Any]] {
    try run.lines.map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
  }

  @Test("without a terminal, one card is printed, and the link counts as seen")
  func card() async throws {
    try await withServer(Self.pages) { server in
      try await withTemporaryHome { home in
        let run = try await spin([], links: ["/a"], on: server, in: home)
        #expect(run.exitCode == 0 && run.error == "")
        #expect(run.output.contains("Page A") && run.output.contains("About it."))
        let history = try await CommandRun(["history"], in: home)
        #expect(history.lines.count == 1 && history.output.contains("\tPage A\t"))
      }
    }
  }

  @Test("-n prints that many different links, as JSON with the wheel and the page")
  func number() async throws {
    try await withServer(Self.pages) { server in
      try await withTemporaryHome { home in
        let run = try await spin(["-n", "3", "--json"], on: server, in: home)
        let objects = try objects(run)
        #expect(Set(objects.compactMap { $0["title"] as? String }).count == 3)
        #expect(objects.allSatisfy { $0["wheel"] is String && $0["summary"] is String })
        // They were seen, so the next one is any of them again.
        let again = try await spin(["--json", "--no-fetch"], on: server, in: home)
        #expect(try self.objects(again).count == 1 && server.requests.count == 3)
      }
    }
  }

  @Test("--no-fetch sends nothing, and built-in wheels are narrowed by topic, language and host")
  func narrowed() async throws {
    try await withTemporaryHome { home in
      let arguments = ["spin", "--no-fetch", "-n", "5", "--topic", "Game", "--language", "C++"]
      let run = try await CommandRun(arguments, in: home)
      #expect(run.exitCode == 0 && run.lines.count == 5)
      #expect(run.lines.allSatisfy { $0.hasSuffix("Game, C++") })
      let none = try await CommandRun(
        ["spin", "--no-fetch", "--host", "nowhere.example"], in: home)
      #expect(none.exitCode == 1)
      #expect(none.error == "raylette: no link of tutorials has the host nowhere.example\n")
    }
  }

  @Test(
    "topics, languages and hosts are the same in upper and lower case, and a slip has a suggestion",
    arguments: [
      (["--topic", "game"], 0, ""), (["--topic", "GAME", "--language", "c++"], 0, ""),
      (["--host", "GitHub.com"], 0, ""),
      (["--topic", "Gmae"], 1, "no link of tutorials has the topic Gmae; did you mean Game?"),
      (["--language", "pyhton"], 1, "has the language pyhton; did you mean Python?"),
      (["--host", "githib.com"], 1, "has the host githib.com; did you mean github.com?"),
      (["--topic", "game", "--host", "nowhere.example"], 1, "has the host nowhere.example"),
    ])
  func spelling(arguments: [String], exitCode: Int32, message: String) async throws {
    try await withTemporaryHome { home in
      let run = try await CommandRun(["spin", "--no-fetch"] + arguments, in: home)
      #expect(run.exitCode == exitCode)
      #expect(message.isEmpty ? run.error.isEmpty : run.error.contains(message))
      #expect(run.lines.count == (exitCode == 0 ? 1 : 0))
    }
  }

  @Test("topics, languages and hosts of the wheel are completed, before and after it's stored")
  func narrowingCompletions() async throws {
    try await withTemporaryHome { home in
      func completions(_ words: String...) async throws -> [String] {
        let run = try await CommandRun(["---complete", "fish", ""] + words, in: home)
        return run.lines.dropFirst().map { String($0.prefix { $0 != "\t" }) }
      }
      let before = try await completions("spin", "--topic", "")
      #expect(before.contains("Game"))
      #expect(try await completions("spin", "--language", "").contains("C++"))
      #expect(try await completions("spin", "--host", "").contains("github.com"))
      #expect(try await CommandRun(["spin", "--no-fetch"], in: home).exitCode == 0)
      #expect(Set(try await completions("spin", "--topic", "")) == Set(before))
      let file = home.file("list.txt")
      try Data("# Rays\n\n- https://example.org/a\n".utf8).write(to: file)
      let path = file.path(percentEncoded: false)
      #expect(
        try await CommandRun(["wheel", "add", "mine", path], in: home).exitCode == 0)
      #expect(
        try await completions("spin", "--wheel", "mine", "--host", "") == ["example.org"])
      #expect(try await completions("spin", "--wheel=mine", "--host", "") == ["example.org"])
    }
  }

  @Test("the history also has what failed, once")
  func failedHistory() async throws {
    try await withServer(Self.pages) { server in
      try await withTemporaryHome { home in
        for _ in 0..<2 {
          #expect(try await spin([], links: ["/gone"], on: server, in: home).exitCode == 1)
        }
        let history = try await CommandRun(["history"], in: home)
        #expect(history.lines.count == 1 && history.output.contains("/gone\t"))
      }
    }
  }

  @Test("a seed gives the same links each time")
  func seeded() async throws {
    try await withTemporaryHome { home in
      let arguments = ["spin", "--no-fetch", "-n", "20", "--seed", "4"]
      let first = try await CommandRun(arguments, in: home)
      #expect(Set(first.lines).count == 20)
      #expect(try await CommandRun(arguments, in: home).output == first.output)
    }
  }

  @Test("a dead link is skipped with a message; --save saves the one that's shown")
  func skips() async throws {
    try await withServer(Self.pages) { server in
      try await withTemporaryHome { home in
        let run = try await spin(
          ["-n", "1", "--save", "--seed", "1"], links: ["/gone", "/a"], on: server, in: home)
        #expect(run.output.contains("Page A") && run.exitCode == 0)
        #expect(try await home.savedAddresses == [server.url("/a").absoluteString])
        let dead = try await spin([], links: ["/gone"], on: server, in: home)
        #expect(dead.exitCode == 1 && dead.output.isEmpty && dead.error.contains("/gone: "))
      }
    }
  }

  @Test(
    "wrong options are told with what they take",
    arguments: [
      (["--number", "0"], 2, "--number takes 1 to 1000, not 0."),
      (["--wheel", "tutorails"], 1, "did you mean tutorials?"),
    ] as [([String], Int32, String)])
  func refuses(arguments: [String], exitCode: Int32, message: String) async throws {
    try await withTemporaryHome { home in
      let run = try await CommandRun(["spin", "--json"] + arguments, in: home)
      #expect(run.exitCode == exitCode && run.output.isEmpty && run.error.contains(message))
    }
  }

  @Test("the history is filtered, limited, printed as JSON and cleared")
  func history() async throws {
    try await withServer(Self.pages) { server in
      try await withTemporaryHome { home in
        #expect(try await CommandRun(["history"], in: home).exitCode == 1)
        _ = try await spin(["-n", "3"], on: server, in: home)
        #expect(try await CommandRun(["history", "page", "b"], in: home).lines.count == 1)
        #expect(try await CommandRun(["history", "--limit", "2"], in: home).lines.count == 2)
        let json = try await CommandRun(["history", "--json", "--limit", "1"], in: home)
        let keys = try objects(json).first?.keys.sorted()
        #expect(keys == ["seenAt", "title", "url", "wheel"])
        let dry = try await CommandRun(["history", "clear", "--dry-run"], in: home)
        #expect(dry.output == "would forget 3 links\n")
        #expect(try await CommandRun(["history", "clear"], in: home).output == "forgot 3 links\n")
        #expect(try await CommandRun(["history"], in: home).exitCode == 1)
      }
    }
  }
}
