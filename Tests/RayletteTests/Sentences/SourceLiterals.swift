/// The string literals of a Swift file. Reads no more of the language than it takes to find them:
/// comments, regular expressions, and literals within interpolations.
struct SourceLiterals {
  struct Literal: Equatable {
    /// The value, with interpolations as `{name}`, or as `{…}` if they're more than a name.
    var text: String
    /// The last code before the literal, with the literals in it as `""`.
    let before: String
  }

  /// The literals in the order of their beginnings. Those that are joined with `+` are one.
  private(set) var literals: [Literal] = []
  private let bytes: [UInt8]
  private var position = 0

  init(_ source: String) {
    bytes = Array(source.utf8)
    scan(isInterpolation: false)
  }

  /// The most bytes of code before a literal.
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
        literals.append(Literal(text: "", before: before))
        let text = literal(hashes: hashes)
        let between = last.map { code[$0.end...].filter { $0 > UInt8(ascii: " ") } }
        code += Array("\"\"".utf8)
        if let first = last?.index, between == [UInt8(ascii: "+")] {
          literals[first].text += text
          literals.remove(at: index)
          last = (first, code.count)
        } else {
          literals[index].text = text
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
  private mutating func literal(hashes: Int) -> String {
    position += hashes
    let isMultiline = bytes[position...].starts(with: "\"\"\"".utf8)
    let quotes = isMultiline ? 3 : 1
    position += quotes
    let marks = Array(repeating: UInt8(ascii: "#"), count: hashes)
    let end = Array(repeating: UInt8(ascii: "\""), count: quotes) + marks
    let escape = [UInt8(ascii: "\\")] + marks
    var text: [UInt8] = []
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "\"") where bytes[position...].starts(with: end):
        position += end.count
        let value = String(decoding: text, as: UTF8.self)
        return isMultiline ? Self.withoutIndentation(value) : value
      case UInt8(ascii: "\\") where bytes[position...].starts(with: escape):
        position += escape.count
        text += escapedCharacter()
      default:
        text.append(bytes[position])
        position += 1
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  private static func withoutIndentation(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).dropFirst().dropLast()
      .map { $0.trimmingPrefix { $0 == " " } }.joined(separator: "\n")
  }

  /// Reads the rest of an escape sequence.
  private mutating func escapedCharacter() -> [UInt8] {
    guard position < bytes.count else { return [] }
    let character = bytes[position]
    position += 1
    switch character {
    case UInt8(ascii: "("):
      let start = position
      scan(isInterpolation: true)
      let expression = String(decoding: bytes[start..<position], as: UTF8.self)
      position += 1
      let isName = expression.allSatisfy { $0.isLetter || $0.isNumber || "._".contains($0) }
      return Array("{\(isName ? expression.split(separator: ".").last ?? "…" : "…")}".utf8)
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
