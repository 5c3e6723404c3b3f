import Foundation
import LinkStore
import Links
import TestSupport
import Testing

/// `raylette saved undo` and `redo`.
@Suite(.takesTurn)
struct SavedUndoTests {
  private func state(of home: TemporaryHome) async throws -> String {
    let links = try await home.saved("list", "--json").output
    let trash = try await home.saved("trash", "--json").output
    return "\(links)trash:\n\(trash)"
  }

  private static let changes: [([String], String)] = [
    (["remove", "example.org/1", "example.org/2"], "removed 2 links"),
    (["tag", "--filter", "example", "--add", "z", "--remove", "x"], "tagged 3 links"),
    (["tag", "example.org/1", "--remove", "x"], "untagged “example.org/1”"),
    (["note", "example.org/1", "--text", "New", "--yes"], "changed the note of “example.org/1”"),
    (["trash", "restore", "example.org/gone"], "restored “example.org/gone”"),
    (["edit", "example.org/1", "--title", "T"], "edited “T”"),
    (["edit", "example.org/1", "--address", "example.com/new", "--title", "T"], "edited “T”"),
    (["add", "example.org/gone", "--note", "Again"], "saved “example.org/gone”"),
    (["add", "example.org/1", "--tag", "y"], "saved “example.org/1”"),
  ]

  private func withLinks(_ body: (TemporaryHome) async throws -> Void) async throws {
    try await withTemporaryHome { home in
      let input = "example.org/1\nexample.org/2\nexample.org/3\nexample.org/gone"
      _ = try await home.saved("add", "-", "--tag", "x", "--note", "Mine", input: input)
      _ = try await home.saved("remove", "example.org/gone")
      try await body(home)
    }
  }

  @Test("a change can be undone and redone", arguments: changes)
  func undoes(arguments: [String], deed: String) async throws {
    try await withLinks { home in
      let before = try await state(of: home)
      #expect(try await CommandRun(["saved"] + arguments, in: home).exitCode == 0)
      let after = try await state(of: home)
      #expect(after != before)
      // The link has its former title again.
      let undone = deed.replacing("“T”", with: "“example.org/1”")
      #expect(try await home.saved("undo").output == "Undone: \(undone).\n")
      #expect(try await state(of: home) == before)
      #expect(try await home.saved("redo").output == "Redone: \(deed).\n")
      #expect(try await state(of: home) == after)
      #expect(try await home.saved("redo").exitCode == 1)
    }
  }

  @Test("changes are undone one after another, back to the first")
  func severalSteps() async throws {
    try await withTemporaryHome { home in
      let none = try await home.saved("undo")
      #expect(none.exitCode == 1 && none.error == "raylette: nothing to undo\n")
      for number in 1...3 { _ = try await home.saved("add", "example.org/\(number)") }
      // This has no effect, so there's nothing to undo.
      _ = try await home.saved("add", "example.org/1")
      for count in [2, 1, 0] {
        let undone = "Undone: saved “example.org/\(count + 1)”.\n"
        #expect(try await home.saved("undo").output == undone)
        #expect(try await home.savedAddresses.count == count)
      }
      #expect(try await home.saved("undo").exitCode == 1)
      for _ in 1...2 { #expect(try await home.saved("redo").exitCode == 0) }
      #expect(try await home.savedAddresses == ["https://example.org/1", "https://example.org/2"])
      // A new change clears the redo history.
      _ = try await home.saved("add", "example.org/new")
      #expect(try await home.saved("redo").error == "raylette: nothing to redo\n")
      #expect(try await home.savedAddresses.count == 3)
    }
  }

  @Test("an import is one undo step, and importing again restores the links")
  func importing() async throws {
    try await withTemporaryHome { home in
      _ = try await home.saved("add", "example.org/1")
      let input = (0..<1500).map { "https://example.org/\($0)" }.joined(separator: "\n")
      try Data(input.utf8).write(to: home.file("links.txt"))
      try Data(#"{"url":"https://example.org/1","tags":["t"]}"#.utf8)
        .write(to: home.file("more.jsonl"))
      let files = ["links.txt", "more.jsonl"].map { home.file($0).path() }
      _ = try await CommandRun(["saved", "import"] + files, in: home)
      #expect(try await home.saved("undo").output == "Undone: imported 1,500 links.\n")
      #expect(try await home.saved("list").output == "https://example.org/1\t\t\n")
      let again = try await CommandRun(["saved", "import"] + files, in: home)
      #expect(
        again.lines.first?.hasSuffix(
          "links.txt: 0 added, 1,499 restored from the trash, 1 already saved (read as text)")
          == true)
      #expect(try await home.saved("list", "--", "-nothing").lines.count == 1500)
      // Undo also updates the search index.
      #expect(try await home.saved("undo").exitCode == 0)
      #expect(try await home.saved("list", "#t").exitCode == 1)
    }
  }

  @Test("undo leaves links that changed later as they are, and says so")
  func changedSince() async throws {
    try await withLinks { home in
      _ = try await home.saved("tag", "--filter", "example", "--add", "y")
      // Changes the tags as another device does.
      let store = try SavedLinkStore(
        location: StoreLocation(environment: home.environment, folder: "raylette"))
      let url = try #require(URL(string: "https://example.org/1"))
      let link = try #require(try await store.link(for: url))
      try await store.recording(.received(from: "laptop"), from: .device, at: Date())
        .apply(.setTags([link.id: ["theirs"]]), at: Date())
      let undone = try await home.saved("undo")
      #expect(undone.output == "Undone: tagged 2 links.\n")
      #expect(undone.error == "raylette: 1 link left as it is, since it changed later\n")
      #expect(try await home.saved("list", "#theirs").lines.count == 1)
      #expect(try await home.saved("list", "#x").lines.count == 2)
      // The link is deleted for good, so its removal can't be undone, and undo reaches the change
      // before it.
      _ = try await home.saved("remove", "example.org/1")
      _ = try await home.saved("trash", "empty", "--yes")
      let gone = try await home.saved("undo")
      #expect(gone.exitCode == 1 && gone.output.isEmpty)
      #expect(
        gone.error == "raylette: can't undo: 1 link left as it is, since it changed later\n")
    }
  }

