import Foundation
import TestSupport
import Testing

@testable import raylette

/// Objects of `--json` have all their keys, whatever is known.
@Suite(.timeLimit(.minutes(3)))
struct JSONKeysTests {
  private static let page = """
    <html lang=en><title>Rays</title><meta name=author content=Ann>
    <meta property=article:modified_time content=2026-10-02T08:00:00Z>
    <article><h1>Rays</h1><p>\(String(repeating: "A ray hits the sphere, then the light. ", count: 20))
    </article>
    """
  private static let preview = [
    "author", "canonicalURL", "error", "icon", "image", "kind", "language", "modified",
    "originalURL", "published", "siteName", "summary", "syndicationSource", "title", "url", "video",
  ]
  private static let spin =
    (preview + ["linkSummary", "linkTitle", "programmingLanguage", "topics", "wheel"]).sorted()
  private static let saved = [
    "check", "id", "movedTo", "note", "openedAt", "progress", "readAt", "removedAt", "savedAt",
    "siteName", "summary", "tags", "textKeptAt", "title", "url",
  ]
  private static let wheel = [
    "isBuiltIn", "links", "name", "never", "sources", "topics", "unseen", "updatedAt",
  ]
  private static let article = [
    "byline", "language", "markdown", "modified", "published", "readingMinutes", "text",
    "textKeptAt", "title", "url", "wordCount",
  ]
  private static let setting = ["column", "file", "key", "line", "source", "value", "variable"]
  private static let device = ["device", "lastChange", "skippedLines"]
  private static let cache = [
    "articleIndexSize", "articleSize", "articles", "file", "imageFolder", "imageSize", "images",
    "limit", "newest", "oldest", "pages", "size",
  ]

  /// The command that has the option, its line in a shell, and its keys. `$url` is that of a page,
  /// `$gone` that of none.
  static let outputs: [(command: String, line: String, keys: [String])] = [
    ("spin", "spin --json --wheel one.txt", spin), ("spin", "spin --json --wheel none.txt", spin),
    ("spin", "spin --json --no-fetch --wheel one.txt", spin),
    ("preview", "preview --json $url $gone 'no address'", preview),
    ("preview", "preview --json --check $url $gone x", ["error", "findings", "originalURL"]),
    ("read", "read --json $url", article), ("read", "read --json page.html", article),
    ("read", "read --json - < words.txt", article),
    ("saved list", "saved list --json", saved), ("saved show", "saved show --json $url", saved),
    ("saved tags", "saved tags --json", ["count", "tag"]),
    ("saved trash list", "saved trash list --json", saved),
    ("wheel list", "wheel list --json", wheel), ("wheel show", "wheel show --json mine", wheel),
    (
      "wheel show", "wheel show --json --links mine",
      ["language", "summary", "title", "topics", "url"]
    ),
    ("history", "history --json", ["seenAt", "title", "url", "wheel"]),
    ("history list", "history list --json", ["seenAt", "title", "url", "wheel"]),
    (
      "sync status", "sync status --json",
      [
        "device", "devices", "failedAt", "failure", "place", "recipients", "skippedLines",
        "syncedAt", "unsyncedDuplicates", "waiting",
      ]
    ),
    ("sync devices", "sync devices --json", device), ("cache info", "cache info --json", cache),
    ("cache", "cache info --json", cache), ("config show", "config show --json", setting),
    ("doctor", "doctor --json", ["advice", "finding", "status", "subject"]),
  ]

  @Test("the objects of --json always have the same keys")
  func keys() async throws {
    try await withServer([
      "/page": .page(Self.page.utf8, type: "text/html"), "/gone": .status(404),
      "/none": .status(500),
    ]) { server in
      try await withTemporaryHome { home in
        let names = "url=\(server.url("/page")) gone=\(server.url("/gone"))"
        let made = try await CommandRun(
          shell: """
            \(names); echo $url > one.txt; echo $gone > none.txt; echo Some words. > words.txt
            printf '%s' '\(Self.page)' > page.html
            $raylette saved add $url --tag a && $raylette saved add $gone &&
            $raylette saved remove $gone && $raylette wheel add mine one.txt &&
            $raylette spin --wheel one.txt > spun.txt && $raylette sync init --folder place
            """, in: home)
        #expect(made.exitCode == 0, "\(made.error)")
        for (_, line, keys) in Self.outputs {
          let run = try await CommandRun(shell: "\(names); $raylette \(line)", in: home)
          let objects = try run.lines.map {
            try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
          }
          #expect(!objects.isEmpty, "\(line): \(run.error)")
          for object in objects { #expect(object.keys.sorted() == keys, "\(line)") }
        }
        let article = try await CommandRun(shell: "\(names); $raylette read --json $url", in: home)
        let object = try #require(
          try JSONSerialization.jsonObject(with: Data(article.output.utf8)) as? [String: Any])
        #expect(object["url"] as? String == server.url("/page").absoluteString)
        #expect(object["modified"] as? String == "2026-10-02T08:00:00Z")
        #expect(object["textKeptAt"] is NSNull)
      }
    }
  }

  @Test("every command with --json is tested")
  func complete() throws {
    func paths(_ command: CommandTree, _ path: [String]) -> [String] {
      let own =
        command.arguments.contains { $0.optionNames.contains("--json") }
        ? [path.joined(separator: " ")] : []
      return own + command.commands.flatMap { paths($0, path + [$0.name]) }
    }
    // An encrypted place needs age; see SyncRecipientTests.
    let all = Set(paths(try #require(CommandTree.root), [])).subtracting([
      "", "sync recipients list",
    ])
    #expect(all.subtracting(Self.outputs.map(\.command)).sorted() == [])
  }
}
