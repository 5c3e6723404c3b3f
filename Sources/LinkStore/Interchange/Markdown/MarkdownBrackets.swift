/// Which brackets of a line belong together, and where code ends: found in one pass, so that a line
/// of nothing but brackets takes no longer than another.
struct MarkdownBrackets {
  /// Positions of `]` by those of their `[`.
  private(set) var closing: [Int: Int] = [:]
  /// The first byte after a code span, by the position of its first backtick.
  private(set) var codeEnds: [Int: Int] = [:]

  init(_ line: ArraySlice<UInt8>) {
    findCode(in: line)
    var open: [Int] = []
    var position = line.startIndex
    while position < line.endIndex {
      if let end = codeEnds[position] {
        position = end
        continue
      }
      switch line[position] {
      case UInt8(ascii: "\\"): position += 1
      case UInt8(ascii: "["): open.append(position)
      case UInt8(ascii: "]"): if let start = open.popLast() { closing[start] = position }
      default: break
      }
      position += 1
    }
  }

  /// Code stands between two runs of as many backticks.
  private mutating func findCode(in line: ArraySlice<UInt8>) {
    let backtick = UInt8(ascii: "`")
    guard line.contains(backtick) else { return }
    var runs: [Range<Int>] = []
    var position = line.startIndex
    while let start = line[position...].firstIndex(of: backtick) {
      let end = line[start...].firstIndex { $0 != backtick } ?? line.endIndex
      let isEscaped = start > line.startIndex && line[start - 1] == UInt8(ascii: "\\")
      runs.append((isEscaped ? start + 1 : start)..<end)
      position = end
    }
    // From the end, so that the next run of each length is known.
    var next: [Int: Int] = [:]
    var partners = [Int?](repeating: nil, count: runs.count)
    for (index, run) in runs.enumerated().reversed() {
      partners[index] = next[run.count]
      next[run.count] = index
    }
    var index = 0
    while index < runs.count {
      if let partner = partners[index], !runs[index].isEmpty {
        codeEnds[runs[index].lowerBound] = runs[partner].upperBound
        index = partner
      }
      index += 1
    }
  }
}
