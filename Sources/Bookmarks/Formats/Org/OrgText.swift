import Foundation
import Markup

/// Parses the content of a line of Org.
enum OrgText {
  struct Link {
    var address: String
    var title: String?
  }

  /// Finds `[[address][title]]`, `[[address]]`, `<address>` and bare addresses, in order.
  static func links(in line: String) -> [Link] {
    guard line.contains("://") else { return [] }
    guard line.contains("[[") else { return bare(in: line[...]) }
    var links: [Link] = []
    var remaining = line[...]
    // Links can't end after the last `]]`.
    let lastEnd = line.range(of: "]]", options: .backwards)?.lowerBound ?? line.startIndex
    var start = remaining.startIndex
    while let open = remaining[start...].range(of: "[["), open.upperBound < lastEnd {
      guard let (address, title, end) = bracket(after: open.upperBound, in: remaining) else {
        start = open.upperBound
        continue
      }
      links += bare(in: remaining[..<open.lowerBound])
      if WebAddress(address) != nil { links.append(Link(address: address, title: title)) }
      remaining = remaining[end...]
      start = remaining.startIndex
    }
    return links + bare(in: remaining)
  }

  /// Whether a link is open at the end of a line and continues on the next one.
  static func endsInLink(_ line: String) -> Bool {
    guard let open = line.range(of: "[[", options: .backwards) else { return false }
    return line.range(of: "]]", range: open.upperBound..<line.endIndex) == nil
  }

  /// Parses `address]]` or `address][title]]`, and returns the position of its end.
  private static func bracket(
    after start: Substring.Index, in text: Substring
  ) -> (address: String, title: String?, end: Substring.Index)? {
    var address = ""
    var position = start
    while position < text.endIndex {
      let next = text.index(after: position)
      switch text[position] {
      case "[": return nil
      case "]":
        if text[next...].first == "]" { return (address, nil, text.index(after: next)) }
        guard text[next...].first == "[" else { return nil }
        let titleStart = text.index(after: next)
        guard let end = text[titleStart...].range(of: "]]") else { return nil }
        return (address, title(String(text[titleStart..<end.lowerBound])), end.upperBound)
      // A backslash escapes brackets and itself.
      case "\\" where text[next...].first.map("[]\\".contains) == true:
        address.append(text[next])
        position = text.index(after: next)
      default:
        address.append(text[position])
        position = next
      }
    }
    return nil
  }

  /// Returns the text without emphasis marks, and with links replaced by their titles.
  static func plain(_ text: String) -> String {
    guard text.utf8.count <= emphasisLimit else { return text }
    return withoutLinks(text)
      .replacing(/(^|[\s(\[{'"])([*\/_=~+])(\S(?:.*?\S)?)\2(?=$|[\s\-.,:!?;'")}\]])/) {
        "\($0.1)\($0.3)"
      }
  }

  /// Parses `[2024-02-26 Mon 19:31]` or `<2024-02-26>`.
  static func date(_ text: String) -> Date? {
    BookmarkDate.date(
      text.trimmingCharacters(in: CharacterSet(charactersIn: "[]<> "))
        .replacing(/\s\p{L}+\.?(?=\s|$)/, with: ""))
  }

  /// The maximum bytes of a line with emphasis. Each mark is searched for up to the end of its
  /// line, so longer lines would take too long.
  private static let emphasisLimit = 4_096

  /// Replaces links with their titles, or with their addresses if they have none.
  private static func withoutLinks(_ text: String) -> String {
    var kept = ""
    var remaining = text[...]
    while let open = remaining.range(of: "[["),
      let (address, title, end) = bracket(after: open.upperBound, in: remaining)
    {
      kept += remaining[..<open.lowerBound] + (title ?? address)
      remaining = remaining[end...]
    }
    return kept + remaining
  }

  /// Returns the title of a link, or nil if the text is the address of an image.
  private static func title(_ text: String) -> String? {
    WebAddress(text) == nil ? plain(text) : nil
  }

  private static func bare(in text: Substring) -> [Link] {
    guard text.contains("://") else { return [] }
    guard text.utf8.count <= emphasisLimit else {
      return BareAddress.all(in: Array(text.utf8)[...]).map { link(bare: $0) }
    }
    let verbatim = text.replacing(/(^|[\s(\[{'"])([=~])(\S(?:.*?\S)?)\2(?=$|[\s\-.,:!?;'")}\]])/) {
      "\($0.1)"
    }
    return BareAddress.all(in: Array(verbatim.utf8)[...]).map { link(bare: $0) }
  }

  /// Creates a link from a bare address. Inside brackets that are never closed, the address ends
  /// before `][`.
  private static func link(bare address: BareAddress) -> Link {
    Link(address: address.text.components(separatedBy: "][")[0])
  }
}
