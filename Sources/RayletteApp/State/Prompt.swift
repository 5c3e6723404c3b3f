/// A line in which a person types something.
public struct Prompt: Equatable, Sendable {
  public enum Purpose: Equatable, Sendable { case filter, tags }

  public var purpose: Purpose
  public private(set) var text: String
  /// Characters before the cursor.
  public private(set) var cursor: Int

  init(_ purpose: Purpose, text: String = "") {
    self.purpose = purpose
    self.text = text
    cursor = text.count
  }

  /// What stands before the text.
  var label: String {
    switch purpose {
    case .filter: "/"
    case .tags: "tags: "
    }
  }

  /// Longer than anything a person looks for.
  private static let limit = 500

  /// Edits the text as readline does; false for a key that means nothing here.
  mutating func edit(_ key: Key) -> Bool {
    switch key {
    case .character(let character) where text.count < Self.limit:
      text.insert(character, at: index(cursor))
      cursor += 1
    case .backspace, .control("h"): delete(cursor - 1..<cursor)
    case .delete, .control("d"): delete(cursor..<cursor + 1)
    case .left, .control("b"): cursor = max(0, cursor - 1)
    case .right, .control("f"): cursor = min(text.count, cursor + 1)
    case .home, .control("a"): cursor = 0
    case .end, .control("e"): cursor = text.count
    case .control("u"): delete(0..<cursor)
    case .control("k"): delete(cursor..<text.count)
    case .control("w"): delete(wordStart..<cursor)
    default: return false
    }
    return true
  }

  /// The word at the cursor, up to it.
  var word: Substring { text[index(wordStart)..<index(cursor)] }

  /// Puts a word in the place of the one at the cursor.
  mutating func complete(with word: String) {
    delete(wordStart..<cursor)
    text.insert(contentsOf: word, at: index(cursor))
    cursor += word.count
  }

  private var wordStart: Int {
    let before = text.prefix(cursor)
    let spaces = before.reversed().prefix(while: \.isWhitespace).count
    return cursor - spaces
      - before.dropLast(spaces).reversed().prefix { !$0.isWhitespace }.count
  }

  private mutating func delete(_ range: Range<Int>) {
    let range = range.clamped(to: 0..<text.count)
    text.removeSubrange(index(range.lowerBound)..<index(range.upperBound))
    if cursor > range.lowerBound { cursor = max(range.lowerBound, cursor - range.count) }
  }

  private func index(_ offset: Int) -> String.Index {
    text.index(text.startIndex, offsetBy: offset)
  }
}
