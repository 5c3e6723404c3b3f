import Localization

/// Finds the bookmarks in the lines of a file.
protocol LineFormat {
  /// - Parameter number: the number of the line, from 1.
  mutating func read(
    _ line: ArraySlice<UInt8>, number: Int, into entries: inout [EntryReader.Entry])
  /// Adds entries that are still open after the last line.
  /// - Parameter isWhole: whether the last line ended in a line break.
  mutating func finish(
    isWhole: Bool, into entries: inout [EntryReader.Entry]
  ) throws(MalformedContent)
}

extension LineFormat {
  func finish(isWhole: Bool, into entries: inout [EntryReader.Entry]) {}
}

/// Splits pieces into lines, which end in LF, CR LF or CR.
struct LineReader<Lines: LineFormat>: EntryReader {
  private var lines: Lines
  /// The beginning of a line whose end hasn't arrived yet.
  private var open: [UInt8] = []
  private var isTooLong = false
  private var number = 1
  /// Whether a line has just ended in CR, so that a following LF belongs to the same line break.
  private var isAfterCR = false
  /// The maximum length of a line in bytes. No bookmark needs more, and memory is limited.
  private static var lineLimit: Int { 4 << 20 }

  init(lines: Lines) { self.lines = lines }

  static var isStreaming: Bool { true }

  mutating func read(_ bytes: [UInt8], into entries: inout [Entry]) {
    var start = bytes.startIndex
    let (lf, cr) = (UInt8(ascii: "\n"), UInt8(ascii: "\r"))
    if isAfterCR, bytes.first == lf { start += 1 }
    if !bytes.isEmpty { isAfterCR = false }
    while let end = bytes[start...].firstIndex(where: { $0 == lf || $0 == cr }) {
      keep(bytes[start..<end])
      endLine(into: &entries)
      start = end + 1
      guard bytes[end] == cr else { continue }
      if start < bytes.endIndex { start += bytes[start] == lf ? 1 : 0 } else { isAfterCR = true }
    }
    keep(bytes[start...])
  }

  mutating func finish(into entries: inout [Entry]) throws(MalformedContent) {
    let isWhole = open.isEmpty && !isTooLong
    endLine(into: &entries)
    try lines.finish(isWhole: isWhole, into: &entries)
  }

  private mutating func keep(_ bytes: ArraySlice<UInt8>) {
    if open.count + bytes.count > Self.lineLimit { isTooLong = true }
    if isTooLong { open.removeAll() } else { open.append(contentsOf: bytes) }
  }

  private mutating func endLine(into entries: inout [Entry]) {
    if isTooLong {
      entries.append(
        .failure(
          BookmarkProblem(
            line: number,
            sentence: localized("The line is longer than \(Self.lineLimit >> 20) MB."),
            kind: .tooLong)))
    } else {
      if !open.isEmpty { lines.read(open[...], number: number, into: &entries) }
    }
    open.removeAll(keepingCapacity: !isTooLong)
    isTooLong = false
    number += 1
  }
}
