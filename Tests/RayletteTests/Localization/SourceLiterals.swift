import Foundation

/// The string literals of a Swift file. Reads no more of the language than it takes to find them:
/// comments, regular expressions, and literals within interpolations.
struct SourceLiterals {
  /// The literals in the order of their beginnings. Those that are joined with `+` are one.
  private(set) var literals: [Literal] = []
  private let bytes: [UInt8]
  private var position = 0

  init(_ source: String) {
    bytes = Array(source.utf8)
    scan(isInterpolation: false)
  }

  /// The most bytes of code before and after a literal.
  private static let codeLimit = 300

  /// Reads code to the end of the file, or of an interpolation.
  private mutating func scan(isInterpolation: Bool) {
    var code: [UInt8] = []
    // The last literal, and where the code after it begins.
    var last: (index: Int, end: Int)?
    var depth = 1
    while position < bytes.count {
      if let hashes = hashesBeforeQuote {
        let index = literals.count
        let before = String(decoding: code.suffix(Self.codeLimit), as: UTF8.self)
        literals.append(Literal(before: before))
        let parts = literal(hashes: hashes)
        let rest = String(decoding: bytes[position...].prefix(Self.codeLimit), as: UTF8.self)
        let between = last.map { code[$0.end...].filter { $0 > UInt8(ascii: " ") } }
        code += Array("\"\"".utf8)
        if let first = last?.index, between == [UInt8(ascii: "+")] {
          literals[first].parts += parts
          literals[first].after = rest
          literals.remove(at: index)
          last = (first, code.count)
        } else {
          literals[index].parts = parts
          literals[index].after = rest
          literals[index].isNoun =
            isInterpolation && depth == 1
            && before.trimmingCharacters(in: .whitespacesAndNewlines).hasSuffix(",")
          last = (index, code.count)
        }
        continue
      }
      let start = position
      switch bytes[position] {
      case UInt8(ascii: "/"): skipCommentOrRegex()
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"): depth -= 1
      default: break
      }
      if isInterpolation, depth == 0 { return }
      if position == start {
        code.append(bytes[position])
        position += 1
      }
    }
  }

  /// The number of `#` before a quotation mark, or nil if no literal begins here.
  private var hashesBeforeQuote: Int? {
    var end = position
    while end < bytes.count, bytes[end] == UInt8(ascii: "#") { end += 1 }
    return end < bytes.count && bytes[end] == UInt8(ascii: "\"") ? end - position : nil
  }

  /// Skips a comment or a regular expression. Stays where it is at an operator.
  private mutating func skipCommentOrRegex() {
    let next = position + 1 < bytes.count ? bytes[position + 1] : 0
    if next == UInt8(ascii: "/") {
      while position < bytes.count, bytes[position] != UInt8(ascii: "\n") { position += 1 }
      return
    }
    // An operator has spaces on both sides.
    let isRegex = position == 0 || " (,:\n".utf8.contains(bytes[position - 1])
    guard isRegex, !" \n".utf8.contains(next) else { return }
    var end = position + 1
    var isInClass = false
    while end < bytes.count, bytes[end] != UInt8(ascii: "\n") {
      switch bytes[end] {
      case UInt8(ascii: "\\"): end += 1
      case UInt8(ascii: "["): isInClass = true
      case UInt8(ascii: "]"): isInClass = false
      case UInt8(ascii: "/") where !isInClass:
        position = end + 1
        return
      default: break
      }
      end += 1
    }
  }

