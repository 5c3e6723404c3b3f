import Foundation

/// The pages for people: the README and the guide, with the sections that are written from the
/// program's texts.
struct Guide {
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  static let folder = "Resources/guide"

  /// The names of the guide's pages, in the order of reading.
  static let names = [
    "keys", "wheels", "saved", "reading", "devices", "shell", "configuration", "files",
    "performance", "architecture", "sync",
  ]

  static func pages() throws -> [GuidePage] {
    try (["README.md"] + names.map { "\(folder)/\($0).md" }).map(GuidePage.init)
  }
}

/// A page in Markdown.
struct GuidePage {
  /// The path from the top of the repository.
  let path: String
  let lines: [String]

  init(path: String) throws {
    self.path = path
    let text = try String(contentsOf: Guide.root.appending(path: path), encoding: .utf8)
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  func write(_ lines: [String]) throws {
    try Data(lines.joined(separator: "\n").utf8).write(to: Guide.root.appending(path: path))
  }

  /// The page's first heading.
  var title: String { lines.first.map { String($0.drop { $0 == "#" || $0 == " " }) } ?? "" }
}

/// The sections between comments.
extension GuidePage {
  private static let end = "<!-- end -->"

  /// The name of a section that begins with a line: `<!-- keys: written by the tests -->`.
  private static func section(_ line: String) -> String? {
    line.wholeMatch(of: /<!-- ([a-z ]+): written by the tests -->/).map { String($0.output.1) }
  }

  var sections: [String] { lines.compactMap(Self.section) }

  /// Returns the page's lines with new lines in its sections.
  func rewritten(_ section: (String) throws -> [String]) rethrows -> [String] {
    var result: [String] = []
    var isWritten = false
    for line in lines {
      if line == Self.end { isWritten = false }
      if isWritten { continue }
      result.append(line)
      guard let name = Self.section(line) else { continue }
      // Markdown ends a comment's block at a blank line.
      result += try [""] + section(name) + [""]
      isWritten = true
    }
    return result
  }
}

/// The parts of a page that refer to something.
extension GuidePage {
  /// The lines that aren't in code blocks.
  var prose: [String] { blocks.filter { !$0.isCode }.map(\.line) }

  /// The lines of code blocks.
  var code: [String] { blocks.filter(\.isCode).map(\.line) }

  private var blocks: [(line: String, isCode: Bool)] {
    var isCode = false
    return lines.compactMap { line in
      guard !line.hasPrefix("```") else {
        isCode.toggle()
        return nil
      }
      return (line, isCode)
    }
  }

  /// The targets of links and pictures that lead to other files or to headings.
  var links: [String] {
    prose.joined(separator: "\n").matches(of: /\]\(([^)\s]+)\)/).map { String($0.output.1) }
      .filter { !$0.contains(":") }
  }

  /// The headings as in addresses: in lower case, with hyphens and without punctuation. A number
  /// tells headings with the same text apart.
  var anchors: Set<String> {
    var counts: [String: Int] = [:]
    return Set(
      prose.filter { $0.hasPrefix("#") }.map { line in
        let text = line.drop { $0 == "#" || $0 == " " }.lowercased()
        let slug = text.filter { $0.isLetter || $0.isNumber || " -_".contains($0) }
          .replacing(" ", with: "-")
        let count = counts[slug, default: 0]
        counts[slug] = count + 1
        return count == 0 ? slug : "\(slug)-\(count)"
      })
  }
}
