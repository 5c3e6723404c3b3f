public import Foundation
public import Markup

extension BookmarkReader {
  /// Options for reading a file. The defaults suit an import, which keeps everything.
  public struct Options: Hashable, Sendable {
    /// The address that the file came from. Relative addresses are resolved against it, unless the
    /// file names another base. Without either, they're skipped.
    public var base: URL?
    /// Whether to read only the entries that people who look for good links want. In Markdown: the
    /// entries of a list, one link each, without its badges and other addresses of the same
    /// project, and with the headings above as tags. In plain text, a line of one word that isn't
    /// an address is then a problem, because it's a mistyped address.
    public var picksEntries: Bool
    /// The label of the charset that came with the file. It takes precedence over the file's own
    /// declaration, also in XML (RFC 7303, section 3), but not over a byte order mark.
    public var charset: String?

    /// Creates options. A ``charset`` can be set afterwards.
    public init(base: URL? = nil, picksEntries: Bool = false) {
      self.base = base
      self.picksEntries = picksEntries
    }

    /// The name of the file without its extension, which is the title of a shortcut.
    var fileName: String?

    var baseAddress: WebAddress? { base.map { WebAddress($0) } }
  }
}

/// The details of a file beyond its entries.
struct FileDetails {
  /// The title of the feed, page or list.
  var title: String?
  /// The files that this one lists.
  var references: [BookmarkReference] = []
}

/// Another file with links, which a file lists: a feed or a sitemap.
public struct BookmarkReference: Hashable, Sendable {
  /// What the other file is.
  public enum Kind: Hashable, Sendable { case feed, sitemap }

  /// Whether the file is a feed or a sitemap.
  public var kind: Kind
  /// The address of the file itself.
  public var address: WebAddress
  /// The address of the bookmark that stands for the file, which may be the feed's page.
  public var entry: WebAddress
  /// The file's title in the list.
  public var title: String?
  /// The file's folders in the list, outermost first, and its categories.
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
  /// The whole content of a file.
  public struct Contents: Sendable {
    /// The format that the file was read as.
    public var format: BookmarkFormat
    /// The title of the feed, page or list, on one line.
    public var title: String?
    /// The good entries, in the order of the file.
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