  /// Reads a literal from its first `#` or quotation mark to its end.
  private mutating func literal(hashes: Int) -> [Part] {
    position += hashes
    let isMultiline = bytes[position...].starts(with: "\"\"\"".utf8)
    let quotes = isMultiline ? 3 : 1
    position += quotes
    let marks = Array(repeating: UInt8(ascii: "#"), count: hashes)
    let end = Array(repeating: UInt8(ascii: "\""), count: quotes) + marks
    let escape = [UInt8(ascii: "\\")] + marks
    var parts: [Part] = []
    var text: [UInt8] = []
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "\"") where bytes[position...].starts(with: end):
        position += end.count
        parts.append(.text(String(decoding: text, as: UTF8.self)))
        return isMultiline ? Self.withoutIndentation(parts) : parts
      case UInt8(ascii: "\\") where bytes[position...].starts(with: escape):
        position += escape.count
        if bytes[position] == UInt8(ascii: "(") {
          position += 1
          parts.append(.text(String(decoding: text, as: UTF8.self)))
          parts.append(.value(interpolation()))
          text = []
        } else {
          text += escapedCharacter()
        }
      default:
        text.append(bytes[position])
        position += 1
      }
    }
    return parts
  }

  /// Removes the first and the last line break, and the last line's indentation from all lines.
  private static func withoutIndentation(_ parts: [Part]) -> [Part] {
    guard case .text(let end)? = parts.last else { return parts }
    let indentation = "\n" + end.reversed().prefix { $0 == " " }
    var parts = parts.map { part -> Part in
      guard case .text(let text) = part else { return part }
      return .text(text.replacing(indentation, with: "\n"))
    }
    if case .text(let text)? = parts.first { parts[0] = .text(String(text.dropFirst())) }
    if case .text(let text)? = parts.last {
      parts[parts.count - 1] = .text(String(text.dropLast()))
    }
    return parts
  }

  /// Reads the rest of an interpolation, to its closing parenthesis.
  private mutating func interpolation() -> Value {
    let start = position
    let first = literals.count
    scan(isInterpolation: true)
    let code = String(decoding: bytes[start..<position], as: UTF8.self)
    position += 1
    let nouns = literals[first...].filter(\.isNoun).map(\.text)
    let expression = nouns.isEmpty ? code : String(code.prefix { $0 != "," })
    let isName = expression.allSatisfy { $0.isLetter || $0.isNumber || "._".contains($0) }
    return Value(
      name: isName ? expression.split(separator: ".").last.map(String.init) : nil,
      code: expression, nouns: nouns)
  }

  /// Reads the rest of an escape sequence.
  private mutating func escapedCharacter() -> [UInt8] {
    guard position < bytes.count else { return [] }
    let character = bytes[position]
    position += 1
    switch character {
    case UInt8(ascii: "\n"):
      while position < bytes.count, bytes[position] == UInt8(ascii: " ") { position += 1 }
      return []
    case UInt8(ascii: "n"): return [UInt8(ascii: "\n")]
    case UInt8(ascii: "u"):
      let digits = bytes[position...].prefix { $0 != UInt8(ascii: "}") }
      position = digits.endIndex + 1
      let value = UInt32(String(decoding: digits.dropFirst(), as: UTF8.self), radix: 16)
      return Array(String(value.flatMap(Unicode.Scalar.init).map(Character.init) ?? "�").utf8)
    default: return [character]
    }
  }
}

extension SourceLiterals {
  /// A part of a literal.
  enum Part: Equatable {
    case text(String)
    case value(Value)
  }

  /// An interpolation.
  struct Value: Equatable {
    /// The last part of its name; nil if it's more than a name.
    let name: String?
    let code: String
    /// The nouns that belong to a number: for 1, and for others if it isn't the first with an s.
    let nouns: [String]
  }

  struct Literal: Equatable {
    fileprivate(set) var parts: [Part] = []
    /// The last code before the literal, with the literals in it as `""`.
    let before: String
    /// The first code after the literal.
    fileprivate(set) var after = ""
    /// Whether it's a noun that belongs to a number in another literal.
    fileprivate(set) var isNoun = false

    fileprivate init(before: String) { self.before = before }

    var values: [Value] {
      parts.compactMap { if case .value(let value) = $0 { value } else { nil } }
    }

    /// The value, with interpolations as `{name}`, or as `{…}` if they're more than a name.
    var text: String {
      parts.map { part in
        switch part {
        case .text(let text): text
        case .value(let value):
          (["{\(value.name ?? "…")}"] + value.nouns.prefix(1)).joined(separator: " ")
        }
      }.joined()
    }

    /// The key of its translation, with interpolations as `{0}`, `{1}` and so on.
    var key: String { key(noun: \.first) }

    /// The key's plural; nil if no number with a noun is interpolated.
    var plural: String? {
      guard values.contains(where: { !$0.nouns.isEmpty }) else { return nil }
      return key { nouns in nouns.count > 1 ? nouns[1] : nouns.first.map { $0 + "s" } }
    }

    private func key(noun: ([String]) -> String?) -> String {
      var index = 0
      return parts.map { part in
        switch part {
        case .text(let text):
          return text.replacing("{", with: "{{").replacing("}", with: "}}")
        case .value(let value):
          defer { index += 1 }
          return (["{\(index)}"] + [noun(value.nouns)].compactMap(\.self)).joined(separator: " ")
        }
      }.joined()
    }
  }
}
