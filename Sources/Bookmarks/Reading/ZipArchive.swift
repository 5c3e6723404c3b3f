import Foundation
import Markup

/// The files in a zip archive (PKWARE's APPNOTE.TXT, section 4.3), in which Pocket and Google mail
/// exports. Names in it are only used for messages. Archives over 4 GB (zip64) and encrypted ones
/// aren't read.
struct ZipArchive {
  private struct Entry {
    let name: String
    let method: UInt64
    let length: Int
    let inflatedLength: Int
    let offset: Int
  }

  private let name: String
  private let handle: FileHandle
  private var entries: [Entry] = []

  /// The maximum number of files. An archive of everything that a service knows has more, and hostile
  /// ones would take long.
  private static let entryLimit = 10_000
  private static let directoryLimit = 16 << 20
  /// The maximum number of bytes of all files together after inflation. Entries can overlap, so that a
  /// small archive has any size.
  private static let totalLimit = 4 * ByteSource.Limits.bookmarks.inflated

  static func recognizes(_ start: some Collection<UInt8>) -> Bool {
    start.starts(with: [0x50, 0x4B, 3, 4])
  }

  /// Reads the directory. Returns nil for any other file, and for a pipe, whose end can't be read
  /// first. Nothing is read from a file that isn't an archive.
  init?(_ handle: FileHandle, name: String) throws(BookmarkFileError) {
    (self.name, self.handle) = (name, handle)
    var status = stat()
    guard fstat(handle.fileDescriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_size >= 4, lseek(handle.fileDescriptor, 0, SEEK_CUR) == 0,
      Self.recognizes(try bytes(at: 0, 4))
    else { return nil }
    // The end of the directory, before a comment of up to 65,535 bytes.
    let size = Int(status.st_size)
    let tail = try bytes(at: max(0, size - 65_557), min(size, 65_557))
    let mark: [UInt8] = [0x50, 0x4B, 5, 6]
    guard
      let end = tail.indices.dropLast(21).last(where: {
        tail[$0] == mark[0] && tail[$0..<($0 + 4)].elementsEqual(mark)
          && $0 + 22 + Int(Self.number(tail, $0 + 20, 2)) == tail.count
      })
    else { throw .damagedZip(file: name) }
    let count = Int(Self.number(tail, end + 10, 2))
    let (length, offset) = (
      Int(Self.number(tail, end + 12, 4)), Int(Self.number(tail, end + 16, 4))
    )
    guard count <= Self.entryLimit, length <= Self.directoryLimit else {
      throw .damagedZip(file: name)
    }
    let directory = try bytes(at: offset, length)
    var position = 0
    for _ in 0..<count {
      guard position + 46 <= directory.count,
        directory[position..<(position + 4)].elementsEqual([0x50, 0x4B, 1, 2])
      else { throw .damagedZip(file: name) }
      let field = { (at: Int, length: Int) in Self.number(directory, position + at, length) }
      let nameEnd = position + 46 + Int(field(28, 2))
      guard nameEnd <= directory.count else { throw .damagedZip(file: name) }
      guard field(8, 2) & 1 == 0 else { throw .damagedZip(file: name) }  // It's encrypted.
      let entry = Entry(
        name: String(decoding: directory[(position + 46)..<nameEnd], as: UTF8.self),
        method: field(10, 2), length: Int(field(20, 4)), inflatedLength: Int(field(24, 4)),
        offset: Int(field(42, 4)))
      if !entry.name.hasSuffix("/") { entries.append(entry) }
      position = nameEnd + Int(field(30, 2)) + Int(field(32, 2))
    }
  }

  /// Reads the bookmarks of all files that are lists of them. JSON can be anything that a service
  /// knows, so it only counts if there are no other lists. Pages and texts don't count.
  /// - Parameter format: the only format that counts; nil for any.
  /// - Returns: the format of the first file.
  func read(
    as format: BookmarkFormat?, _ options: BookmarkReader.Options,
    progress: (BookmarkReader.Progress) -> Void,
    _ receive: (Result<Bookmark, BookmarkProblem>) throws(CancellationError) -> Void
  ) throws(BookmarkFileError) -> BookmarkFormat {
    var found: [(entry: Entry, format: BookmarkFormat)] = []
    for entry in entries {
      if Task.isCancelled { throw .cancelled }
      let start = try content(of: entry, upTo: BookmarkFormat.recognitionLength)
      guard let start, let known = BookmarkFormat(startOfFile: start) else { continue }
      if format.map({ $0 == known }) ?? Self.lists.contains(known) { found.append((entry, known)) }
    }
    let lists = found.filter { ![.json, .jsonLines].contains($0.format) }
    let chosen = lists.isEmpty ? found : lists
    guard let first = chosen.first else { throw .emptyZip(file: name) }
    var (count, length) = (0, 0)
    for (entry, format) in chosen {
      guard let bytes = try content(of: entry) else { throw .damagedZip(file: name) }
      length += bytes.count
      guard length <= Self.totalLimit else {
        throw .tooLargeInflated(file: name, limit: Self.totalLimit)
      }
      let path = "\(name)/\(PlainText.folded(entry.name, limit: 200) ?? "")"
      let before = count
      try BookmarkReader(data: Data(bytes), name: path, format: format, options: options).read {
        count = before + $0.entryCount
        progress(BookmarkReader.Progress(entryCount: count, bytesRead: length, bytesTotal: nil))
      } _: { entry throws(CancellationError) in
        try receive(entry)
      }
    }
    return first.format
  }

  private static let lists: Set<BookmarkFormat> = [
    .netscape, .csv, .opml, .xbel, .chrome, .safari, .opera, .firefoxBackup, .newsboat, .json,
    .jsonLines,
  ]

  /// Returns the content of a file, or its start; nil if it's compressed in another way.
  private func content(
    of entry: Entry, upTo count: Int? = nil
  ) throws(BookmarkFileError) -> [UInt8]? {
    let limit = ByteSource.Limits.bookmarks.inflated
    guard entry.method == 0 || entry.method == 8 else { return nil }
    guard count != nil || max(entry.length, entry.inflatedLength) <= limit else {
      throw .tooLargeInflated(file: name, limit: limit)
    }
    // Its own header has the name again, and other fields of any length.
    let header = try bytes(at: entry.offset, 30)
    guard Self.recognizes(header) else { throw .damagedZip(file: name) }
    let start = entry.offset + 30 + Int(Self.number(header, 26, 2) + Self.number(header, 28, 2))
    let stored = try bytes(at: start, min(entry.length, count ?? .max))
    if entry.method == 0 { return stored }
    do throws(Inflater.Failure) {
      let inflater = Inflater(format: .raw, limit: count.map { $0 + (1 << 16) } ?? limit)
      let content = try inflater.inflate(stored, upTo: count ?? .max)
      if count == nil, !inflater.hasEnded || content.count != entry.inflatedLength {
        throw .badData
      }
      return content
    } catch .tooLong(let limit) {
      throw .tooLargeInflated(file: name, limit: limit)
    } catch {
      throw .damagedZip(file: name)
    }
  }

  /// Reads bytes anywhere in the file, and leaves its position as it is.
  private func bytes(at offset: Int, _ count: Int) throws(BookmarkFileError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let read = pread(handle.fileDescriptor, &bytes, count, off_t(offset))
    guard read == count else { throw .damagedZip(file: name) }
    return bytes
  }

  /// A number in little-endian order.
  private static func number(_ bytes: [UInt8], _ start: Int, _ length: Int) -> UInt64 {
    bytes[start..<(start + length)].reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}
