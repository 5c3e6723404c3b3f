import Foundation
import Markup

/// What a file tells of one link, before any of it is believed.
struct BookmarkDraft {
  var address: String
  var title: String?
  var summary: String?
  var note: String?
  var tags: [String] = []
  var savedAt: Date?
  var openedAt: Date?
  var metadata: Data?

  init(address: String, title: String? = nil, tags: [String] = []) {
    self.address = address
    self.title = title
    self.tags = tags
  }

  /// The bookmark, or why it is none: only pages of the web can be shown as cards.
  func entry(line: Int?) -> Result<Bookmark, BookmarkProblem> {
    guard address.utf8.count <= Self.addressLimit else {
      return .failure(
        BookmarkProblem(line: line, sentence: "The address is longer than 65,536 bytes."))
    }
    guard let address = WebAddress(address) ?? Self.feedAddress(address) else {
      let shown = PlainText.folded(address, limit: 80)
      return .failure(
        BookmarkProblem(
          line: line,
          sentence: shown.map { "\($0) is not an http or https address." }
            ?? "An entry has no address."))
    }
    var bookmark = Bookmark(
      address: address, title: title, summary: summary, note: note, tags: tags, savedAt: savedAt,
      openedAt: openedAt, metadata: metadata)
    bookmark.sanitize()
    return .success(bookmark)
  }

  /// `feed://example.org/x` and `feed:https://example.org/x`, as readers of feeds write them.
  private static func feedAddress(_ address: String) -> WebAddress? {
    guard address.prefix(5).lowercased() == "feed:" else { return nil }
    let rest = address.dropFirst(5)
    return WebAddress(rest.hasPrefix("//") ? "http:\(rest)" : String(rest))
  }

  /// In bytes, as Firefox limits the addresses of its bookmarks.
  private static let addressLimit = 65_536
}
