import Foundation
import Markup

/// Reads the entries of a feed: RSS 0.9x and 2.0 (https://www.rssboard.org/rss-specification), RSS
/// 1.0 (https://web.resource.org/rss/1.0/spec), Atom (RFC 4287), and JSON Feed
/// (https://www.jsonfeed.org/version/1.1/).
enum FeedFile {
  /// - Parameter base: the address of the feed.
  static func content(
    of bytes: [UInt8], base: WebAddress?
  ) throws(MalformedContent) -> WholeFileReader.Content {
    // XML may be in UTF-16, with a zero beside each letter.
    let isJSON =
      bytes.first { $0 > 0x20 && ![0xEF, 0xBB, 0xBF].contains($0) } == UInt8(ascii: "{")
    if isJSON { return try JSONFeed.content(of: bytes, base: base) }
    let events = try MarkupFile.read(bytes) { FeedEvents(base: base) }
    return (events.entries, FileDetails(title: events.title))
  }
}

/// An entry of a feed, as far as it was read.
struct FeedEntry {
  /// The addresses of the entry's page, the most reliable first. Relative ones are relative to the
  /// base beside them.
  enum Address: Int, CaseIterable { case original, link, otherVersion, permalink, about }

  var addresses: [Address: (text: String, base: WebAddress?)] = [:]
  var title: String?
  var summary: String?
  /// The whole text, from which the summary is taken if there's no other.
  var content: String?
  var published: String?
  var updated: String?
  var tags: [String] = []

  /// - Parameter line: where the entry begins.
  func bookmark(line: Int?) -> EntryReader.Entry {
    let found = Address.allCases.lazy.compactMap { addresses[$0] }
      .first { WebAddress($0.text, relativeTo: $0.base) != nil }
    let address = found.flatMap { WebAddress($0.text, relativeTo: $0.base)?.text }
    var draft = BookmarkDraft(
      address: address ?? addresses[.link]?.text ?? "", title: title, tags: tags)
    let summary = [summary, content].lazy.compactMap(\.self).first { !PlainText.isBlank($0) }
    draft.summary = summary.flatMap { Excerpt.text($0) }
    if draft.summary == draft.title { draft.summary = nil }
    draft.savedAt = [published, updated].lazy.compactMap { $0.flatMap(Self.date) }.first
    return draft.entry(line: line)
  }

  private static func date(_ text: String) -> Date? {
    BookmarkDate.date(text.trimmingCharacters(in: .whitespacesAndNewlines))
  }
}

/// The beginning of a text, in whole sentences.
enum Excerpt {
  /// In characters: three lines of a card.
  static let limit = 300

  static func text(_ text: String) -> String? {
    // Folding counts scalars, and the text may go on behind the limit.
    guard let folded = PlainText.folded(text, limit: 4 * limit) else { return nil }
    guard folded.count > limit else { return folded }
    let start = folded.prefix(limit)
    let ends = start.indices.dropFirst(limit / 4).filter { index in
      let next = start.index(after: index)
      return "。！？".contains(start[index])
        || ".!?".contains(start[index]) && next < start.endIndex && start[next] == " "
    }
    if let end = ends.last { return String(start[...end]) }
    let end = start.lastIndex(of: " ") ?? start.endIndex
    return start[..<end] + "…"
  }
}
