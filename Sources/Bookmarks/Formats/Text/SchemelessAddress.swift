import Markup

/// An address that stands in a text without its scheme: `example.org/page`. Only where it stands
/// alone, because in a sentence `and/or` and `e.g.` look like one.
///
///     SchemelessAddress("example.org/page")?.text  // "https://example.org/page"
///     SchemelessAddress("notes.txt")  // nil
struct SchemelessAddress {
  /// The address with `https:`, which browsers try first, too.
  let text: String

  init?(_ word: String) {
    let host = word.prefix { !"/?#".contains($0) }
    let name = host.prefix { $0 != ":" }
    let labels = name.split(separator: ".", omittingEmptySubsequences: false)
    guard labels.count > 1, let last = labels.last, last.count > 1, last.allSatisfy(\.isLetter),
      labels.allSatisfy({ !$0.isEmpty && $0.allSatisfy(Self.isOfHost) }),
      host[name.endIndex...].dropFirst().allSatisfy(\.isNumber),
      // The name of a file looks like that of a host.
      name.endIndex < word.endIndex || !Self.fileExtensions.contains(last.lowercased()),
      WebAddress("https://\(word)") != nil
    else { return nil }
    text = "https://\(word)"
  }

  private static func isOfHost(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "-"
  }

  private static let fileExtensions: Set = [
    "bak", "conf", "css", "csv", "doc", "docx", "epub", "gif", "gz", "htm", "html", "jpeg", "jpg",
    "js", "json", "log", "md", "opml", "pdf", "php", "png", "py", "sh", "svg", "tar", "toml", "ts",
    "txt", "xml", "yaml", "yml",
  ]
}
