public import Foundation
import Markup

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
  }

  private let input: Input
  private let format: BookmarkFormat?

  /// - Parameter format: the format of the file. Nil recognizes it by the content.
  public init(file: URL, format: BookmarkFormat? = nil) {
    input = .file(file)
    self.format = format
  }

  /// Reads from a pipe, such as standard input, to its end.
  public init(handle: FileHandle, format: BookmarkFormat? = nil) {
    self.init(handle: handle, name: "standard input", format: format)
  }

  /// - Parameter name: the name of the file in errors.
  package init(handle: FileHandle, name: String, format: BookmarkFormat?) {
    input = .handle(handle, name: name)
    self.format = format
  }

  /// How far reading has come.
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
    let source = try source()
    // Recognition may need several pieces, because a list may begin with images and prose.
    var start = try source.nextPiece()
    while format == nil, start.count < BookmarkFormat.recognitionLength {
      let piece = try source.nextPiece()
      if piece.isEmpty { break }
      start += piece
    }
    guard let format = format ?? BookmarkFormat(startOfFile: start) else {
      throw .unknownFormat(file: source.name)
    }
    if !format.isBinary, Self.isBinary(start) {
      throw .malformed(file: source.name, format: format, reason: "it isn't a text file")
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
    guard let reader = format.reader else {
      try PlacesFile.read(start: start, rest: source, deliver: deliver)
      return format
    }
    var pieces = DecodingReader(reader, of: format, start: start)
    var entries: [Result<Bookmark, BookmarkProblem>] = []
    func take(_ read: () throws(MalformedContent) -> Void) throws(BookmarkFileError) {
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
      try take { () throws(MalformedContent) in try pieces.read(piece, into: &entries) }
      piece = try source.nextPiece()
    }
    try take { () throws(MalformedContent) in try pieces.finish(into: &entries) }
    return format
  }

  /// Whether bytes from the start of a file can't be text. Zero bytes occur only in UTF-16, where
  /// all formats begin with a byte order mark.
  package static func isBinary(_ start: some Collection<UInt8>) -> Bool {
    !start.starts(with: [0xFF, 0xFE]) && !start.starts(with: [0xFE, 0xFF]) && start.contains(0)
  }

  private func source() throws(BookmarkFileError) -> ByteSource {
    switch input {
    case .file(let file): try ByteSource(file: file)
    case .handle(let handle, let name): ByteSource(handle: handle, name: name, file: nil)
    }
  }
}
