import Foundation
import TestSupport
import Testing

extension TemporaryHome {
  /// Runs `raylette saved keep` in a process of its own, because it asks whether there's a network,
  /// which other tests' hosts have a say in.
  fileprivate func keep(_ arguments: String...) async throws -> CommandRun {
    try await CommandRun(process: ["saved", "keep"] + arguments, in: self)
  }
}

/// `raylette saved keep` and `saved export --with-text`.
@Suite(.takesTurn)
struct SavedKeepCommandTests {
  private func withLinks(
    _ body: (TemporaryHome, FixtureServer) async throws -> Void
  ) async throws {
    let routes = [
      "/rays": ArticlePages.page(
        "Rays & \"spheres\"",
        "Lamplighters know how to follow the light home, and they tell it to whoever walks with them."
      ),
      "/other": ArticlePages.page(
        "Rays & \"spheres\"",
        "Another text follows the light in the other way, from the lamp to the wall behind it."),
    ]
    try await withServer(routes) { server in
      try await withTemporaryHome { home in
        let addresses = ["/rays", "/other", "/gone"].map { server.url($0).absoluteString }
        let run = try await CommandRun(
          ["saved", "add", "--tag", "light", "--note", "Mine."] + addresses, in: home)
        #expect(run.exitCode == 0, "\(run.error)")
        try await body(home, server)
      }
    }
  }

  @Test("texts are kept once, found, told and forgotten")
  func keeps() async throws {
    try await withLinks { home, server in
      let plan = try await home.keep("--dry-run")
      #expect(plan.lines.count == 3 && plan.exitCode == 0)
      let first = try await home.keep("site:127")
      #expect(first.exitCode == 1 && first.lines.count == 2)
      #expect(first.error.contains("not kept: \(server.url("/gone").absoluteString): "))
      let second = try await home.keep()
      #expect(second.exitCode == 0 && second.output.isEmpty, "\(second.error)")
      let found = try await home.saved("list", "text:lamplighters")
      #expect(found.lines.count == 1 && found.output.hasPrefix(server.url("/rays").absoluteString))
      #expect(try await home.saved("list", "lamplight").lines.count == 1)
      #expect(try await home.saved("list", "has:text").lines.count == 2)
      let information = try await CommandRun(["cache", "info", "--json"], in: home)
      #expect(information.output.contains("\"articles\":2"))
      let doctor = try await CommandRun(["doctor"], in: home)
      #expect(doctor.output.contains("kept texts\t2 articles"), "\(doctor.output)")
      let again = try await home.keep("--again", "text:lamplighters")
      #expect(again.lines.count == 1 && again.exitCode == 0)
      let forgotten = try await home.keep("--forget", "text:lamplighters")
      #expect(forgotten.lines.count == 1)
      #expect(try await home.saved("list", "lamplight").lines.isEmpty)
      #expect(try await home.saved("list", "has:text").lines.count == 1)
      #expect(try await home.saved("list").lines.count == 3)
    }
  }

  @Test("a dead page is read from the kept copy, which says so")
  func dead() async throws {
    try await withTemporaryHome { home in
      var address = ""
      try await withServer(["/rays": ArticlePages.page("Rays")]) { server in
        address = server.url("/rays").absoluteString
        _ = try await home.saved("add", address)
        #expect(try await home.keep().exitCode == 0)
      }
      let run = try await CommandRun(["read", "--text", address], in: home)
      #expect(run.exitCode == 0 && run.output.contains(ArticlePages.sentence))
      #expect(run.error.contains("This is the copy kept on "), "\(run.error)")
    }
  }

  @Test("a file for each link is written once, and what was edited stays")
  func export() async throws {
    try await withLinks { home, server in
      _ = try await home.keep()
      let folder = home.file("notes")
      func export() async throws -> String {
        let run = try await home.saved(
          "export", "--format", "markdown", "--with-text", folder.path())
        #expect(run.exitCode == 0 && run.output.isEmpty)
        return run.error
      }
      #expect(try await export() == "3 written, 0 unchanged\n")
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path()).sorted()
      #expect(names == ["127-0-0-1.md", "rays-spheres-2.md", "rays-spheres.md"])
      let head = """
        ---
        title: "Rays & \\"spheres\\""
        source: "\(server.url("/rays").absoluteString)"

        """
      // Two pages have this title, and were saved at the same time.
      let file = try #require(
        names.map { folder.appending(path: $0) }
          .first { try String(contentsOf: $0, encoding: .utf8).hasPrefix(head) })
      let text = try String(contentsOf: file, encoding: .utf8)
      #expect(text.contains("\ntags: [\"light\"]\n"))
      #expect(text.contains("\n---\n\nMine.\n\n\(ArticlePages.sentence)\n"))
      #expect(try await export() == "0 written, 3 unchanged\n")

      // A renamed file is still the link's.
      let renamed = folder.appending(path: "My rays.md")
      try FileManager.default.moveItem(at: file, to: renamed)
      #expect(try await export() == "0 written, 3 unchanged\n")
      _ = try await home.saved("tag", "--filter", "text:lamplighters", "--add", "new")
      #expect(try await export() == "1 written, 2 unchanged\n")
      #expect(try String(contentsOf: renamed, encoding: .utf8).contains("\"new\""))

      let edited = try String(contentsOf: renamed, encoding: .utf8) + "\nMy own words.\n"
      try Data(edited.utf8).write(to: renamed)
      _ = try await home.saved("tag", "--filter", "text:lamplighters", "--add", "newer")
      let report = try await export()
      #expect(report.contains("left as it is, because it was edited: My rays.md"))
      #expect(try String(contentsOf: renamed, encoding: .utf8) == edited)

      // Without the texts, files keep those they have.
      _ = try await home.keep("--forget")
      #expect(try await export().hasSuffix("0 written, 2 unchanged\n"))
    }
  }

  @Test(
    "options that don't go together are refused",
    arguments: [
      ["keep", "--again", "--forget"], ["keep", "is:ded"],
      ["export", "--with-text", "notes"],
      ["export", "--format", "markdown", "--with-text", "/proc/nowhere"],
    ])
  func refused(arguments: [String]) async throws {
    try await withTemporaryHome { home in
      _ = try await home.saved("add", "https://example.org/")
      let run = try await CommandRun(["saved"] + arguments, in: home)
      #expect(run.exitCode != 0 && run.output.isEmpty && !run.error.isEmpty)
    }
  }
}
