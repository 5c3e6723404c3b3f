/// Cuts an array of objects into its elements, which are decoded one by one: a bad one hides no
/// other, and no file is too large.
struct JSONObjectReader: EntryReader {
  private var object: [UInt8] = []
  private var depth = 0
  /// Whether an array was opened that was not closed yet.
  private var isInArray = false
  private var isInString = false
  private var isEscaped = false
  private var line = 1
  private var startLine = 1

  /// In bytes; a brace that is never closed must not swallow the memory.
  private static let objectLimit = 4 << 20

  mutating func read(_ bytes: [UInt8], into entries: inout [Entry]) {
    for byte in bytes {
      if byte == UInt8(ascii: "\n") { line += 1 }
      if depth == 0 {
        if byte == UInt8(ascii: "[") { isInArray = true }
        if byte == UInt8(ascii: "]") { isInArray = false }
        guard byte == UInt8(ascii: "{") else { continue }
        startLine = line
      }
      if object.count < Self.objectLimit { object.append(byte) }
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
          if depth == 0 { endObject(into: &entries) }
        default: break
        }
      }
    }
  }

  mutating func finish(into entries: inout [Entry]) {
    if depth > 0 {
      entries.append(
        .failure(BookmarkProblem(line: startLine, sentence: "The file ends inside an entry.")))
    } else if isInArray {
      let sentence = "The file ends before its list does; the rest may be missing."
      entries.append(.failure(BookmarkProblem(line: line, sentence: sentence)))
    }
  }

  private mutating func endObject(into entries: inout [Entry]) {
    entries.append(
      object.count < Self.objectLimit
        ? JSONEntry.entry(object, line: startLine)
        : .failure(BookmarkProblem(line: startLine, sentence: "An entry is longer than 4 MB.")))
    object.removeAll(keepingCapacity: true)
  }
}
