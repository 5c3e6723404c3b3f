import Markup

/// The title, summary and authors that a page states in metadata, to recognise them in its text.
struct ArticleStatement {
  /// The letters and digits of the title, in lower case.
  var title: [UInt8] = []
  /// The letters and digits of the summary, which pages repeat above the article.
  var summary: [UInt8] = []
  /// The letters and digits of each author's name.
  var authors: [[UInt8]] = []

  init() {}

  init(title: String?, summary: String?, byline: String?) {
    self.title = Self.key(title ?? "")
    self.summary = Self.key(summary ?? "")
    authors = (byline ?? "").split(separator: ",").map { Self.key(String($0)) }
      .filter { $0.count >= 5 }
  }

  /// The letters and digits of a text in lower case, for comparisons.
  static func key(_ text: String) -> [UInt8] {
    var key: [UInt8] = []
    for byte in text.utf8 { append(byte, to: &key) }
    return key
  }

  @inline(__always)
  static func append(_ byte: UInt8, to key: inout [UInt8]) {
    if byte >= 0x80 || byte &- 0x30 < 10 || byte &- 0x61 < 26 {
      key.append(byte)
    } else if byte &- 0x41 < 26 {
      key.append(byte | 0x20)
    }
  }

  /// Whether a text is the title, or the title without the site's name.
  func isTitle(_ key: [UInt8]) -> Bool {
    guard key.count >= 8, !title.isEmpty else { return false }
    return title.starts(with: key) || key.starts(with: title)
  }

  /// Whether a text is the summary. Either may be cut off.
  func isSummary(_ key: [UInt8]) -> Bool {
    guard key.count >= 30, summary.count >= 30 else { return false }
    let count = min(key.count, summary.count, 60)
    return key.prefix(count) == summary.prefix(count)
  }

  /// Whether a text begins with an author's name.
  func beginsWithAuthor(_ key: [UInt8]) -> Bool {
    authors.contains { key.starts(with: $0) }
  }

  /// Whether a text contains an author's name.
  func namesAuthor(_ key: [UInt8]) -> Bool {
    authors.contains { author in
      key.indices.dropLast(author.count - 1).contains { key[$0...].starts(with: author) }
    }
  }
}
