import Foundation
import TestSupport
import Testing

/// Filters and lists of addresses on the command line.
@Suite(.takesTurn)
struct SavedFilterCommandTests {
  private static let links = """
    {"url":"https://cnn.com/1","title":"Trump speaks"}
    {"url":"https://bbc.com/2","title":"Trump again"}
    {"url":"https://cnn.com/3","title":"A video of cats"}
    """

  private func withLinks(_ body: (TemporaryHome) async throws -> Void) async throws {
    try await withTemporaryHome { home in
      #expect(try await home.saved("import", "-", input: Self.links).exitCode == 0)
      try await body(home)
    }
  }

  @Test(
    "a filter means the same as on screen, however it's split into arguments",
    arguments: [
      (["trump site:cnn"], ["https://cnn.com/1"]), (["trump", "site:cnn"], ["https://cnn.com/1"]),
      (["site:cnn trump"], ["https://cnn.com/1"]), (["speaks trump"], ["https://cnn.com/1"]),
      ([#""trump speaks""#], ["https://cnn.com/1"]), ([#""speaks trump""#], []),
      (["site:cnn", "--", "-video"], ["https://cnn.com/1"]),
      (["--", "site:cnn -video"], ["https://cnn.com/1"]),
      (["is:untagged", "cats"], ["https://cnn.com/3"]), (["is:noted"], []),
      (["after:1d", "site:bbc"], ["https://bbc.com/2"]), (["before:1d"], []),
    ])
  func meaning(filter: [String], addresses: [String]) async throws {
    try await withLinks { home in
      let run = try await CommandRun(["saved", "list"] + filter, in: home)
      #expect(run.lines.map { String($0.prefix { $0 != "\t" }) } == addresses)
    }
  }

  @Test(
    "a mistyped option is an error, not a filter",
    arguments: [
      (["saved", "list", "--jsn"], "Did you mean '--json'?"),
      (["saved", "list", "--limt", "2"], "Did you mean '--limit'?"),
      (["saved", "list", "-x"], "put it behind --"),
      (["saved", "list", "-video"], "raylette saved list -- '-video'"),
      (["saved", "search", "cats", "-phone"], "put it behind --"),
      (["saved", "trash", "--jsn"], "--jsn"), (["saved", "export", "--filer", "x"], "--filter"),
      (["saved", "check", "--fliter", "x"], "--filter"),
      (["saved", "remove", "--filter", "--dry-run"], "--dry-run is an option"),
      (["saved", "remove", "--filter", "-y"], "-y is an option"),
      (["saved", "tag", "--filter", "-0", "--add", "x"], "-0 is an option"),
      (["saved", "export", "--filter", "--format"], "--format is an option"),
      (["saved", "check", "--filter", ""], "nothing to look for"),
      (["saved", "list", "is:ded"], "is:ded isn't known"),
      (["saved", "list", "🎉"], #"filter "🎉" has nothing to look for."#),
      (["saved", "list", "--", "-🎉", "!"], #"filter "-🎉 !" has nothing to look for."#),
      (["saved", "list", "site:"], "nothing to look for"),
      (["saved", "keep", "🎉"], "nothing to look for"),
      (["saved", "keep", "--forget", "🎉"], "nothing to look for"),
      (["history", "#"], "nothing to look for"),
      (["saved", "list", "--since", "soon"], "--since doesn't take 'soon'"),
      (["saved", "remove", "--filter", "trump after:20"], "after:20 isn't known"),
      (["saved", "open", "cnn.com/1", "--yess"], "--yes"),
      (["saved", "note", "cnn.com/1", "--txt", "x"], "--text"),
      (["saved", "tag", "cnn.com/1", "--ad", "x"], "--add"),
      (["saved", "tag", "cnn.com/1", "--add", ""], "name tags"),
      (["saved", "add", "cnn.com/1", "--tag", "#"], "--tag takes the name"),
      (["saved", "undo", "--dryrun"], "--dry-run"), (["preview", "--jsn", "x.org"], "--json"),
      (["--jsn"], "--jsn"),
    ])
  func mistyped(arguments: [String], words: String) async throws {
    try await withLinks { home in
      let run = try await CommandRun(arguments, in: home)
      #expect(run.exitCode == 2 && run.output.isEmpty)
      #expect(run.error.contains(words))
      #expect(try await home.savedAddresses.count == 3)
    }
  }

  @Test("from a shell, a tag is a whole tag, and what's removed is what the tag counts")
  func wholeTags() async throws {
    try await withTemporaryHome { home in
      func saved(_ arguments: String...) async throws -> CommandRun {
        try await CommandRun(["saved"] + arguments, in: home)
      }
      let tags = ["c", "C", "c++", "css", "build systems", "c*"]
      for (number, tag) in tags.enumerated() {
        _ = try await saved("add", "https://example.org/\(number)", "--tag", tag)
      }
      #expect(try await saved("tags").output.contains("C\t2\n"))
      for (filter, count) in [("#c*", 5), ("#c++", 1), (#"#"c*""#, 1), (#"#"build systems""#, 1)] {
        #expect(try await saved("list", filter).lines.count == count, "\(filter)")
      }
      let removed = try await saved("remove", "--filter", "#c")
      #expect(removed.lines.count == 2 && removed.exitCode == 0)
      #expect(try await saved("list").lines.count == 4)
      let completed = try await CommandRun(
        ["---complete", "fish", "", "saved", "list", "#"], in: home)
      #expect(completed.output.contains(#"#"c*""#) && completed.output.contains("#c++"))
    }
  }

  @Test("other commands read what list prints", arguments: ["", "--json"])
  func pipes(option: String) async throws {
    try await withLinks { home in
      try home.install("browser", "echo \"$1\" >> '\(home.file("opened").path())'")
      /// Runs one command on what another printed.
      func pipe(_ first: String, _ second: String) async throws -> CommandRun {
        let list = try await CommandRun("saved \(first)", in: home)
        return try await CommandRun(
          "BROWSER=~/bin/browser saved \(second)", in: home, input: list.output)
      }
      let opened = try await pipe("list \(option) trump", "open -")
      #expect(opened.exitCode == 0 && opened.error.isEmpty)
      #expect(Set(home.opened) == ["https://cnn.com/1", "https://bbc.com/2"])
      let tagged = try await pipe("list \(option) trump", "tag - --add 'a b'")
      #expect(tagged.lines.count == 2 && tagged.exitCode == 0)
      let removed = try await pipe("list \(option) '#a*'", "remove -")
      #expect(removed.lines.count == 2 && removed.exitCode == 0)
      #expect(try await home.savedAddresses == ["https://cnn.com/3"])
      let back = try await pipe("trash \(option)", "trash restore -")
      #expect(back.lines.count == 2 && back.exitCode == 0)
    }
  }

  @Test("an address that's named twice counts once")
  func twice() async throws {
    try await withLinks { home in
      let run = try await home.saved("remove", "cnn.com/1", "https://cnn.com/1/")
      #expect(run.output == "removed: https://cnn.com/1\n" && run.exitCode == 0)
    }
  }

  @Test(
    "invalid addresses are refused",
    arguments: ["", " ", "two words.org", "tag", "http://", "https://[::1", "ftp://a.example/"])
  func noAddress(text: String) async throws {
    try await withTemporaryHome { home in
      let run = try await home.saved("add", text)
      #expect(run.exitCode == 2 && run.output.isEmpty)
      #expect(run.error.hasPrefix("raylette: not a web address: "))
      #expect(try await home.savedAddresses.isEmpty)
    }
  }
}
