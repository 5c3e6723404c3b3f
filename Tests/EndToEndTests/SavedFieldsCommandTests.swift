import Foundation
import LinkPreview
import LinkStore
import Links
import Markup
import TestSupport
import Testing

/// The link fields, date filters and line endings of commands.
@Suite(.takesTurn)
struct SavedFieldsCommandTests {
  private static let table = #"""
    url,title,note,tags,created
    https://a.example/,A,"one
    two","x,""a, b""",2024-01-05
    https://b.example/x?y=(1,B,,x,2025-03-01
    https://c.example/,,,,2026-05-20
    """#

  private func withLinks(_ body: (TemporaryHome) async throws -> Void) async throws {
    try await withTemporaryHome { home in
      let run = try await home.saved("import", "-", input: Self.table)
      #expect(run.output == "-: 3 added, 0 already saved (read as csv)\n")
      try await body(home)
    }
  }

  @Test(
    "a text that's longer than it can be is refused, and nothing is changed",
    arguments: [
      (["note", "a.example", "--text"], 20_000, "A note has at most 20,000 characters"),
      (["edit", "a.example", "--title"], 500, "A title has at most 500 characters"),
      (["tag", "a.example", "--add"], 100, "A tag has at most 100 characters"),
      (["add", "n.example", "--tag"], 100, "A tag has at most 100 characters"),
      (["add", "n.example", "--note"], 20_000, "A note has at most 20,000 characters"),
    ])
  func tooLong(arguments: [String], limit: Int, sentence: String) async throws {
    try await withLinks { home in
      let before = try await home.saved("list", "--json").output
      let text = String(repeating: "x", count: limit)
      let run = try await CommandRun(["saved"] + arguments + [text + "y"], in: home)
      #expect(run.exitCode == 2 && run.error.contains("\(sentence); this one has "))
      #expect(try await home.saved("list", "--json").output == before)
      let fits = try await CommandRun(
        ["saved"] + arguments + [text] + (arguments[0] == "note" ? ["--yes"] : []), in: home)
      #expect(fits.exitCode == 0)
    }
  }

  @Test("text that isn't in UTF-8 is refused, as an argument and from standard input")
  func foreign() async throws {
    try await withLinks { home in
      for text in [
        #"saved note b.example --text "$(printf 'f\374r')""#,
        #"saved tag b.example --add "$(printf 'f\374r')""#,
        #"saved edit b.example --title="$(printf 'f\374r')""#,
        #"saved list "$(printf '#f\374r')""#,
      ] {
        let run = try await CommandRun(shell: "$raylette \(text)", in: home)
        #expect(run.exitCode == 2 && run.error.contains("an argument isn't in UTF-8"))
      }
      let input = try await CommandRun(
        shell: #"printf 'https://b.example/f\374r\n' | $raylette saved add -"#, in: home)
      #expect(input.exitCode == 2 && input.error.contains("standard input isn't in UTF-8"))
      #expect(try await home.saved("list").lines.count == 3)
      let named = try await CommandRun(
        shell: #"H="$HOME/h$(printf '\374')"; mkdir "$H"; HOME="$H" $raylette saved list"#, in: home
      )
      #expect(named.exitCode == 2 && named.error.contains("the folder in HOME isn't in UTF-8"))
    }
  }

  @Test("JSON objects always have all keys")
  func keys() async throws {
    try await withLinks { home in
      let run = try await home.saved("list", "--json")
      let keys = try run.lines.map { line in
        let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
        return try #require(object as? [String: Any]).keys.sorted()
      }
      #expect(
        keys
          == Array(
            repeating: [
              "check", "id", "movedTo", "note", "openedAt", "progress", "readAt", "removedAt",
              "savedAt", "siteName", "summary", "tags", "textKeptAt", "title", "url",
            ], count: 3))
    }
  }

