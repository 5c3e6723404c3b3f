/// Limits what a Markdown parser takes more than linear time for: containers within containers.
///
/// An empty line is part of every list that's open, so that many of them below a deeply nested list
/// take time that grows with their product.
package enum BoundedMarkdown {
  /// The most marks of lists and quotations at the beginning of a line, and columns of white space
  /// between them. Nobody nests that deeply.
  private static let marksLimit = 20
  private static let spaceLimit = 80

  /// Returns a text in which no line begins with more of them. All lines stay.
  package static func text(_ text: some Collection<UInt8>) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(text.count)
    for line in text.split(separator: .lineFeed, omittingEmptySubsequences: false) {
      append(line, to: &output)
      output.append(.lineFeed)
    }
    output.removeLast()
    return output
  }

  private static func append(_ line: some Collection<UInt8>, to output: inout [UInt8]) {
    var place = line.startIndex
    var (marks, spaces) = (0, 0)
    while place != line.endIndex {
      let end = self.end(of: line[place...])
      guard end != place else { break }
      let part = line[place..<end]
      if part.first == UInt8(ascii: " ") || part.first == UInt8(ascii: "\t") {
        spaces += part.first == UInt8(ascii: "\t") ? 4 : 1
        if spaces <= spaceLimit { output += part }
      } else {
        marks += 1
        if marks <= marksLimit { output += part }
      }
      place = end
    }
    output += line[place...]
  }

  /// Returns the end of the space or the mark at the beginning of a text, or its start if there's
  /// none.
  private static func end<Text: Collection<UInt8>>(of text: Text) -> Text.Index {
    guard let first = text.first else { return text.startIndex }
    let next = text.index(after: text.startIndex)
    switch first {
    case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: ">"): return next
    case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "*"):
      return isSpace(at: next, in: text) ? next : text.startIndex
    default:
      let digits = text.prefix { $0 &- 0x30 < 10 }
      guard (1...9).contains(digits.count), digits.endIndex != text.endIndex,
        [UInt8(ascii: "."), UInt8(ascii: ")")].contains(text[digits.endIndex])
      else { return text.startIndex }
      let end = text.index(after: digits.endIndex)
      return isSpace(at: end, in: text) ? end : text.startIndex
    }
  }

  private static func isSpace<Text: Collection<UInt8>>(
    at place: Text.Index, in text: Text
  ) -> Bool {
    place == text.endIndex || text[place] == UInt8(ascii: " ") || text[place] == UInt8(ascii: "\t")
  }
}
