package import Foundation

/// The metadata at the beginning of a Markdown file: YAML between lines of hyphens
/// (https://jekyllrb.com/docs/front-matter/), TOML between lines of plus signs, or JSON
/// (https://gohugo.io/content-management/front-matter/).
///
/// Reads only texts, names and lists of them, in the forms that people write. A complete YAML parser
/// would reject the file for a single mistake.
package struct FrontMatter {
  /// The texts of each field, by its name in lower case.
  private var fields: [String: [String]] = [:]
  /// Where the text begins.
  package private(set) var end: Int

  /// Longer metadata isn't front matter. Its first line may have been a horizontal rule.
  private static let lengthLimit = 65_536
  /// The most texts of a list.
  static let listLimit = 1_000

  package init(_ text: String) { self.init(Array(text.utf8)) }

  package init(_ text: [UInt8]) {
    end = text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let head = text[end...].prefix(Self.lengthLimit)
    if head.first == UInt8(ascii: "{") {
      readJSON(head)
    } else {
      readLines(head)
    }
  }

  private mutating func readLines(_ head: ArraySlice<UInt8>) {
    var lines: [Substring] = []
    var mark: String?
    var position = head.startIndex
    while position < head.endIndex {
      let lineEnd = head[position...].firstIndex { $0 == 0x0A } ?? head.endIndex
      var line = String(decoding: head[position..<lineEnd], as: UTF8.self)
      while let last = line.unicodeScalars.last, last.properties.isWhitespace {
        line.unicodeScalars.removeLast()
      }
      position = min(lineEnd + 1, head.endIndex)
      guard let mark else {
        guard line == "---" || line == "+++" else { return }
        mark = line
        continue
      }
      if line == mark || mark == "---" && line == "..." {
        let isTOML = mark == "+++"
        let fields = isTOML ? TOMLFields(lines).fields : YAMLFields(lines).fields
        // This is text between two horizontal rules.
        guard !fields.isEmpty || lines.allSatisfy({ $0.isEmpty || $0.hasPrefix("#") }) else {
          return
        }
        end = position
        self.fields = fields
        return
      }
      lines.append(line[...])
    }
  }

  private mutating func readJSON(_ head: ArraySlice<UInt8>) {
    var depth = 0
    var isQuoted = false
    var isEscaped = false
    for (position, byte) in zip(head.indices, head) {
      if isQuoted {
        if byte == UInt8(ascii: "\""), !isEscaped { isQuoted = false }
        isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
      } else if byte == UInt8(ascii: "\"") {
        isQuoted = true
      } else if byte == UInt8(ascii: "{") {
        depth += 1
      } else if byte == UInt8(ascii: "}") {
        depth -= 1
        guard depth == 0 else { continue }
        let bytes = head[...position]
        guard bytes.count < Self.lengthLimit,
          case .object(let object)? = JSONReader.value(of: bytes), !object.members.isEmpty
        else { return }
        end = position + 1
        fields = object.members.reduce(into: [:]) {
          $0[$1.name.lowercased()] = Self.texts(of: $1.value)
        }
        return
      }
    }
  }

  private static func texts(of value: JSONValue) -> [String] {
    switch value {
    case .string(let text): [text]
    case .array(let list):
      list.prefix(listLimit).flatMap {
        if case .array = $0 { [] as [String] } else { texts(of: $0) }
      }
    case .object(let object):
      if case .string(let name)? = object["name"] { [name] } else { [] }
    case .null, .bool, .number: []
    }
  }
}

extension FrontMatter {
  /// Returns the first text of the first of these fields that has one.
  package func first(_ names: String...) -> String? {
    names.lazy.compactMap { fields[$0]?.first }.first
  }

  /// Returns all texts of a field.
  package func all(_ name: String) -> [String] { fields[name] ?? [] }

  package var title: String? { first("title").flatMap { PlainText.folded($0) } }

  /// The authors' names, separated by commas.
  package var byline: String? {
    let names = ["author", "authors", "byline", "by"].lazy.compactMap { fields[$0] }.first ?? []
    return PlainText.folded(names.compactMap { PlainText.folded($0) }.joined(separator: ", "))
  }

  package var published: Date? {
    date("date", "published", "pubdate", "publishdate", "publish_date", "published_at")
  }

  package var modified: Date? {
    date("lastmod", "updated", "modified", "last_modified_at", "updated_at")
  }

  private func date(_ names: String...) -> Date? {
    names.lazy.compactMap { fields[$0]?.first }.compactMap(PublicationDate.date).first
  }
}

// MARK: - Files of our own

/// The front matter of files that this program writes. Its last field is a hash of everything else,
/// which shows whether the file was edited by hand.
extension FrontMatter {
  private static let fence = "---\n"
  private static let hashKey = "raylette"

  /// Returns the text of a file.
  /// - Parameter fields: texts and lists. Null and empty ones are left out.
  package static func text(_ fields: JSONObject, body: String) -> String {
    let lines = fields.members.compactMap { member in
      yaml(member.value).map { "\(member.name): \($0)\n" }
    }.joined()
    let end = body.isEmpty ? "" : "\n\(body)\n"
    return fence + lines + "\(hashKey): \"\(hash(lines + end))\"\n" + fence + end
  }

  /// The strings and lists of JSON are valid YAML (YAML 1.2, section 1.2).
  private static func yaml(_ value: JSONValue) -> String? {
    switch value {
    case .null, .array([]): nil
    case .array(let items): "[\(items.map(\.line).joined(separator: ", "))]"
    default: value.line
    }
  }

  /// Whether a file was edited since it was written.
  package static func isEdited(_ text: String) -> Bool {
    guard let hash = FrontMatter(text).first(hashKey) else { return true }
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
}
