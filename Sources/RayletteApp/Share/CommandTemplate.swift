import Markup
import Foundation
package import LinkPreview
import Links

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
