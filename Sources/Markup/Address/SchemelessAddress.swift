/// An address that somebody wrote without its scheme: `example.com/page`.
///
/// Many file names look like hosts, such as `notes.txt` and `main.rs`. This type is therefore
/// stricter than an address bar, in which text is meant as an address.
package struct SchemelessAddress: Hashable, Sendable {
  /// The address as https.
  package let address: WebAddress

  /// - Parameter text: one word.
  /// - Returns: nil unless the text is clearly meant as an address.
  package init?(_ text: String) {
    guard let first = text.utf8.first, first.isASCIIAlphanumeric, text.utf8.count <= 2_000,
      !text.utf8.contains(where: { $0 <= 0x20 || "<>\"`\\^{}|@,;()[]".utf8.contains($0) })
    else { return nil }
    let host = text.utf8.prefix { !"/?#".utf8.contains($0) }
    let labels = host.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard labels.count >= 2, labels.allSatisfy(Self.isLabel), let last = labels.last,
      let ending = String(last)?.lowercased(), (2...24).contains(ending.utf8.count),
      ending.utf8.allSatisfy(\.isASCIILetter)
        || ending.hasPrefix("xn--")
    else { return nil }
    let hasPath = text.utf8.count > host.count + 1
    let isKnown =
      Self.endings.contains(ending) || labels.count > 2 && labels[0].elementsEqual("www".utf8)
    // A folder may have a dot in its name, but its name rarely ends like a file's.
    guard isKnown || hasPath && !Self.fileEndings.contains(ending),
      let address = WebAddress("https://\(text)")
    else { return nil }
    self.address = address
  }

  private static func isLabel(_ label: Substring.UTF8View.SubSequence) -> Bool {
    !label.isEmpty && label.first != UInt8(ascii: "-") && label.last != UInt8(ascii: "-")
      && label.allSatisfy { $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "-") }
  }

  /// Endings of hosts that no files have.
  private static let endings: Set = [
    "com", "org", "net", "edu", "gov", "mil", "int", "info", "biz", "dev", "io", "app", "blog",
    "co", "de", "fr", "uk", "nl", "eu", "ch", "at", "se", "it", "es", "jp", "cn", "br", "ru", "us",
    "ca", "au", "in", "tv", "me", "cloud", "online", "site", "tech", "xyz", "page", "wiki",
  ]

  /// Endings that both files and hosts have, or that people give to folders.
  private static let fileEndings: Set = [
    "txt", "md", "htm", "html", "xhtml", "json", "jsonl", "xml", "csv", "tsv", "opml", "org", "rst",
    "yml", "yaml", "toml", "ini", "cfg", "conf", "log", "pdf", "epub", "doc", "docx", "zip", "gz",
    "tar", "tgz", "bz", "xz", "rar", "py", "rs", "sh", "pl", "rb", "js", "ts", "go", "swift", "cc",
    "cpp", "hpp", "java", "kt", "php", "css", "vue", "app", "git", "bak", "old", "new", "tmp",
    "orig",
  ]
}
