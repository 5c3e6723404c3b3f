import Localization
import Markup

/// Splits a file into its top-level objects, or the objects of its top-level array, and decodes
/// them one by one. An invalid object therefore doesn't hide others, and a list may have any
/// length.
struct JSONObjectReader: EntryReader {
  private var object: [UInt8] = []
  private var depth = 0
  /// The number of open arrays around the object.
  private var arrayDepth = 0
  private var isInString = false
  private var isEscaped = false
  private var line = 1
  private var startLine = 1

  static let isStreaming = true

  mutating func read(_ bytes: [UInt8], into entries: inout [Entry]) throws(MalformedContent) {
    for byte in bytes {
      if byte == UInt8(ascii: "\n") { line += 1 }
      if depth == 0 {
        if byte == UInt8(ascii: "[") { arrayDepth += 1 }
        if byte == UInt8(ascii: "]") { arrayDepth -= 1 }
        guard byte == UInt8(ascii: "{") else { continue }
        startLine = line
      }
      object.append(byte)
      if isEscaped {
        isEscaped = false
      } else if isInString {
        isEscaped = byte == UInt8(ascii: "\\")
        isInString = byte != UInt8(ascii: "\"")
      } else {
        switch byte {
        case UInt8(ascii: "\""): isInString = true
        case UInt8(ascii: "{"): depth += 1
        case UInt8(ascii: "}"):
          depth -= 1
          if depth == 0 { try endObject(into: &entries) }
        default: break
        }
      }
    }
    guard object.count <= WholeFileReader.sizeLimit else { throw .tooLarge }
  }

  func finish(into entries: inout [Entry]) throws(MalformedContent) {
    if depth > 0 {
      throw MalformedContent(
        reason: localized(
          "it ends within the object that began in line \(startLine); its end is missing"))
    }
    if arrayDepth > 0 {
      throw MalformedContent(reason: localized("it ends in line \(line), before its list does"))
    }
  }

  private mutating func endObject(into entries: inout [Entry]) throws(MalformedContent) {
    let found = JSONTree.entries(object, isInArray: arrayDepth > 0, line: startLine)
    if found == nil, arrayDepth == 0 {
      throw MalformedContent(
        reason: localized("the object that begins in line \(startLine) isn't valid JSON"))
    }
    entries += found ?? [.failure(.invalidJSON(line: startLine))]
    object.removeAll(keepingCapacity: true)
  }
}

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
  ) throws(MalformedContent) {
    if !isWhole, let brokenLine {
      throw MalformedContent(
        reason: localized("it ends within line \(brokenLine); its end is missing"))
    }
  }
}

extension BookmarkProblem {
  static func invalidJSON(line: Int) -> BookmarkProblem {
    BookmarkProblem(line: line, sentence: localized("An entry isn't valid JSON."))
  }
}
