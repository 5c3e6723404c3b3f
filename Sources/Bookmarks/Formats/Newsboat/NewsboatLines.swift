import Foundation
import Markup

/// Reads the file `urls` of the feed readers newsboat and newsbeuter: an address a line, tags behind it,
/// in quotation marks where they have spaces, and a title behind `~`
/// (https://newsboat.org/releases/2.38/docs/newsboat.html#_the_urls_file). Commands and searches of feeds
/// are no links.
struct NewsboatLines: LineFormat {
  func read(_ line: ArraySlice<UInt8>, number: Int, into entries: inout [EntryReader.Entry]) {
    let words = Self.words(of: String(decoding: line, as: UTF8.self))
    guard let address = words.first, address.contains(":"), !Self.isCommand(address) else { return }
    var draft = BookmarkDraft(address: address)
    for word in words.dropFirst() {
      // A `!` before a tag hides the feed elsewhere.
      if word.hasPrefix("~") {
        draft.title = String(word.dropFirst())
      } else {
        draft.tags.append(String(word.drop { $0 == "!" }))
      }
    }
    entries.append(draft.entry(line: number))
  }

  /// Whether some line of a text is one that only newsboat has.
  /// - Parameter text: whole lines.
  static func recognizes(_ text: Substring) -> Bool {
    var isNewsboat = false
    for line in text.split(whereSeparator: \.isNewline) {
      let words = words(of: String(line))
      guard let first = words.first else { continue }
      // Behind these stands a title.
      if words.count > 1, ["|", "-", "–", "—"].contains(words[1]) { return false }
      let isLink = BareAddress(at: 0, in: Array(first.utf8)[...])?.text == first
      guard isLink || isCommand(first) || WebAddress(first) != nil else { return false }
      if isCommand(first) || words.dropFirst().contains(where: { $0.hasPrefix("~") })
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

  /// A `#` begins a comment, between words too.
  private static func words(of line: String) -> [String] {
    var words: [String] = []
    var rest = line[...]
    while true {
      rest = rest.drop(while: \.isWhitespace)
      guard let first = rest.first, first != "#" else { return words }
      var word = ""
      if first == "\"" {
        rest = rest.dropFirst()
        while let next = rest.popFirst(), next != "\"" {
          word.append(next == "\\" ? rest.popFirst() ?? next : next)
        }
      } else {
        word = String(rest.prefix { !$0.isWhitespace })
        rest = rest.dropFirst(word.count)
      }
      words.append(word)
    }
  }
}
