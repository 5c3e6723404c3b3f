import Foundation
import Markup

/// The metadata at the beginning of a Markdown file: YAML between lines of hyphens
/// (https://jekyllrb.com/docs/front-matter/), TOML between lines of plus signs, or JSON
/// (https://gohugo.io/content-management/front-matter/).
///
/// Reads only titles, names and dates, in the forms that people write. A complete YAML parser would
/// reject the file for a single mistake.
struct FrontMatter {
  private(set) var title: String?
  /// The authors' names, separated by commas.
  private(set) var byline: String?
  private(set) var published: Date?
  private(set) var modified: Date?
  /// Where the text begins.
  private(set) var end: Int

  /// Longer metadata isn't front matter. Its first line may have been a horizontal rule.
  private static let lengthLimit = 65_536

  init(_ text: [UInt8]) {
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
        use(fields)
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
        use(
          object.members.reduce(into: [:]) { $0[$1.name.lowercased()] = Self.texts(of: $1.value) })
        return
      }
    }
  }

  private static func texts(of value: JSONValue) -> [String] {
    switch value {
    case .string(let text): [text]
    case .array(let list):
      list.prefix(20).flatMap { if case .array = $0 { [] as [String] } else { texts(of: $0) } }
    case .object(let object):
      if case .string(let name)? = object["name"] { [name] } else { [] }
    case .null, .bool, .number: []
    }
  }

  private mutating func use(_ fields: [String: [String]]) {
    func first(_ names: String...) -> String? {
      names.lazy.compactMap { fields[$0]?.first }.first
    }
    title = first("title").flatMap { PlainText.folded($0) }
    let names = ["author", "authors", "byline", "by"].lazy.compactMap { fields[$0] }.first ?? []
    byline = PlainText.folded(names.compactMap { PlainText.folded($0) }.joined(separator: ", "))
    published =
      ["date", "published", "pubdate", "publishdate", "publish_date", "published_at"].lazy
      .compactMap { fields[$0]?.first }.compactMap(PublicationDate.date).first
    modified =
      ["lastmod", "updated", "modified", "last_modified_at", "updated_at"].lazy
      .compactMap { fields[$0]?.first }.compactMap(PublicationDate.date).first
  }
}
