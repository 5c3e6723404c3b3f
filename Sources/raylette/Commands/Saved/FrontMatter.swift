import Foundation
import Markup

/// The front matter of a Markdown file: YAML between two lines of three hyphens.
///
/// The last field is a hash of everything else, which shows whether the file was edited by hand.
enum FrontMatter {
  enum Value {
    case text(String)
    case list([String])

    /// The strings and lists of JSON are valid YAML (YAML 1.2, section 1.2).
    fileprivate var yaml: String {
      switch self {
      case .text(let text): FrontMatter.quoted(text)
      case .list(let texts): "[\(texts.map(FrontMatter.quoted).joined(separator: ", "))]"
      }
    }
  }

  private static let fence = "---\n"
  private static let hashKey = "raylette"

  /// Returns the text of a file.
  static func text(_ fields: [(String, Value)], body: String) -> String {
    let lines = fields.map { "\($0): \($1.yaml)\n" }.joined()
    let end = body.isEmpty ? "" : "\n\(body)\n"
    return fence + lines + "\(hashKey): \"\(hash(lines + end))\"\n" + fence + end
  }

  /// Returns the value of a text field of a file, or nil if it has none.
  static func value(of key: String, in text: String) -> String? {
    guard let lines = lines(of: text),
      let line = lines.first(where: { $0.hasPrefix("\(key): ") })
    else { return nil }
    return unquoted(line.dropFirst(key.count + 2))
  }

  /// Whether a file was edited since it was written.
  static func isEdited(_ text: String) -> Bool {
    guard let hash = value(of: hashKey, in: text) else { return true }
    let line = "\(hashKey): \"\(hash)\"\n" + fence
    guard text.hasPrefix(fence), let range = text.firstRange(of: line) else { return true }
    let content =
      text[text.index(text.startIndex, offsetBy: fence.count)..<range.lowerBound]
      + text[range.upperBound...]
    return Self.hash(String(content)) != hash
  }

  private static func hash(_ text: String) -> String {
    String(FNVHash(text.utf8).value, radix: 16)
  }

  private static func lines(of text: String) -> [Substring]? {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.first == "---", let end = lines.dropFirst().firstIndex(of: "---") else {
      return nil
    }
    return Array(lines[1..<end])
  }

  private static func quoted(_ text: String) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    let data = (try? encoder.encode(text)) ?? Data("\"\"".utf8)
    return String(decoding: data, as: UTF8.self)
  }

  private static func unquoted(_ text: Substring) -> String? {
    try? JSONDecoder().decode(String.self, from: Data(text.utf8))
  }
}
