import Foundation

/// Reads one object per line (https://jsonlines.org).
struct JSONLines: LineFormat {
  /// The last line, if it couldn't be read.
  private var brokenLine: Int?

  mutating func read(
    _ line: ArraySlice<UInt8>, number: Int, into entries: inout [EntryReader.Entry]
  ) {
    if line.allSatisfy({ $0 <= 0x20 }) { return }
    let found = JSONTree.entries(line, isInArray: true, line: number)
    brokenLine = found == nil ? number : nil
    entries += found ?? [.failure(.invalidJSON(line: number))]
  }

  func finish(
    isWhole: Bool, into entries: inout [EntryReader.Entry]
  ) throws(BrokenContent) {
    if !isWhole, let brokenLine {
      throw BrokenContent(reason: "it ends within line \(brokenLine); its end is missing")
    }
  }
}

extension BookmarkProblem {
  static func invalidJSON(line: Int) -> BookmarkProblem {
    BookmarkProblem(line: line, sentence: "An entry is no valid JSON.")
  }
}
