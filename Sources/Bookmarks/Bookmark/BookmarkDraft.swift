import Localization
import Foundation
import Markup

/// The fields of one link as a file gives them, before validation.
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

  /// Validates the draft. Accepts only web addresses, because only web pages can be shown as cards.
  func entry(line: Int?) -> Result<Bookmark, BookmarkProblem> {
    guard address.utf8.count <= Self.addressLimit else {
      return .failure(
        BookmarkProblem(
          line: line, sentence: localized("The address is longer than 65,536 bytes."),
          kind: .tooLong))
    }
    guard let address = Self.address(address) else {
      guard let excerpt = PlainText.folded(address.withoutLogins, limit: 80) else {
        return .failure(.noAddress(line: line))
      }
      return .failure(
        .noWebAddress(
          excerpt, line: line,
          kind: Self.scheme(of: self.address).map { .scheme($0) } ?? .notAnAddress))
    }
    var bookmark = Bookmark(
      address: address, title: title, summary: summary, note: note, tags: tags, savedAt: savedAt,
      openedAt: openedAt, metadata: metadata)
    bookmark.sanitize()
    // Shorter notes, which nearly all are, needn't be counted.
    if let note, note.utf8.count > TextLimit.note {
      bookmark.isNoteCut = TextLimit.refusal(ofNote: note) != nil
    }
    return .success(bookmark)
  }

  /// Returns the scheme of an address (RFC 3986, section 3.1) in lower case. Nil without a scheme,
  /// or if it's more likely a host or the name of a drive.
  private static func scheme(of address: String) -> String? {
    guard let match = address.prefixMatch(of: /\s*([A-Za-z][A-Za-z0-9+.-]{1,19}):(?![0-9])/) else {
      return nil
    }
    let name = match.1.lowercased()
    return name == "http" || name == "https" || name == "feed" ? nil : name
  }

  /// Parses a web address, also one with the scheme of a feed.
  static func address(_ text: String) -> WebAddress? { WebAddress(text) ?? feedAddress(text) }

  /// Parses `feed://example.org/x` and `feed:https://example.org/x`, as feed readers write them.
  private static func feedAddress(_ address: String) -> WebAddress? {
    guard address.prefix(5).lowercased() == "feed:" else { return nil }
    let afterScheme = address.dropFirst(5)
    return WebAddress(afterScheme.hasPrefix("//") ? "http:\(afterScheme)" : String(afterScheme))
  }

  /// The maximum length in bytes. Firefox has the same limit for the addresses of its bookmarks.
  private static let addressLimit = 65_536
}

extension BookmarkProblem {
  static func noWebAddress(
    _ excerpt: String, line: Int?, kind: Kind = .unreadable
  ) -> BookmarkProblem {
    BookmarkProblem(
      line: line, sentence: localized("\(excerpt) is not an http or https address."), kind: kind)
  }

  static func noAddress(line: Int?) -> BookmarkProblem {
    BookmarkProblem(line: line, sentence: localized("An entry has no address."), kind: .noAddress)
  }
}
