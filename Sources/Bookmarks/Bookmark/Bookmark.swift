public import Foundation
import Localization
public import Markup

/// A link in the form that bookmark files exchange between programs.
public struct Bookmark: Hashable, Sendable {
  /// The address in the file.
  public var address: WebAddress
  /// The address as a Foundation URL.
  public var url: URL { address.url }
  /// The title of the page, on one line. Nil if a file repeats the address instead.
  public var title: String?
  /// The page's description of itself, on one line.
  public var summary: String?
  /// The user's own note. Line breaks count.
  public var note: String?
  /// Whether the note in the file was longer than notes may be, so that its end is missing here.
  package internal(set) var isNoteCut = false
  /// The tags, and the folders the link was in, outermost first. Without duplicates, one line each.
  public var tags: [String]
  /// When the link was saved, to the millisecond.
  public var savedAt: Date?
  /// When the link was last opened, to the millisecond.
  public var openedAt: Date?
  /// The page's metadata from the program that saved the link: a JSON object, passed on unchanged.
  /// Only JSON files contain it.
  public var metadata: Data?

  /// Creates a bookmark of a URL, which becomes ``address`` as the URL Standard spells it.
  public init(
    url: URL, title: String? = nil, summary: String? = nil, note: String? = nil,
    tags: [String] = [], savedAt: Date? = nil, openedAt: Date? = nil,
    metadata: Data? = nil
  ) {
    self.init(
      address: WebAddress(url), title: title, summary: summary, note: note, tags: tags,
      savedAt: savedAt, openedAt: openedAt, metadata: metadata)
  }

  /// Creates a bookmark. Its texts are made plain when it's written.
  public init(
    address: WebAddress, title: String? = nil, summary: String? = nil, note: String? = nil,
    tags: [String] = [], savedAt: Date? = nil, openedAt: Date? = nil,
    metadata: Data? = nil
  ) {
    self.address = address
    self.title = title
    self.summary = summary
    self.note = note
    self.tags = tags
    self.savedAt = savedAt
    self.openedAt = openedAt
    self.metadata = metadata
  }
}

/// The reason why one entry of a file was skipped.
public struct BookmarkProblem: Error, Hashable, Sendable {
  /// The line in the file, from 1. Nil for a file without meaningful lines.
  public var line: Int?
  /// One sentence to show to the user.
  public var sentence: String
  /// The kind of problem, which many skipped entries may share.
  public var kind: Kind

  /// Creates a problem with a line from 1, and a sentence for people.
  public init(line: Int?, sentence: String, kind: Kind = .unreadable) {
    self.line = line
    self.sentence = sentence
    self.kind = kind
  }

  /// What's wrong with an entry, for counts of equal problems.
  public enum Kind: Hashable, Sendable {
    /// An address with another scheme than http and https, such as `place`.
    case scheme(String)
    /// The entry has no address.
    case noAddress
    /// The entry's address can't be parsed.
    case notAnAddress
    /// The address has more than 65,536 bytes.
    case tooLong
    /// The entry isn't what the format requires.
    case unreadable

    /// A few words for a list of kinds with their numbers: `12 place:`, `1,240 without an address`.
    public func text(count: Int) -> String {
      switch self {
      case .scheme(let name): "\(count.grouped) \(name):"
      case .noAddress: localized("\(count.grouped) without an address")
      case .notAnAddress: localized("\(count.grouped) not an address")
      case .tooLong: localized("\(count.grouped) too long")
      case .unreadable: localized("\(count.grouped) not readable")
      }
    }
  }
}

extension Bookmark {
  /// The same bookmark, made safe to show and to write. Files come from anywhere, so every text
  /// becomes plain and bounded, and dates beyond what calendars can hold are dropped.
  ///
  /// Readers return only sanitized bookmarks, and writers write only those, so that a written file
  /// reads back the same.
  var sanitized: Bookmark {
    var bookmark = self
    bookmark.sanitize()
    return bookmark
  }

  /// Sanitizes the bookmark in place. See ``sanitized``.
  mutating func sanitize() {
    if let text = title { title = PlainText.folded(text) }
    if let text = title, isAddress(text) { title = nil }
    if let text = summary { summary = PlainText.folded(text, limit: TextLimit.summary) }
    if let text = note { note = PlainText.foldedLines(text, limit: TextLimit.note) }
    if !tags.isEmpty { tags = Self.sanitized(tags: tags) }
    savedAt = savedAt.flatMap(BookmarkDate.sanitized)
    openedAt = openedAt.flatMap(BookmarkDate.sanitized)
    metadata = metadata.flatMap(Self.sanitized(metadata:))
  }

  /// Whether a title only repeats the address, in any spelling.
  private func isAddress(_ title: String) -> Bool {
    // The first letter rules out most titles.
    if let first = title.utf8.first, first | 0x20 != UInt8(ascii: "h") { return false }
    return title == address.text
      || (title.prefix(4).lowercased() == "http" && WebAddress(title) == address)
  }

  /// The maximum number of tags from a link's surroundings, such as folders and words.
  static let tagLimit = 100

  /// The maximum number of tags that a file lists for a link. Nobody reaches the limit, so every
  /// exported tag is imported again.
  package static let listedTagLimit = 10_000

  private static func sanitized(tags: [String]) -> [String] {
    var kept: [String] = []
    var known: Set<String> = []
    for tag in tags.prefix(listedTagLimit) {
      guard let tag = PlainText.folded(tag, limit: TextLimit.tag) else { continue }
      if known.insert(tag).inserted { kept.append(tag) }
    }
    return kept
  }

  /// Returns the metadata on one line, as a file with one object per line needs it, or nil if it
  /// isn't an object.
  private static func sanitized(metadata: Data) -> Data? {
    let isLine = !metadata.contains(UInt8(ascii: "\n"))
    if isLine, metadata.first == UInt8(ascii: "{"), metadata.last == UInt8(ascii: "}") {
      return metadata
    }
    return JSONReader.value(of: metadata)?.object.map { Data($0.line.utf8) }
  }
}

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
