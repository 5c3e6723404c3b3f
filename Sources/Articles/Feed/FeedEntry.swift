import LinkPreview
import Markup

/// An entry of a feed, with its whole content.
struct FeedEntry {
  var title: String?
  /// The address of the entry's page, which may be relative.
  var address: String?
  /// What the entry says, as HTML. A summary counts if there's nothing else.
  var content: String?

  init() {}

  /// - Parameter item: an item of a JSON Feed.
  init(item: JSONValue) {
    title = item["title"]?.text
    address = item["url"]?.text ?? item["external_url"]?.text
    let text = (item["content_text"] ?? item["summary"])?.text
    content = item["content_html"]?.text ?? text.map(Self.html(ofText:))
  }

  /// Plain text as HTML, with a paragraph for each block of lines.
  static func html(ofText text: String) -> String {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    return lines.split { PlainText.isBlank(String($0)) }
      .map { "<p>" + MarkupEscape.text($0.joined(separator: "\n")) + "</p>" }.joined()
  }
}
