public import Foundation
public import Markup

/// A link as files of bookmarks carry it from one program to another.
public struct Bookmark: Hashable, Sendable {
  /// The address that the file gives.
  public var address: WebAddress
  /// The address as Foundation holds it.
  public var url: URL { address.url }
  /// The name of the page, one line; nil where a file repeats the address in its place.
  public var title: String?
  /// What the page says it is about, one line.
  public var summary: String?
  /// The person's own words about it; line breaks count.
  public var note: String?
  /// Its tags and the folders it lay in, outermost first; each once, one line each.
  public var tags: [String]
  /// When it was kept, to the millisecond.
  public var savedAt: Date?
  /// When it was last looked at, to the millisecond.
  public var openedAt: Date?
  /// What the program that saved it knows of the page: an object of JSON, passed on as it is. Only
  /// JSON carries it.
  public var metadata: Data?

  public init(
    url: URL, title: String? = nil, summary: String? = nil, note: String? = nil,
    tags: [String] = [], savedAt: Date? = nil, openedAt: Date? = nil,
    metadata: Data? = nil
  ) {
    self.init(
      address: WebAddress(url), title: title, summary: summary, note: note, tags: tags,
      savedAt: savedAt, openedAt: openedAt, metadata: metadata)
  }

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

/// What is wrong with one entry of a file, which was passed over.
public struct BookmarkProblem: Error, Hashable, Sendable {
  /// The line of the file, from 1; nil where a file has none to speak of.
  public var line: Int?
  /// One sentence for people, fit to show.
  public var sentence: String

  public init(line: Int?, sentence: String) {
    self.line = line
    self.sentence = sentence
  }
}
