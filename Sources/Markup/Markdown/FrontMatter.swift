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
    guard let (value, length) = JSONReader.value(atStartOf: head), let object = value.object,
      !object.members.isEmpty
    else { return }
    end = head.startIndex + length
    fields = object.members.reduce(into: [:]) {
      $0[$1.name.lowercased()] = Self.texts(of: $1.value)
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

/// The fields of YAML (https://yaml.org/spec/1.2.2/) that are texts, lists of texts, or people with a
/// name.
struct YAMLFields {
  private(set) var fields: [String: [String]] = [:]

  init(_ lines: [Substring]) {
    var index = 0
    while index < lines.count {
      let line = lines[index]
      index += 1
      guard let (key, value) = Self.field(line) else { continue }
      // Indented lines and list items belong to the field above.
      var block: [Substring] = []
      while index < lines.count,
        lines[index].isEmpty || " \t-".contains(lines[index].first ?? "x")
      {
        block.append(lines[index])
        index += 1
      }
      let texts = Self.texts(value, block)
      if !texts.isEmpty { fields[key.lowercased()] = texts }
      // An empty field also shows that this is front matter.
      if fields.isEmpty { fields[""] = [] }
    }
  }

  /// Splits a line into the name before the colon and the value after it.
  private static func field(_ line: Substring) -> (key: String, value: Substring)? {
    guard let colon = line.firstIndex(of: ":") else { return nil }
    let key = line[..<colon].trimmingCharacters(in: CharacterSet(charactersIn: "\"'"))
    let value = line[line.index(after: colon)...]
    guard !key.isEmpty, key.utf8.count < 60, value.isEmpty || value.first == " ",
      key.unicodeScalars.allSatisfy({
        $0.properties.isAlphabetic || $0.properties.numericType != nil
          || "_-.".unicodeScalars.contains($0)
      })
    else { return nil }
    return (key, value.drop { $0 == " " })
  }

  private static func texts(_ value: Substring, _ block: [Substring]) -> [String] {
    switch value.first {
    case "|", ">":
      let lines = block.map { $0.trimmingCharacters(in: .whitespaces) }
      return [lines.joined(separator: value.first == "|" ? "\n" : " ")]
    case "[":
      // The list may continue in the following lines.
      let list = ([value] + block).joined(separator: " ")
      return FieldText.list(list[...])
    case "{": return name(in: FieldText.parts(of: value.dropFirst()))
    case nil, "#", "&", "!": break
    default:
      // The text continues in indented lines.
      let rest = block.filter { $0.first == " " }.map { $0.trimmingCharacters(in: .whitespaces) }
      let text = ([String(value)] + rest).joined(separator: " ")
      return [FieldText.text(text[...])]
    }
    var items: [String] = []
    var members: [Substring] = []
    for line in block {
      let text = line.drop { $0 == " " || $0 == "\t" }
      if text.hasPrefix("- ") {
        let item = text.dropFirst(2).drop { $0 == " " }
        if field(item) == nil || "\"'".contains(item.first ?? " ") {
          items.append(FieldText.text(item))
        } else {
          items += name(in: [item])
        }
      } else {
        // The name isn't always the first member.
        members.append(text)
      }
    }
    return items + (items.isEmpty || value.isEmpty ? name(in: members) : [])
  }

  /// Returns the name of a person.
  private static func name(in members: [Substring]) -> [String] {
    members.prefix(200).compactMap { member in
      guard let (key, value) = field(member), key.lowercased() == "name", !value.isEmpty else {
        return nil
      }
      return FieldText.text(value)
    }
  }
}

/// The fields of TOML (https://toml.io/en/v1.0.0) that are texts, dates or lists of texts.
struct TOMLFields {
  private(set) var fields: [String: [String]] = [:]

  init(_ lines: [Substring]) {
    var table = ""
    var index = 0
    while index < lines.count {
      let line = lines[index].drop { $0 == " " || $0 == "\t" }
      index += 1
      if line.first == "[" {
        table = line.prefix { $0 != "]" }.drop { $0 == "[" }.lowercased()
        // A table without fields also shows that this is front matter.
        if fields.isEmpty { fields[""] = [] }
        continue
      }
      guard let sign = line.firstIndex(of: "="), line.first != "#" else { continue }
      var key = line[..<sign].trimmingCharacters(in: CharacterSet(charactersIn: " \t\"'"))
      var value = String(line[line.index(after: sign)...].drop { $0 == " " || $0 == "\t" })
      // An unclosed text continues in the following lines.
      for mark in ["\"\"\"", "'''"] where value.hasPrefix(mark) {
        value.removeFirst(3)
        var isOpen = !value.contains(mark)
        while isOpen, index < lines.count {
          isOpen = !lines[index].contains(mark)
          value += (value.isEmpty ? "" : " ") + lines[index]
          index += 1
        }
        value = "'" + value.prefix(while: { $0 != mark.first }).replacing("'", with: "''") + "'"
      }
      if value.hasPrefix("[") {
        while !value.contains("]"), index < lines.count, value.utf8.count < 10_000 {
          value += " " + lines[index]
          index += 1
        }
      }
      if fields.isEmpty { fields[""] = [] }
      switch (table, key.lowercased()) {
      case ("", _): key = key.lowercased()
      case ("author", "name"), ("authors", "name"): key = "author"
      default: continue
      }
      let texts = value.hasPrefix("[") ? FieldText.list(value[...]) : [FieldText.text(value[...])]
      fields[key] = key == "author" ? (fields[key] ?? []) + texts : texts
    }
  }
}

/// Texts and lists in the syntax that YAML and TOML share.
private enum FieldText {
  /// Parses a text in quotes, or a bare text up to a comment.
  static func text(_ value: Substring) -> String {
    guard let quote = value.first, quote == "\"" || quote == "'" else {
      let end = value.firstRange(of: " #")?.lowerBound ?? value.endIndex
      return value[..<end].trimmingCharacters(in: .whitespaces)
    }
    var text = ""
    var rest = value.dropFirst()
    while let character = rest.popFirst() {
      if character == quote {
        // Two single quotes stand for one.
        guard quote == "'", rest.first == "'" else { break }
        rest.removeFirst()
        text.append(quote)
      } else if character == "\\", quote == "\"", let escaped = rest.popFirst() {
        text += unescaped(escaped, &rest)
      } else {
        text.append(character)
      }
    }
    return text
  }

  private static func unescaped(_ character: Character, _ rest: inout Substring) -> String {
    switch character {
    case "n", "t", "r": return " "
    case "x", "u", "U":
      let length = character == "x" ? 2 : character == "u" ? 4 : 8
      let digits = rest.prefix(length)
      guard digits.count == length, let value = UInt32(digits, radix: 16),
        let scalar = Unicode.Scalar(value)
      else { return "\\" + String(character) }
      rest.removeFirst(length)
      return String(Character(scalar))
    default: return String(character)
    }
  }

  /// Parses a list in brackets.
  static func list(_ value: Substring) -> [String] {
    parts(of: value.dropFirst()).map { text($0) }.filter { !$0.isEmpty }
  }

  /// Splits at commas outside of quotes, up to a closing bracket.
  static func parts(of value: Substring) -> [Substring] {
    var parts: [Substring] = []
    var start = value.startIndex
    var quote: Character?
    var end = value.endIndex
    for index in value.indices {
      let character = value[index]
      if let open = quote {
        if character == open { quote = nil }
      } else if character == "\"" || character == "'",
        value[start..<index].allSatisfy({ $0 == " " || $0 == ":" })
          || value[start..<index].hasSuffix(": ")
      {
        quote = character
      } else if character == "]" || character == "}" {
        end = index
        break
      } else if character == "," {
        parts.append(value[start..<index])
        start = value.index(after: index)
      }
    }
    if start < end { parts.append(value[start..<end]) }
    return parts.prefix(FrontMatter.listLimit).map { $0.drop { $0 == " " } }
  }
}
