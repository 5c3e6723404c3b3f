import Foundation
import Markup

/// Reads the `urls` file of the feed readers newsboat and newsbeuter: one address per line,
/// followed by tags, in quotation marks if they contain spaces, and by a title after `~`
/// (https://newsboat.org/releases/2.38/docs/newsboat.html#_the_urls_file). Commands and feed
/// queries aren't links, and are problems.
struct NewsboatLines: LineFormat {
  func read(_ line: ArraySlice<UInt8>, number: Int, into entries: inout [EntryReader.Entry]) {
    let words = Self.words(of: String(decoding: line, as: UTF8.self))
    guard let address = words.first, address.contains(":") else { return }
    var draft = BookmarkDraft(address: address)
    for word in words.dropFirst() {
      // A `!` before a tag hides the feed in other lists.
      if word.hasPrefix("~") {
        draft.title = String(word.dropFirst())
      } else {
        draft.tags.append(String(word.drop { $0 == "!" }))
      }
    }
    entries.append(draft.entry(line: number))
  }

  /// Whether all lines of a text fit the format, and one of them is of a kind that only newsboat
  /// has.
  /// - Parameter text: whole lines.
  static func recognizes(_ text: Substring) -> Bool {
    var isNewsboat = false
    for line in text.split(whereSeparator: \.isNewline) {
      let words = words(of: String(line))
      guard let first = words.first else { continue }
      // A title follows such a mark.
      if words.count > 1, ["|", "-", "–", "—"].contains(words[1]) { return false }
      let isLink = BareAddress(at: 0, in: Array(first.utf8)[...])?.text == first
      guard isLink || isCommand(first) || WebAddress(first) != nil else { return false }
      // A local file may also be a mistake in a list of addresses.
      if isCommand(first) && !first.hasPrefix("file:")
        || words.dropFirst().contains(where: { $0.hasPrefix("~") })
        || isLink && line.contains(/\s"[^"]+"\s*$/)
      {
        isNewsboat = true
      }
    }
    return isNewsboat
  }

  private static func isCommand(_ address: String) -> Bool {
    ["exec:", "filter:", "query:", "file:"].contains { address.hasPrefix($0) }
  }

  /// Splits a line into words. A `#` begins a comment, even between words.
  private static func words(of line: String) -> [String] {
    var words: [String] = []
    var remaining = line[...]
    while true {
      remaining = remaining.drop(while: \.isWhitespace)
      guard let first = remaining.first, first != "#" else { return words }
      var word = ""
      if first == "\"" {
        remaining = remaining.dropFirst()
        while let next = remaining.popFirst(), next != "\"" {
          word.append(next == "\\" ? remaining.popFirst() ?? next : next)
        }
      } else {
        word = String(remaining.prefix { !$0.isWhitespace })
        remaining = remaining.dropFirst(word.count)
      }
      words.append(word)
    }
  }
}
