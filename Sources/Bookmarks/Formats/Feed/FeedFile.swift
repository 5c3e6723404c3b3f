import Foundation
import Localization
import Markup

/// Reads the entries of a feed.
enum FeedFile {
  /// The most bytes of a text. Some feeds have whole articles, of which only the start is used.
  private static let textLimit = 20_000

  /// - Parameter base: the address of the feed.
  static func content(
    of bytes: [UInt8], base: WebAddress?
  ) throws(MalformedContent) -> WholeFileReader.Content {
    let feed = try feed(in: bytes, base: base)
    return (
      feed.entries.map { $0.bookmark(limit: textLimit) },
      FileDetails(title: feed.title?.plain(limit: TextLimit.title))
    )
  }

  private static func feed(
    in bytes: [UInt8], base: WebAddress?
  ) throws(MalformedContent) -> Feed {
    guard Feed.isJSON(bytes) else {
      return Feed(try XMLTree(complete: bytes), base: base)
    }
    let text = StreamingDecoder(encoding: .utf8).decode(bytes, atEnd: true)
    guard let value = JSONReader.value(of: text) else {
      throw MalformedContent(reason: localized("it isn't valid JSON; its end may be missing"))
    }
    return Feed(json: value, base: base)
  }
}

extension FeedEntry {
  /// - Parameter limit: the length of the text from which a summary is made.
  fileprivate func bookmark(limit: Int) -> EntryReader.Entry {
    var draft = BookmarkDraft(
      address: address?.text ?? link ?? "", title: title?.plain(limit: TextLimit.title), tags: tags)
    let summary = [summary, content].lazy.compactMap { $0?.prefix(limit).plain(limit: limit) }.first
    draft.summary = summary.flatMap { FeedSummary.text($0) }
    if draft.summary == draft.title { draft.summary = nil }
    draft.savedAt =
      [published, updated].lazy
      .compactMap { $0.flatMap(BookmarkDate.date) }.first
    return draft.entry(line: line)
  }
}

/// The beginning of a text, in whole sentences.
enum FeedSummary {
  /// The length in characters, which is three lines of a card.
  static let limit = 300

  static func text(_ text: String) -> String? {
    // Folding counts scalars, so the text may be longer than the limit.
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
