public import Foundation
public import Markup

/// Reads bookmarks from a file, one after another. For HTML, tables, text and JSON lists, memory
/// doesn't grow with the file.
///
///     try BookmarkReader(file: url).read { entry in
///       switch entry {
///       case .success(let bookmark): links.append(bookmark)
///       case .failure(let problem): print("\(problem.line ?? 0): \(problem.sentence)")
///       }
///     }
public struct BookmarkReader: Sendable {
  private enum Input: Sendable {
    case file(URL)
    case handle(FileHandle, name: String)
    case data(Data, name: String)
  }

  private let input: Input
  private let format: BookmarkFormat?
  private let options: Options

  /// - Parameter format: the format of the file. Nil recognizes it by the content.
  public init(file: URL, format: BookmarkFormat? = nil, options: Options = Options()) {
    input = .file(file)
    self.format = format
    self.options = options
  }

  /// Reads from a pipe, such as standard input, to its end.
  public init(
    handle: FileHandle, format: BookmarkFormat? = nil, options: Options = Options()
  ) {
    self.init(handle: handle, name: "standard input", format: format, options: options)
  }

  /// Reads bytes in memory, such as a response body.
  /// - Parameter name: the name of the file in errors.
  public init(
    data: Data, name: String, format: BookmarkFormat? = nil, options: Options = Options()
  ) {
    input = .data(data, name: name)
    self.format = format
    self.options = options
  }

  /// - Parameter name: the name of the file in errors.
  package init(
    handle: FileHandle, name: String, format: BookmarkFormat?, options: Options = Options()
  ) {
    input = .handle(handle, name: name)
    self.format = format
    self.options = options
  }

  /// The progress of reading a file.
  public struct Progress: Hashable, Sendable {
    /// The number of entries delivered, including bad ones.
    public var entryCount: Int
    /// The number of bytes read from the file.
    public var bytesRead: Int
    /// The size of the file in bytes. Nil for a pipe, whose length isn't known.
    public var bytesTotal: Int?
  }

  /// Reads to the end. Delivers a bad entry as a problem, and continues.
  ///
  /// Synchronous: blocks on the disk or the pipe. Checks between entries whether its task was
  /// cancelled.
  /// - Parameters:
  ///   - progress: called after each piece of some ten thousand bytes, and each thousand entries.
  ///   - receive: called with each entry, in the order of the file. Throw `CancellationError` to
  ///     stop the reading.
  /// - Returns: the format that the file was read as.
  @discardableResult
  public func read(
    progress: (Progress) -> Void = { _ in },
    _ receive: (Result<Bookmark, BookmarkProblem>) throws(CancellationError) -> Void
  ) throws(BookmarkFileError) -> BookmarkFormat {
    try read(progress: progress, details: { _ in }, receive)
  }

  /// - Parameter details: called at the end with the file's details beyond its entries.
  func read(
    progress: (Progress) -> Void = { _ in }, details: (FileDetails) -> Void,
    _ receive: (Result<Bookmark, BookmarkProblem>) throws(CancellationError) -> Void
  ) throws(BookmarkFileError) -> BookmarkFormat {
    if let archive = try zipArchive() {
      return try archive.read(as: self.format, options, progress: progress, receive)
    }
    let source = try source()
    // Recognition may need several pieces, because a list may begin with images and prose.
    var start = try source.nextPiece()
    while format == nil, start.count < BookmarkFormat.recognitionLength {
      let piece = try source.nextPiece()
      if piece.isEmpty { break }
      start += piece
    }
    guard let format = format ?? BookmarkFormat(startOfFile: start, charset: options.charset)
    else {
      throw .unknownFormat(file: source.name)
    }
    let isWide =
      EncodingSniffer.transportEncoding(of: start, label: options.charset)?.isWide == true
    // An empty file of a known format has nothing in it.
    if start.isEmpty, self.format != nil { return format }
    if !format.isBinary, Self.isBinary(start), !isWide {
      throw .malformed(
        file: source.name, format: format, reason: InputFileError.binary.reason)
    }
    var count = 0
    func report() {
      progress(
        Progress(
          entryCount: count, bytesRead: source.bytesRead, bytesTotal: source.bytesTotal))
    }
    func deliver(_ entries: inout [Result<Bookmark, BookmarkProblem>]) throws(BookmarkFileError) {
      for entry in entries {
        if Task.isCancelled { throw .cancelled }
        do { try receive(entry) } catch { throw .cancelled }
        count += 1
        if count % 1000 == 0 { report() }
      }
      entries.removeAll(keepingCapacity: true)
      report()
    }
    var options = options
    options.fileName = URL(filePath: source.name).deletingPathExtension().lastPathComponent
    guard let reader = format.reader(options) else {
      try PlacesFile.read(start: start, rest: source, deliver: deliver)
      return format
    }
    if type(of: reader).isStreaming { source.allowAnySize() }
    var pieces = DecodingReader(reader, of: format, start: start, charset: options.charset)
    var entries: [Result<Bookmark, BookmarkProblem>] = []
    func deliverEntries(_ read: () throws(MalformedContent) -> Void) throws(BookmarkFileError) {
      do {
        try read()
      } catch {
        throw .malformed(file: source.name, format: format, reason: error.reason)
      }
      try deliver(&entries)
    }
    var piece = start
    while !piece.isEmpty {
      if Task.isCancelled { throw .cancelled }
      try deliverEntries { () throws(MalformedContent) in try pieces.read(piece, into: &entries) }
      piece = try source.nextPiece()
    }
    try deliverEntries { () throws(MalformedContent) in try pieces.finish(into: &entries) }
    details(pieces.details)
    return format
  }

  /// Whether bytes from the start of a file can't be text. Zero bytes occur only in UTF-16, where
  /// all formats begin with a byte order mark.
  package static func isBinary(_ start: some Collection<UInt8>) -> Bool {
    !start.starts(with: [0xFF, 0xFE]) && !start.starts(with: [0xFE, 0xFF]) && start.contains(0)
  }

  /// The name of the file in errors.
  var name: String {
    switch input {
    case .file(let file): file.path(percentEncoded: false)
    case .handle(_, let name), .data(_, let name): name
    }
  }

  private func zipArchive() throws(BookmarkFileError) -> ZipArchive? {
    switch input {
    case .file(let file):
      let path = file.path(percentEncoded: false)
      guard InputFile.isRegular(path: path) else { return nil }
      let handle: FileHandle
      do {
        handle = try InputFile(path: path).handle
      } catch {
        throw .unreadable(file: path, reason: error.reason)
      }
      return try ZipArchive(handle, name: path)
    case .handle(let handle, let name): return try ZipArchive(handle, name: name)
    // Archives aren't fetched.
    case .data: return nil
    }
  }

  private func source() throws(BookmarkFileError) -> ByteSource {
    switch input {
    case .file(let file): try ByteSource(file: file)
    case .handle(let handle, let name): ByteSource(handle: handle, name: name, file: nil)
    case .data(let data, let name): ByteSource(data: data, name: name)
    }
  }
}

extension CharacterEncoding {
  /// Whether each letter has at least two bytes, one of which may be zero.
  var isWide: Bool { self == .utf16LittleEndian || self == .utf16BigEndian }
}

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