  @Test(
    "--since and --before filter links by when they were saved",
    arguments: [
      (["--since", "2025"], ["c", "b"]), (["--before", "2025-03"], ["a"]),
      (["--since", "2024-01-06", "--before", "2026-01-01"], ["b"]),
      (["site:b", "--before", "2026"], ["b"]), (["--since", "2099"], []),
    ])
  func dates(arguments: [String], hosts: [String]) async throws {
    try await withLinks { home in
      let run = try await CommandRun(["saved", "list"] + arguments, in: home)
      #expect(run.lines.map { String($0.dropFirst(8).prefix(1)) } == hosts)
      #expect(run.exitCode == (hosts.isEmpty ? 1 : 0))
    }
  }

  @Test("with -0, commands print and read lines that end in NUL")
  func null() async throws {
    try await withLinks { home in
      let run = try await home.saved("list", "-0", "--sort", "title")
      #expect(
        run.output
          == "https://a.example/\tA\t#x #a, b\0https://b.example/x?y=(1\tB\t#x\0https://c.example/\t\t\0"
      )
      let tagged = try await home.saved("tag", "--null", "-", "--add", "z", input: run.output)
      #expect(tagged.lines.count == 3)
      #expect(try await home.saved("tags", "-0").output == "z\t3\0x\t2\0a, b\t1\0")
      let objects = try await home.saved("list", "-0", "--json").output
      #expect(try await home.saved("remove", "-0", "-", input: objects).lines.count == 3)
      #expect(try await home.saved("trash", "-0").output.split(separator: "\0").count == 3)
      #expect(
        try await home.saved("add", "-0", "-", input: "a.example\0d.example").lines.count == 2)
    }
  }

  @Test("saved tags prints tags with counts, for all links or some")
  func tags() async throws {
    try await withLinks { home in
      let tags = try await home.saved("tags").output
      #expect(tags == "x\t2\na, b\t1\n")
      #expect(try await home.saved("tags", "--sort", "name").output == "a, b\t1\nx\t2\n")
      #expect(try await home.saved("tags", "--filter", "b.example").output == "x\t1\n")
      #expect(try await home.saved("tags", "--since", "2026").output == "")
      #expect(
        try await home.saved("tags", "--json").lines.first == #"{"count":2,"tag":"x"}"#)
    }
  }

  @Test("saved show prints everything about a link, also in the trash")
  func show() async throws {
    try await withLinks { home in
      _ = try await home.saved("remove", "c.example")
      let run = try await home.saved("show", "a.example", "c.example", "none.example")
      #expect(run.exitCode == 1)
      #expect(run.error == "raylette: not in Saved: none.example\n")
      let parts = run.output.components(separatedBy: "\n\n")
      let text = """
        address: https://a.example/
        title: A
        tags: #x #a, b
        note: one
          two
        saved: 2024-01-05T12:00:00Z
        changes: 2
        """
      #expect(parts.first?.hasPrefix(text) == true)
      #expect(parts.first?.hasSuffix("Z Imported, from the shell") == true)
      let removed = try #require(parts.last?.split(separator: "\n").suffix(3))
      #expect(removed.first?.hasPrefix("removed: ") == true)
      #expect(
        removed.dropFirst().map { $0.drop { $0 != "Z" } } == [
          "Z Removed, from the shell", "Z Imported, from the shell",
        ])
      let json = try await home.saved("show", "--json", "c.example")
      #expect(json.output.contains(#""removedAt":"2"#))
    }
  }

  @Test("edit changes titles and addresses, but never to another link's address")
  func edit() async throws {
    try await withLinks { home in
      #expect(
        try await home.saved("edit", "a.example", "--title", " New\n title").output
          == "edited: https://a.example/\n")
      let refused = try await home.saved(
        "edit", "a.example", "--title", "Other", "--address", "c.example")
      #expect(refused.exitCode == 1)
      #expect(refused.error.contains("https://c.example/ is another saved link"))
      #expect(
        try await home.saved("edit", "a.example", "--address", "d.example/x").output
          == "edited: https://d.example/x\n")
      let list = try await home.saved("list", "site:d.example").output
      #expect(
        list == "https://d.example/x\tNew title\t#x #a, b\n", "the search index has the new host")
      #expect(try await home.saved("edit", "d.example/x", "--title", "").exitCode == 0)
      #expect(try await home.saved("list", "d.example").output.contains("x\t\t#x"))
      #expect(try await home.saved("edit", "none.example", "--title", "x").exitCode == 1)
      #expect(try await home.saved("edit", "d.example/x").exitCode == 2)
    }
  }

  @Test("undo doesn't take an address from a link that has it now")
  func editUndone() async throws {
    try await withLinks { home in
      _ = try await home.saved("edit", "a.example", "--address", "d.example")
      // As from another device, so that undo passes over the change.
      let store = try SavedLinkStore(
        location: StoreLocation(environment: home.environment, folder: "raylette")
      ).recording(.received(from: "laptop"), from: .device, at: Date())
      let address = try #require(WebAddress("https://a.example/"))
      _ = try await store.save(LinkMetadata(originalAddress: address), at: Date())
      let undo = try await home.saved("undo")
      #expect(undo.exitCode == 1)
      #expect(undo.error.contains("1 link left as it is"))
      #expect(try await home.saved("list", "site:a.example").lines.count == 1)
      #expect(try await home.saved("list", "site:d.example").lines.count == 1)
    }
  }

  @Test("undo leaves an address that changed again since, including its host")
  func editMovedOn() async throws {
    try await withLinks { home in
      _ = try await home.saved("edit", "a.example", "--address", "d.example/x")
      // As from another device, so that undo passes over the change.
      let store = try SavedLinkStore(
        location: StoreLocation(environment: home.environment, folder: "raylette")
      ).recording(.received(from: "laptop"), from: .device, at: Date())
      let address = try #require(WebAddress("https://d.example/x"))
      let link = try #require(await store.link(named: address))
      let next = try #require(WebAddress("https://d.example/y"))
      try await store.apply(.setAddresses([link.id: next]), at: Date())
      let undo = try await home.saved("undo")
      #expect(undo.exitCode == 1)
      #expect(undo.error.contains("1 link left as it is"))
      let list = try await home.saved("list", "site:d.example").output
      #expect(list.hasPrefix("https://d.example/y\t"))
    }
  }

  @Test("export --folders writes tags as folders, with a link in the folder of each of its tags")
  func folders() async throws {
    try await withLinks { home in
      let page = try await home.saved("export", "--folders").output
      let names = page.matches(of: /<H3>(.*)<\/H3>/).map { String($0.1) }
      #expect(names == ["a, b", "x"])
      #expect(page.matches(of: /HREF="https:\/\/a\.example\/"/).count == 2)
      #expect(page.matches(of: /<DL>/).count == page.matches(of: /<\/DL>/).count)
      #expect(!page.contains("TAGS="))
      try await withTemporaryHome { other in
        _ = try await other.saved("import", "-", input: page)
        #expect(try await other.saved("tags").output == "x\t2\na, b\t1\n")
      }
      #expect(try await home.saved("export", "--folders", "--format", "csv").exitCode == 2)
    }
  }

  @Test(
    "importing a file without links exits with 1, and the error names the format",
    arguments: [
      ("<html><p>no links</p><a name=x>", "page"), ("[]", "json"), ("<xbel></xbel>", "xbel"),
      ("url,title\n", "csv"), ("\"exec:x\" tag\n", "newsboat"),
    ])
  func nothing(text: String, format: String) async throws {
    try await withTemporaryHome { home in
      let run = try await home.saved("import", "-", input: text)
      #expect(run.exitCode == 1)
      #expect(run.error.hasPrefix("raylette: No links found in - (read as \(format))"))
    }
  }
}
