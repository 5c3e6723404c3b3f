public import Foundation
public import Markup

extension BookmarkReader {
  /// How a file is read. The defaults are those of an import, which keeps everything.
  public struct Options: Hashable, Sendable {
    /// The address that the file came from. Relative addresses are resolved against it, unless the
    /// file names another base. Without either, they're skipped.
    public var base: URL?
    /// Whether to read only what somebody who looks for good links wants. In Markdown: the entries of
    /// a list, one link for each, without its badges and the other addresses of the same project,
    /// and with the headings above them as tags. In plain text, a line of one word that isn't an
    /// address is then a problem, because it's a mistyped one.
    public var picksEntries: Bool
    /// The label of the charset that the file came with. It goes before what the file says about
    /// itself, except in XML.
    public var charset: String?

    public init(base: URL? = nil, picksEntries: Bool = false) {
      self.base = base
      self.picksEntries = picksEntries
    }

    var baseAddress: WebAddress? { base.map { WebAddress($0) } }
  }
}

/// What a file says beyond its entries.
struct FileDetails {
  /// The title of the feed, page or list.
  var title: String?
  /// The files that this one lists.
  var references: [BookmarkReference] = []
}

/// Another file with links, which a file lists: a feed or a sitemap.
public struct BookmarkReference: Hashable, Sendable {
  public enum Kind: Hashable, Sendable { case feed, sitemap }

  public var kind: Kind
  public var address: WebAddress
  /// The address of the bookmark that stands for it, which may be that of the feed's page.
  public var entry: WebAddress
  /// The title that the list gives it.
  public var title: String?
  /// The folders it's in, outermost first, and its categories.
  public var tags: [String] = []

  init(
    kind: Kind, address: WebAddress, entry: WebAddress? = nil, title: String? = nil,
    tags: [String] = []
  ) {
    self.kind = kind
    self.address = address
    self.entry = entry ?? address
    self.title = title.flatMap { PlainText.folded($0) }
    self.tags = Bookmark(address: address, tags: tags).sanitized.tags
  }
}

extension BookmarkReader {
  /// All that a file contains.
  public struct Contents: Sendable {
    /// The format that the file was read as.
    public var format: BookmarkFormat
    /// The title of the feed, page or list, on one line.
    public var title: String?
    public var bookmarks: [Bookmark] = []
    /// The first thousand bad entries.
    public var problems: [BookmarkProblem] = []
    /// The feeds of an outline, or the sitemaps of a sitemap index, in the order of the file.
    public var references: [BookmarkReference] = []
  }

  /// Reads the whole file into memory.
  ///
  ///     let feed = try BookmarkReader(data: body, name: "feed.xml", options: .init(base: url)).contents()
  ///     print(feed.title ?? "", feed.bookmarks.count)
  ///
  /// - Parameter limit: throws ``BookmarkFileError/tooManyLinks(file:limit:)`` for more links.
  public func contents(limit: Int = 1_000_000) throws(BookmarkFileError) -> Contents {
    var bookmarks: [Bookmark] = []
    var problems: [BookmarkProblem] = []
    var details = FileDetails()
    let format = try read(details: { details = $0 }) { entry in
      switch entry {
      case .success(let bookmark): if bookmarks.count <= limit { bookmarks.append(bookmark) }
      case .failure(let problem): if problems.count < 1000 { problems.append(problem) }
      }
    }
    guard bookmarks.count <= limit else { throw .tooManyLinks(file: name, limit: limit) }
    return Contents(
      format: format, title: details.title.flatMap { PlainText.folded($0) }, bookmarks: bookmarks,
      problems: problems, references: details.references)
  }
}
