import Foundation
import Markup

/// Converts tags to and from one text, separated by commas. A tag that contains a comma is in
/// quotation marks, like a field of CSV (RFC 4180). Other programs read such a tag as two.
enum TagList {
  static func text(_ tags: [String]) -> String {
    tags.map { tag in
      guard !isPlain(tag) else { return tag }
      return "\"" + tag.replacing("\"", with: "\"\"") + "\""
    }.joined(separator: ",")
  }

  /// Whether a tag needs no quotation marks.
  static func isPlain(_ tag: String) -> Bool { !tag.contains(",") && !tag.hasPrefix("\"") }

  static func tags(in text: String) -> [String] {
    guard text.utf8.contains(UInt8(ascii: "\"")) else { return tags(in: text, separator: ",") }
    var tags: [String] = []
    var remaining = text[...]
    while true {
      remaining = remaining.drop(while: \.isWhitespace)
      if let (tag, end) = quotedTag(remaining) {
        tags.append(tag)
        remaining = end
      } else {
        let tag = remaining.prefix { $0 != "," }
        tags.append(String(tag))
        remaining = remaining[tag.endIndex...]
      }
      guard remaining.first == "," else { return tags }
      remaining = remaining.dropFirst()
    }
  }

  static func tags(in text: String, separator: Unicode.Scalar) -> [String] {
    // Splits bytes, which is many times faster than splitting characters.
    text.utf8.split(separator: UInt8(ascii: separator)).map { String(Substring($0)) }
  }

  /// Parses a list in the form that programs write into a field: `["a", "b"]` in JSON, or `['a',
  /// "it's b"]` in Python. Returns nil for any other text.
  static func literals(in text: String) -> [String]? {
    guard text.hasPrefix("["), text.hasSuffix("]") else { return nil }
    if case .array(let items)? = JSONReader.value(of: text.utf8) {
      let names = items.compactMap(\.string)
      if names.count == items.count { return names }
    }
    var names: [String] = []
    var remaining = text.dropFirst()
    while let first = remaining.popFirst(), first != "]" {
      if first == "," || first.isWhitespace { continue }
      guard first == "'" || first == "\"" else { return nil }
      var name = ""
      while let next = remaining.popFirst(), next != first {
        name.append(next == "\\" ? remaining.popFirst() ?? next : next)
      }
      names.append(name)
    }
    return remaining.isEmpty ? names : nil
  }

  /// Splits a folder path in Raindrop's form: `outer / inner`.
  static func folders(in path: String) -> [String] {
    let names = path.components(separatedBy: " / ")
    return defaultFolders.contains(names[0]) ? Array(names.dropFirst()) : names
  }

  /// Default folders of Instapaper and Raindrop, which say nothing about a link.
  private static let defaultFolders: Set = ["Unread", "Archive", "Starred", "Unsorted"]

  /// Returns a tag in quotation marks and the text after it, or nil if the text doesn't begin with
  /// one or the tag never ends.
  private static func quotedTag(_ text: Substring) -> (String, Substring)? {
    guard text.first == "\"" else { return nil }
    var tag = ""
    var remaining = text.dropFirst()
    while let quote = remaining.firstIndex(of: "\"") {
      tag += remaining[..<quote]
      remaining = remaining[quote...].dropFirst()
      guard remaining.first == "\"" else {
        let end = remaining.drop(while: \.isWhitespace)
        return end.isEmpty || end.first == "," ? (tag, end) : nil
      }
      tag += "\""
      remaining = remaining.dropFirst()
    }
    return nil
  }
}
