package import Foundation
package import LinkPreview
import Links
import Markup

/// Formats links as text for pasting.
package struct SharedText: Sendable {
  private let links: [LinkMetadata]

  package init(_ links: [LinkMetadata]) { self.links = links }

  package func text(_ form: ShareActivity.CopyFormat) -> String {
    switch form {
    case .address: addresses
    case .markdown: markdown
    case .titleAndAddress: titlesAndAddresses
    }
  }

  /// The addresses, one per line.
  var addresses: String { links.map(\.address.text).joined(separator: "\n") }

  /// A CommonMark link, or a list of links.
  var markdown: String {
    let items = links.map(Self.markdown)
    return items.count == 1 ? items[0] : items.map { "- \($0)" }.joined(separator: "\n")
  }

  /// The title, and the address on its own line.
  var titlesAndAddresses: String {
    links.map { link in
      [link.name, link.address.text].compactMap(\.self).joined(separator: "\n")
    }.joined(separator: "\n\n")
  }

  private static func markdown(_ link: LinkMetadata) -> String {
    let address = link.address.text
    guard let name = link.name else { return "<\(address)>" }
    let target = MarkdownTarget(address, avoidsParentheses: true)
    return "[\(MarkdownEscape.escaped(name))](\(target.text))"
  }
}

/// Formats links as a standalone document.
package enum SharedPage {
  /// Returns cards as plain text, one below the other.
  package static func text(_ links: [LinkMetadata]) -> String {
    links.map { link in
      let lines = [link.name, facts(of: link), link.displaySummary, link.address.text]
      return lines.compactMap(\.self).joined(separator: "\n") + "\n"
    }.joined(separator: "\n")
  }

  /// Returns cards as a self-contained HTML page that loads nothing from other servers.
  package static func html(_ links: [LinkMetadata]) -> String {
    let title = links.count == 1 ? links[0].displayTitle : "\(links.count) links"
    let language = links.count == 1 ? links[0].language : nil
    let attribute = language.map { " lang=\"\(MarkupEscape.attribute($0))\"" } ?? ""
    return """
      <!DOCTYPE html>
      <html\(attribute)>
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>\(MarkupEscape.text(title))</title>
      <style>
      body { max-width: 40em; margin: 2em auto; padding: 0 1em; font-family: system-ui, sans-serif; line-height: 1.5 }
      article { border: 1px solid #8888; border-radius: .6em; padding: 1em 1.5em; margin: 1em 0 }
      h2 { margin: 0 } p { margin: .5em 0 } .facts { opacity: .7 }
      :root { color-scheme: light dark }
      </style>
      </head>
      <body>
      \(links.map(article).joined(separator: "\n"))
      </body>
      </html>

      """
  }

  private static func article(_ link: LinkMetadata) -> String {
    let address = link.address.text
    var lines = [
      "<article>",
      "<h2><a href=\"\(MarkupEscape.attribute(address))\">\(MarkupEscape.text(link.displayTitle))</a></h2>",
      "<p class=\"facts\">\(MarkupEscape.text(facts(of: link)))</p>",
    ]
    if let summary = link.displaySummary { lines.append("<p>\(MarkupEscape.text(summary))</p>") }
    return (lines + ["</article>"]).joined(separator: "\n")
  }

  private static func facts(of link: LinkMetadata) -> String {
    let kind = link.kind.flatMap { $0 == .website ? nil : $0.rawValue }
    return [link.displaySiteName, kind, link.author].compactMap(\.self).joined(separator: " · ")
  }
}

extension ShareActivity.FileFormat {
  /// The file extension, without the leading dot.
  package var ending: String { self == .bookmarks ? "bookmarks.html" : rawValue }
}

/// The arguments of a ``ShareCommand``, with the placeholders `{url}`, `{title}`, `{summary}` and
/// `{markdown}` for a link.
///
/// A page's text can't become an option: an argument gets a leading space if a value would make it
/// begin with `-`. Braces around anything else are kept.
package struct CommandTemplate: Hashable, Sendable {
  private let arguments: [String]

  /// - Parameter arguments: the program, which has no placeholders, and its arguments.
  package init(_ arguments: [String]) { self.arguments = arguments }

  private static func isOption(_ word: String) -> Bool {
    word.utf8.first == UInt8(ascii: "-")
  }

  package func arguments(for link: LinkMetadata) -> [String] {
    let values = [
      "url": link.address.text, "title": link.name ?? link.address.text,
      "summary": link.summary ?? "", "markdown": SharedText([link]).markdown,
    ]
    return arguments.dropFirst().map { word in
      // Replaces all placeholders in one pass, so that a placeholder in a title isn't replaced.
      let argument = word.replacing(/\{([a-z]+)\}/) { match in
        values[String(match.1)] ?? String(match.0)
      }
      // Compares bytes like the program, because a combining mark after the dash makes it another
      // Character.
      return Self.isOption(argument) && !Self.isOption(word) ? " " + argument : argument
    }
  }
}

/// A draft of a message about a link: a `mailto` URL (RFC 6068) with subject and text, but without
/// a recipient.
package struct MailLink: Hashable, Sendable {
  package let url: URL

  /// Returns nil only if the text can't be made into a URL.
  package init?(_ link: LinkMetadata) {
    let address = link.address.text
    // Line breaks are CRLF in mailto URLs (RFC 6068, section 5).
    let text = SharedText([link]).titlesAndAddresses.replacing("\n", with: "\r\n")
    let subject = Self.encoded(link.name ?? address)
    guard let url = URL(string: "mailto:?subject=\(subject)&body=\(Self.encoded(text))") else {
      return nil
    }
    self.url = url
  }

  /// Percent-encodes everything but unreserved characters. A space becomes %20, because + stands
  /// for itself in mailto URLs.
  private static func encoded(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
  }

  /// The characters that never have a special meaning (RFC 3986, section 2.3).
  private static let unreserved = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}
