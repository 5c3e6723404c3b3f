import Foundation
import TaskLimits
import TestSupport
import Testing

/// `raylette wheel`.
@Suite(.takesTurn)
struct WheelCommandTests {
  private func wheel(
    _ arguments: String..., in home: TemporaryHome, input: String = ""
  ) async throws -> CommandRun {
    try await CommandRun(["wheel"] + arguments, in: home, input: input)
  }

  private func objects(_ run: CommandRun) throws -> [[String: Any]] {
    try run.lines.map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
  }

  @Test("a wheel is added from several sources, listed, shown, renamed and removed")
  func journey() async throws {
    try await withTemporaryHome { home in
      let list = home.file("list.md")
      try Data("## Rays\n- [A](https://a.example/) - About A.\n- [x](ftp://x.example/)\n".utf8)
        .write(to: list)
      let added = try await wheel(
        "add", "mine", list.path(), "-", in: home,
        input: "https://b.example/\nhttps://a.example/\n")
      #expect(added.exitCode == 0 && added.output == "mine: 2 links added\n")
      #expect(
        added.error
          == "\(list.path()):3: skipped: ftp://x.example/ is not an http or https address.\n")

      let listing = try await wheel("list", in: home)
      #expect(
        listing.lines == [
          "classic\t9\t9\tbuilt in", "mine\t2\t2\t\(list.path()) -",
          "tutorials\t355\t355\tbuilt in",
        ])
      let objects = try objects(try await wheel("list", "--json", in: home))
      #expect(objects.map { $0["name"] as? String } == ["classic", "mine", "tutorials"])
      #expect(
        objects.allSatisfy {
          Set($0.keys) == [
            "name", "isBuiltIn", "links", "unseen", "never", "topics", "updatedAt", "sources",
          ]
        })
      let sources = try #require(objects[1]["sources"] as? [[String: Any]])
      #expect(sources.map { $0["location"] as? String } == [list.path(), "-"])
      #expect(sources.allSatisfy { $0["failure"] is NSNull && $0["readAt"] is String })

      let shown = try await wheel("show", "mine", in: home)
      #expect(shown.output.hasPrefix("mine: 2 links, 2 not seen yet\ntopics: Rays\nsource: "))
      let links = try await wheel("show", "mine", "--links", in: home)
      #expect(Set(links.lines) == ["https://a.example/\tA", "https://b.example/\t"])
      let link = try #require(
        try self.objects(try await wheel("show", "mine", "--links", "--json", in: home)).first {
          $0["url"] as? String == "https://a.example/"
        })
      #expect(link["summary"] as? String == "About A." && link["language"] is NSNull)
      #expect(link["topics"] as? [String] == ["Rays"])

      #expect(
        try await wheel("rename", "mine", "yours", in: home).output == "mine: renamed to yours\n")
      #expect(try await wheel("remove", "yours", in: home).output == "yours: removed\n")
      #expect(try await wheel("list", in: home).lines.count == 2)
    }
  }

  @Test("a dry run changes nothing")
  func dryRun() async throws {
    try await withTemporaryHome { home in
      let add = try await wheel(
        "add", "mine", "-", "--dry-run", in: home, input: "https://a.example/")
      #expect(add.output == "mine: 1 link would be added\n")
      #expect(try await wheel("list", in: home).lines.count == 2)
      _ = try await wheel("add", "mine", "-", in: home, input: "https://a.example/")
      #expect(
        try await wheel("rename", "mine", "x", "--dry-run", in: home).output
          == "mine: would be renamed to x\n")
      #expect(
        try await wheel("remove", "mine", "--dry-run", in: home).output
          == "mine: would be removed\n")
      #expect(try await wheel("list", in: home).output.contains("mine\t1"))
    }
  }

  @Test("an update sends validators, keeps the links of a source that fails, and says so")
  func update() async throws {
    let list = Locked("https://a.example/\nhttps://b.example/\n")
    let answer = Answer { request in
      let text = list.withLock(\.self)
      if text.isEmpty { return .status(503) }
      let tag = "\"\(text.utf8.count)\""
      return request.header("If-None-Match") == tag
        ? .status(304) : .page(text.utf8, type: "text/plain", headers: ["ETag: \(tag)"])
    }
    try await withServer(["/list": answer]) { server in
      try await withTemporaryHome { home in
        let url = server.url("/list").absoluteString
        #expect(try await wheel("add", "mine", url, in: home).exitCode == 0)
        #expect(try await wheel("update", in: home).output == "mine: unchanged\n")
        #expect(server.requests.last?.header("If-None-Match") != nil)
        list.withLock { $0 = "https://a.example/\nhttps://c.example/\nhttps://d.example/\n" }
        let dry = try await wheel("update", "mine", "--dry-run", in: home)
        #expect(dry.output == "mine: 2 would be added, 1 would be removed\n")
        #expect(
          try await wheel("update", "mine", in: home).output == "mine: 2 added, 1 removed\n")
        list.withLock { $0 = "" }
        let failed = try await wheel("update", in: home)
        #expect(failed.exitCode == 1 && failed.output.isEmpty)
        #expect(
          failed.error
            == "raylette: mine: its links stay: cannot fetch \(url): HTTP 503 (service unavailable)\n"
        )
        #expect(try await wheel("list", in: home).output.contains("mine\t3\t"))
        let shown = try await wheel("show", "mine", in: home)
        #expect(shown.output.contains("  failed since: cannot fetch \(url)"))
      }
    }
  }

  @Test(
    "of several sources, the unchanged ones keep their links when another changes or fails")
  func severalSources() async throws {
    let fixed = Answer { request in
      request.header("If-None-Match") == "\"1\""
        ? .status(304)
        : .page("https://a.example/\n".utf8, type: "text/plain", headers: ["ETag: \"1\""])
    }
    try await withServer(["/fixed": fixed]) { server in
      try await withTemporaryHome { home in
        let file = home.file("list.txt")
        try Data("https://b.example/\n".utf8).write(to: file)
        _ = try await wheel(
          "add", "mine", server.url("/fixed").absoluteString, file.path(), in: home)
        try Data("https://c.example/\n".utf8).write(to: file)
        #expect(try await wheel("update", in: home).output == "mine: 1 added, 1 removed\n")
        try FileManager.default.removeItem(at: file)
        let run = try await wheel("update", in: home)
        #expect(run.exitCode == 1)
        let links = try await wheel("show", "mine", "--links", in: home)
        #expect(Set(links.lines) == ["https://a.example/\t", "https://c.example/\t"])
      }
    }
  }

  @Test(
    "what can't be done is refused in one line",
    arguments: [
      (
        "add mine -", 1,
        "there's already a wheel named mine; use wheel update mine, or wheel rename or wheel remove to make room"
      ),
      ("show mien", 1, "there's no wheel named mien; did you mean mine?"),
      ("remove mine nothere", 1, "there's no wheel named nothere"),
      ("remove tutorials", 1, "tutorials comes with the program and changes only with it"),
      ("update classic", 1, "classic comes with the program and changes only with it"),
      ("add x nowhere.txt", 1, "cannot read the wheel nowhere.txt: No such file or directory"),
      ("add x ftp://a.example/", 2, "ftp://a.example/ is not an http or https address"),
      (
        "add classic -", 2,
        "classic is the name of a wheel that comes with the program. See raylette wheel add --help."
      ),
      (
        "rename mine a/b", 2,
        "the name of a wheel has no slash, and doesn't begin with - or a dot. See raylette wheel rename --help."
      ),
      ("lsit", 2, "there's no command 'lsit'. Did you mean 'list'? See raylette wheel --help."),
    ])
  func refused(line: String, exitCode: Int32, message: String) async throws {
    try await withTemporaryHome { home in
      _ = try await wheel("add", "mine", "-", in: home, input: "https://a.example/\n")
      let run = try await CommandRun("wheel \(line)", in: home)
      #expect(run.exitCode == exitCode && run.output.isEmpty)
      #expect(run.error == "raylette: \(message)\n")
      #expect(try await wheel("list", in: home).output.contains("mine\t1"))
    }
  }

  @Test("wheels that can only be read once are passed over, and no path of a pipe is stored")
  func readOnce() async throws {
    try await withTemporaryHome { home in
      let added = try await CommandRun(
        shell: """
          echo https://a.example | $raylette wheel add piped - &&
          echo https://b.example > b.txt &&
          bash -c '$raylette wheel add mixed b.txt <(echo https://c.example) <(echo https://d.example)' &&
          $raylette wheel add other /dev/stdin < b.txt
          """.replacing("bash -c", with: "env raylette=$raylette bash -c"), in: home)
      #expect(added.exitCode == 0, "\(added.error)")
      let list = try await wheel("list", in: home)
      #expect(!list.output.contains(/\/dev\/(fd|stdin)/), "\(list.output)")
      let sources =
        try objects(try await wheel("list", "--json", in: home))
        .first { $0["name"] as? String == "mixed" }?["sources"] as? [[String: Any]]
      #expect(sources?.compactMap { $0["location"] as? String }.last == "-")

      try Data("https://e.example\n".utf8).write(to: home.file("b.txt"))
      let update = try await wheel("update", in: home)
      let passedOver =
        "passed over; it was read from standard input or a pipe, which can't be read again"
      #expect(update.exitCode == 0 && update.error.isEmpty, "\(update.error)")
      #expect(
        update.lines == [
          "mixed: 1 added, 0 removed", "other: \(passedOver)", "piped: \(passedOver)",
        ])
      let links = try await wheel("show", "mixed", "--links", in: home)
      #expect(
        Set(links.lines) == [
          "https://b.example/\t", "https://c.example/\t", "https://d.example/\t",
          "https://e.example/\t",
        ])
      // Somebody who names it expects that something is read.
      let named = try await wheel("update", "piped", in: home)
      #expect(named.exitCode == 1 && named.output == "piped: \(passedOver)\n")
    }
  }

  @Test("a file whose name is like an address is the file")
  func likeAnAddress() async throws {
    try await withTemporaryHome { home in
      let run = try await CommandRun(
        shell: "mkdir -p github.com/a; echo https://a.example > github.com/a/b; "
          + "$raylette wheel add mine github.com/a/b", in: home)
      #expect(run.output == "mine: 1 link added\n", "\(run.error)")
    }
  }
}
