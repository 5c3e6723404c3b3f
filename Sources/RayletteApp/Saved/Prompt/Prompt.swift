import LinkPreview
import Links
import Localization
import Markup
import TerminalGrid

/// A line of text that the user types.
package struct Prompt: Equatable, Sendable {
  enum Purpose: Equatable, Sendable {
    case filter
    /// An address to save.
    case address
    /// A new title for a link.
    case title(SavedLink.ID)
    /// A new address for a link.
    case newAddress(SavedLink.ID)
    /// A search in the help.
    case help
    /// A search in the reader.
    case find
  }

  var purpose: Purpose
  private(set) var text: String
  /// The number of characters before the cursor.
  private(set) var cursor: Int
  /// The index of the recalled filter in the history. Nil after an edit.
  var recalled: Int?
  /// The completion in the line. Nil after an edit.
  private(set) var choice: Choice?
  /// Whether the cursor of the list was moved since the last edit, so that the completions don't
  /// cover it.
  private(set) var isMovingInList = false
  /// Whether the whole text is selected, so that typing replaces it.
  private(set) var isSelected = false

  /// A completion that was put in the line, and the line before it.
  struct Choice: Equatable, Sendable {
    let completions: [Completion]
    let index: Int
    fileprivate let typed: String
    fileprivate let cursor: Int

    var completion: Completion? {
      completions.indices.contains(index) ? completions[index] : nil
    }
  }

  /// - Parameter isSelected: whether typing replaces the text.
  init(_ purpose: Purpose, text: String = "", isSelected: Bool = false) {
    self.purpose = purpose
    self.text = text
    self.isSelected = isSelected && !text.isEmpty
    cursor = text.count
  }

  /// The label before the text.
  var label: String {
    switch purpose {
    case .filter, .help, .find: "/"
    case .address: localized("save:").asLabel
    case .title: localized("title:").asLabel
    case .newAddress: localized("address:").asLabel
    }
  }

  /// The maximum length in characters: longer than any useful filter, and longer than any address
  /// that browsers accept.
  private var limit: Int {
    switch purpose {
    case .address, .newAddress: 2083
    case .filter, .title, .help, .find: 500
    }
  }

  /// Edits the text with the keys of readline.
  /// - Returns: false if the key has no meaning here.
  mutating func edit(_ key: Key) -> Bool {
    switch key {
    case .backspace where isSelected, .delete where isSelected, .control("h") where isSelected,
      .control("d") where isSelected:
      removeSelected()
    case .character(let character):
      removeSelected()
      insert(String(character))
    case .backspace, .control("h"): delete(cursor - 1..<cursor)
    case .delete, .control("d"): delete(cursor..<cursor + 1)
    case .left, .control("b"): cursor = max(0, cursor - 1)
    case .right, .control("f"): cursor = min(text.count, cursor + 1)
    case .home, .control("a"): cursor = 0
    case .end, .control("e"): cursor = text.count
    case .control("u"): delete(0..<cursor)
    case .control("k"): delete(cursor..<text.count)
    case .control("w"), .alt("\u{7F}"), .alt("\u{8}"): delete(wordStart..<cursor)
    case .alt("b"): cursor = wordStart
    case .alt("f"): cursor = wordEnd
    case .alt("d"): delete(cursor..<wordEnd)
    case .enter, .escape, .tab, .backTab, .up, .down, .pageUp, .pageDown, .control, .alt:
      return false
    }
    endChoice()
    return true
  }

  /// Inserts the first line of pasted text, without control characters.
  /// - Returns: a sentence about what wasn't taken; nil if all was.
  mutating func paste(_ pasted: String) -> String? {
    removeSelected()
    endChoice()
    let lines = pasted.split(whereSeparator: \.isNewline)
    let others = lines.dropFirst().count { !PlainText.isBlank(String($0)) }
    let line = lines.first.flatMap {
      PlainText.folded(String($0), limit: max(1, $0.unicodeScalars.count))
    }
    let missing = insert(line ?? "")
    if missing > 0 { return refusal(of: missing) }
    guard others > 0 else { return nil }
    return localized("Took the first line; \(others, "other was", "others were") left out.")
  }

  private mutating func removeSelected() {
    if isSelected { delete(0..<text.count) }
  }

  /// The sentence about a typed character that doesn't fit; nil if it does.
  var refusalOfCharacter: String? { isSelected || text.count < limit ? nil : refusal(of: 1) }

  private func refusal(of count: Int) -> String {
    localized(
      """
      \(count, "character doesn't", "characters don't") fit in this line, which has at most \
      \(limit.grouped).
      """)
  }

  /// - Returns: the number of characters that don't fit.
  @discardableResult
  private mutating func insert(_ inserted: String) -> Int {
    let before = text.count
    let fitting = inserted.prefix(max(0, limit - before))
    text.insert(contentsOf: fitting, at: index(cursor))
    // Moves less than the inserted count if a combining character joins the character before it.
    cursor += max(0, text.count - before)
    return inserted.count - fitting.count
  }

  /// The part of the word before the cursor. Empty after a space.
  var word: Substring { text[index(completedStart)..<index(cursor)] }

  /// The filter in the line. While the line is typed, its last word is unfinished.
  var filter: SavedFilter { SavedFilter(text, isTyped: recalled == nil && choice == nil) }

  /// The tag of a filter that's being typed at the cursor.
  var tagAtCursor: String? { filterAtCursor?.tagBeingTyped }

  private var filterAtCursor: SavedFilter? {
    purpose == .filter ? SavedFilter(String(text.prefix(cursor)), isTyped: true) : nil
  }

  /// Whether the cursor is in a phrase whose quotation mark is still open.
  var isInPhrase: Bool { text.prefix(cursor).count(where: FilterSign.isQuote) % 2 == 1 }

  // MARK: - Completion

  /// Whether the list of completions is shown.
  var offersCompletions: Bool {
    choice != nil
      || recalled == nil && !isMovingInList
        && (!word.isEmpty || text.allSatisfy(\.isWhitespace))
  }

  /// Puts a completion in the line, in place of an earlier one.
  mutating func choose(_ index: Int, of completions: [Completion]) {
    guard completions.indices.contains(index) else { return }
    takeBackChoice()
    let chosen = Choice(completions: completions, index: index, typed: text, cursor: cursor)
    complete(with: completions[index])
    choice = chosen
  }

  /// Restores the line before a completion was put in it.
  mutating func takeBackChoice() {
    if let choice { (text, cursor) = (choice.typed, choice.cursor) }
    endChoice()
  }

  /// Notes that the cursor of the list moves, which leaves the text as it is.
  mutating func moveInList() {
    isMovingInList = true
    isSelected = false
  }

  private mutating func endChoice() {
    choice = nil
    recalled = nil
    isMovingInList = false
    isSelected = false
  }

  /// Replaces the word at the cursor, or the line. A tag in quotation marks counts as one word.
  private mutating func complete(with completion: Completion) {
    if completion.isLine { (text, cursor) = ("", 0) }
    delete((filterAtCursor?.textBeforeTag?.count ?? completedStart)..<cursor)
    insert(completion.insertion)
  }

  private var completedStart: Int {
    cursor - text.prefix(cursor).reversed().prefix { !$0.isWhitespace }.count
  }

  private var wordStart: Int {
    let before = text.prefix(cursor)
    let spaces = before.reversed().prefix(while: \.isWhitespace).count
    return cursor - spaces
      - before.dropLast(spaces).reversed().prefix { !$0.isWhitespace }.count
  }

  private var wordEnd: Int {
    let after = text.dropFirst(cursor)
    let spaces = after.prefix(while: \.isWhitespace).count
    return cursor + spaces + after.dropFirst(spaces).prefix { !$0.isWhitespace }.count
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
