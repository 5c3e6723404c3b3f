package import Foundation

/// A file of JSON Lines that's read line by line, with lines of any number, also compressed with gzip.
/// Memory doesn't grow with the file.
package struct LineFile: Sendable {
  /// The maximum length of a line in bytes. No line of `raylette export` has more.
  package static let lineLimit = 32 << 20

  private enum Input: Sendable {
    case file(URL)
    case handle(FileHandle)
  }

  private let input: Input
  /// The path, or `standard input`.
  package let name: String

  package init(file: URL) {
    input = .file(file)
    name = file.path(percentEncoded: false)
  }

  /// - Parameter name: the name of the file in errors.
  package init(handle: FileHandle, name: String) {
    input = .handle(handle)
    self.name = name
  }

  package enum Line {
    case text(ArraySlice<UInt8>)
    /// It's longer than the limit.
    case tooLong
  }

  /// Reads to the end. Lines end in LF; the last one needn't.
  ///
  /// Synchronous: blocks on the disk or the pipe.
  /// - Parameters:
  ///   - progress: called after each piece of the file, with the number of lines so far.
  ///   - receive: called with each line. Returns false to stop.
  package func read(
    progress: (BookmarkReader.Progress) -> Void, _ receive: (Line) -> Bool
  ) throws(BookmarkFileError) {
    let source = try source()
    var line: [UInt8] = []
    var isTooLong = false
    var count = 0
    func end() -> Bool {
      count += 1
      defer {
        line.removeAll(keepingCapacity: line.count <= 1 << 20)
        isTooLong = false
      }
      return receive(isTooLong ? .tooLong : .text(line[...]))
    }
    while true {
      let piece = try source.nextPiece()
      if piece.isEmpty { break }
      var rest = piece[...]
      while let index = rest.firstIndex(of: UInt8(ascii: "\n")) {
        isTooLong = isTooLong || line.count + (index - rest.startIndex) > Self.lineLimit
        if !isTooLong { line += rest[..<index] }
        rest = rest[(index + 1)...]
        if !end() { return }
      }
      isTooLong = isTooLong || line.count + rest.count > Self.lineLimit
      if isTooLong { line.removeAll() } else { line += rest }
      progress(
        BookmarkReader.Progress(
          entryCount: count, bytesRead: source.bytesRead, bytesTotal: source.bytesTotal))
    }
    if !line.isEmpty || isTooLong { _ = end() }
  }

  private func source() throws(BookmarkFileError) -> ByteSource {
    // There's no limit, because everything that was written has to be readable.
    switch input {
    case .file(let file): try ByteSource(file: file, limits: .none)
    case .handle(let handle):
      ByteSource(handle: handle, name: name, file: nil, limits: .none)
    }
  }
}
