import Markup

/// Writes bookmarks to a file, one after another.
///
/// Leaves out fields that a format lacks. HTML and CSV contain everything but the metadata. OPML
/// also lacks `openedAt`. Markdown contains address, title, summary and tags. Text contains only
/// the address. Dates in HTML and OPML are exact to the second.
///
///     var writer = try BookmarkWriter(format: .netscape) { try file.write(contentsOf: $0) }
///     for bookmark in bookmarks { try writer?.write(bookmark) }
///     try writer?.finish()
public struct BookmarkWriter<Failure: Error> {
  private let encoder: any BookmarkEncoder
  private let sink: ([UInt8]) throws(Failure) -> Void
  private var buffer: [UInt8]
  private var isFirst = true

  /// - Parameters:
  ///   - format: the format to write. Returns nil for a format that isn't
  ///     ``BookmarkFormat/isWritable``.
  ///   - sink: receives the bytes of the file, in UTF-8, in pieces of some ten thousand bytes.
  public init?(format: BookmarkFormat, sink: @escaping ([UInt8]) throws(Failure) -> Void) {
    guard let encoder = format.encoder else { return nil }
    self.encoder = encoder
    self.sink = sink
    buffer = Array(encoder.opening.utf8)
  }

  /// Writes the next bookmark. Texts are made plain, and cut to the lengths that reading allows.
  public mutating func write(_ bookmark: Bookmark) throws(Failure) {
    buffer.append(contentsOf: encoder.text(of: bookmark.sanitized, isFirst: isFirst).utf8)
    isFirst = false
    if buffer.count >= ByteSource.pieceLength { try flush() }
  }

  /// Begins a folder if the format has folders, which only HTML does. Everything written until
  /// ``endFolder()`` is inside it.
  public mutating func beginFolder(_ name: String) throws(Failure) {
    buffer.append(contentsOf: encoder.folderOpening(PlainText.folded(name) ?? "").utf8)
  }

  /// Ends the folder that began last.
  public mutating func endFolder() throws(Failure) {
    buffer.append(contentsOf: encoder.folderClosing.utf8)
  }

  /// Ends the file. Don't write anything after it.
  public mutating func finish() throws(Failure) {
    buffer.append(contentsOf: encoder.closing.utf8)
    try flush()
  }

  private mutating func flush() throws(Failure) {
    try sink(buffer)
    buffer.removeAll(keepingCapacity: true)
  }
}

/// Encodes bookmarks in one format.
protocol BookmarkEncoder {
  var opening: String { get }
  var closing: String { get }
  /// - Parameter bookmark: a sanitized bookmark.
  func text(of bookmark: Bookmark, isFirst: Bool) -> String
  func folderOpening(_ name: String) -> String
  var folderClosing: String { get }
}

extension BookmarkEncoder {
  func folderOpening(_ name: String) -> String { "" }
  var folderClosing: String { "" }
}
