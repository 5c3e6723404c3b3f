import Foundation
import LinkPreview

/// What stands in a line of Org.
enum OrgText {
  struct Link {
    var address: String
    var title: String?
  }

  /// `[[address][title]]`, `[[address]]`, `<address>` and bare ones, in their order.
  static func links(in line: String) -> [Link] {
    guard line.contains("://") else { return [] }
    guard line.contains("[[") else { return bare(in: line[...]) }
    var links: [Link] = []
    var rest = line[...]
    while let match = rest.firstMatch(of: bracket) {
      links += bare(in: rest[..<match.range.lowerBound])
      let address = unescaped(String(match.1))
      if WebAddress(address) != nil {
        links.append(Link(address: address, title: match.2.flatMap { title(String($0)) }))
      }
      rest = rest[match.range.upperBound...]
    }
    return links + bare(in: rest)
  }

  /// Text without the marks of emphasis around its words, and with links as their titles.
  static func plain(_ text: String) -> String {
    guard text.utf8.count <= emphasisLimit else { return text }
    return text.replacing(bracket) { $0.2.map(String.init) ?? String($0.1) }
      .replacing(/(^|[\s(\[{'"])([*\/_=~+])(\S(?:.*?\S)?)\2(?=$|[\s\-.,:!?;'")}\]])/) {
        "\($0.1)\($0.3)"
      }
  }

  /// `[2024-02-26 Mon 19:31]` or `<2024-02-26>`.
  static func date(_ text: String) -> Date? {
    BookmarkDate.date(
      text.trimmingCharacters(in: CharacterSet(charactersIn: "[]<> "))
        .replacing(/\s\p{L}+\.?(?=\s|$)/, with: ""))
  }

  /// In bytes. Each mark is looked for up to the end of its line, so longer lines would take for ever.
  private static let emphasisLimit = 4_096

  private static var bracket: Regex<(Substring, Substring, Substring?)> {
    /\[\[((?:[^\[\]\\]|\\.)+)\](?:\[((?:[^\]]|\](?!\]))*)\])?\]/
  }

  /// A title that is the address of a picture is none.
  private static func title(_ text: String) -> String? {
    WebAddress(text) == nil ? plain(text) : nil
  }

  private static func bare(in text: Substring) -> [Link] {
    guard text.contains("://") else { return [] }
    guard text.utf8.count <= emphasisLimit else {
      return BareAddress.all(in: Array(text.utf8)[...]).map { Link(address: $0.text) }
    }
    let verbatim = text.replacing(/(^|[\s(\[{'"])([=~])(\S(?:.*?\S)?)\2(?=$|[\s\-.,:!?;'")}\]])/) {
      "\($0.1)"
    }
    return BareAddress.all(in: Array(verbatim.utf8)[...]).map { Link(address: $0.text) }
  }

  /// A backslash stands before brackets and before itself.
  private static func unescaped(_ address: String) -> String {
    address.replacing(/\\([\[\]\\])/) { $0.1 }
  }
}
