import Articles
import Foundation

/// Pages for the tests of articles.
enum ArticleSamples {
  static let url = URL(filePath: "/")

  /// Two paragraphs of prose, so that a page is an article whatever else is tested.
  static let prose = """
    <p>The ferry left the harbour at dawn, and nobody on board had slept. The sea was calm, the \
    coffee was thin, and the captain hummed an old song.</p>
    <p>By noon the island came into view, grey at first, then green. Two gulls followed the ship, \
    waited for bread, and gave up at last.</p>
    """

  static let proseMarkdown = """
    The ferry left the harbour at dawn, and nobody on board had slept. The sea was calm, the \
    coffee was thin, and the captain hummed an old song.

    By noon the island came into view, grey at first, then green. Two gulls followed the ship, \
    waited for bread, and gave up at last.
    """

  static func article(_ html: String, charset: String? = nil) throws -> Article {
    let url = URL(string: "https://example.org/blog/ferry") ?? url
    return try Article(html: Data(html.utf8), url: url, charset: charset)
  }

  /// The Markdown of a page with two paragraphs and what's tested between them and two more.
  static func markdown(of html: String) throws -> String {
    let markdown = try article("<article>\(prose)\(html)\(prose)</article>").markdown
    var middle = markdown[...]
    if middle.hasPrefix(proseMarkdown) { middle = middle.dropFirst(proseMarkdown.count) }
    if middle.hasSuffix(proseMarkdown) { middle = middle.dropLast(proseMarkdown.count) }
    return middle.trimmingCharacters(in: .newlines)
  }
}
