/// Command lines with `--json`, and the keys of the objects that they print.
public enum JSONOutput {
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
    "byline", "kind", "language", "markdown", "modified", "published", "readingMinutes", "text",
    "textKeptAt", "title", "url", "wordCount",
  ]
  private static let change = [
    "at", "change", "device", "isUndone", "number", "origin", "url",
  ]
  private static let setting = ["column", "file", "key", "line", "source", "value", "variable"]
  private static let device = ["device", "lastChange", "skippedLines"]
  private static let cache = [
    "articleIndexSize", "articleSize", "articles", "file", "imageSize", "images",
    "limit", "newest", "oldest", "pages", "size",
  ]

  /// The command that has the option, its line, and its keys. `$url` is that of a page, `$gone` that
  /// of none, `~/` the home.
  public static let samples: [(command: String, line: String, keys: [String])] = [
    ("spin", "spin --json --wheel ~/one.txt", spin),
    ("spin", "spin --json --wheel ~/none.txt", spin),
    ("spin", "spin --json --no-fetch --wheel ~/one.txt", spin),
    ("preview", "preview --json $url $gone 'no address'", preview),
    ("preview", "preview --json --check $url $gone x", ["error", "findings", "originalURL"]),
    ("read", "read --json $url", article), ("read", "read --json ~/page.html", article),
    ("read", "read --json - < ~/words.txt", article),
    ("saved list", "saved list --json", saved), ("saved show", "saved show --json $url", saved),
    ("saved log", "saved log --json", change), ("saved log", "saved log --json $url", change),
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
        "syncedAt", "waiting",
      ]
    ),
    ("sync devices", "sync devices --json", device), ("cache info", "cache info --json", cache),
    ("cache", "cache info --json", cache), ("config show", "config show --json", setting),
    ("doctor", "doctor --json", ["advice", "finding", "status", "subject"]),
    ("sync repair", "sync repair --json", ["advice", "finding", "status", "subject"]),
  ]
}
