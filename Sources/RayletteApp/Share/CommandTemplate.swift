import Markup
import Foundation
public import LinkPreview

/// The words of a ``ShareCommand`` with a link in the place of `{url}`, `{title}`, `{summary}` and
/// `{markdown}`.
///
/// What a page says never becomes an option: where a value would begin an argument with `-`, it gets
/// a space before it. Braces around anything else stay as they are.
public struct CommandTemplate: Hashable, Sendable {
  private let words: [String]

  /// - Parameter words: the program, which has no placeholders, and its arguments.
  public init(_ words: [String]) { self.words = words }

  public static let placeholders = ["url", "title", "summary", "markdown"]

  private static func isOption(_ word: String) -> Bool {
    word.utf8.first == UInt8(ascii: "-")
  }

  public func arguments(for link: LinkMetadata) -> [String] {
    let values = [
      "url": link.address.text, "title": link.name ?? link.address.text,
      "summary": link.summary ?? "", "markdown": SharedText([link]).markdown,
    ]
    return words.dropFirst().map { word in
      // In one go, so that a placeholder in a title stays what it is.
      let argument = word.replacing(/\{([a-z]+)\}/) { match in
        values[String(match.1)] ?? String(match.0)
      }
      // By bytes, as the program reads it: a mark that combines with the dash hides it from no one.
      return Self.isOption(argument) && !Self.isOption(word) ? " " + argument : argument
    }
  }
}