  /// The lines of a log without times, which differ.
  private func log(_ home: TemporaryHome, _ arguments: String...) async throws -> [[String]] {
    let run = try await CommandRun(["saved", "log"] + arguments, in: home)
    #expect(run.exitCode == 0 && run.error.isEmpty)
    return run.output.split(separator: "\n").map { line in
      var columns = line.split(separator: "\t").map(String.init)
      if columns.count > 1 { #expect(columns.remove(at: 1).hasSuffix("Z")) }
      return columns
    }
  }

  @Test("the log lists changes, all or those of a link, and each can be undone by its number")
  func listed() async throws {
    try await withLinks { home in
      _ = try await home.saved("tag", "example.org/1", "example.org/2", "--add", "y")
      _ = try await home.saved("note", "example.org/1", "--text", "New", "--yes")
      let all = [
        ["4", "Changed the note of “example.org/1”", "from the shell"],
        ["3", "Tagged 2 links", "from the shell"],
        ["2", "Removed “example.org/gone”", "from the shell"],
        ["1", "Saved 4 links", "from the shell"],
      ]
      #expect(try await log(home) == all)
      #expect(try await log(home, "--since", "1d", "--limit", "2") == Array(all.prefix(2)))
      let address = "https://example.org/1"
      let own = [
        ["4", "Changed the note", "from the shell", address],
        ["3", "Tagged y", "from the shell", address], ["1", "Saved", "from the shell", address],
      ]
      #expect(try await log(home, address) == own)
      #expect(try await home.saved("undo", "3").output == "Undone: tagged 2 links.\n")
      #expect(
        try await log(home, "--limit", "2")
          == [all[0], ["3", "Tagged 2 links", "from the shell, undone"]])
      #expect(try await log(home, address) == [own[0], own[2]])
      let json = try await home.saved("log", "--json", "--limit", "1").output
      let line = try #require(json.split(separator: "\n").first)
      let object = try #require(
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      #expect(object["number"] as? Int == 4 && object["origin"] as? String == "shell")
      #expect(object["change"] as? String == "Changed the note of “example.org/1”")
      #expect(object["isUndone"] as? Bool == false)
    }
  }

  @Test("a number that no change has, or whose change is undone, is an error", arguments: [3, 99])
  func unknownNumber(number: Int) async throws {
    try await withLinks { home in
      _ = try await home.saved("tag", "example.org/1", "--add", "y")
      _ = try await home.saved("undo")
      let undo = try await home.saved("undo", "\(number)")
      #expect(undo.exitCode == 1)
      #expect(
        undo.error
          == "raylette: there's no change \(number) to undo; raylette saved log lists the changes\n"
      )
      #expect(try await home.saved("undo", "x").exitCode == 2)
      #expect(try await home.saved("log", "example.org/unknown").exitCode == 1)
    }
  }
}
