/// A token of TeX in math mode (The TeXbook, chapter 7).
enum TeXToken: Equatable {
  /// A command's name without its backslash: letters, or one other character.
  case command(String)
  case character(Character)
  case number(String)
  case space, begin, end, superscript, `subscript`, align

  static func tokens(of tex: String) -> [TeXToken] {
    var tokens: [TeXToken] = []
    var rest = tex[...]
    while let character = rest.popFirst() {
      switch character {
      case "\\": tokens.append(.command(command(&rest)))
      case "{": tokens.append(.begin)
      case "}": tokens.append(.end)
      case "^": tokens.append(.superscript)
      case "_": tokens.append(.subscript)
      case "&": tokens.append(.align)
      case "~": tokens.append(.command(" "))
      case _ where character.isWhitespace: if tokens.last != .space { tokens.append(.space) }
      case "0"..."9": tokens.append(.number(String(character) + number(&rest)))
      default: tokens.append(.character(character))
      }
    }
    return tokens
  }

  private static func command(_ rest: inout Substring) -> String {
    let name = rest.prefix { $0.isASCII && $0.isLetter }
    if name.isEmpty { return rest.popFirst().map { $0.isWhitespace ? " " : String($0) } ?? " " }
    rest = rest[name.endIndex...]
    guard rest.first == "*" else { return String(name) }
    // Commands such as `\operatorname*`.
    if starred.contains(String(name)) { rest.removeFirst() }
    return String(name)
  }

  private static let starred: Set<String> = ["operatorname", "hspace", "vspace", "tag"]

  /// Returns the remaining digits of a number, which may have a point.
  private static func number(_ rest: inout Substring) -> Substring {
    var digits = rest.prefix { $0.isASCII && $0.isNumber }
    let behind = rest[digits.endIndex...]
    if behind.first == ".", let next = behind.dropFirst().first, next.isASCII, next.isNumber {
      let fraction = behind.dropFirst().prefix { $0.isASCII && $0.isNumber }
      digits = rest[rest.startIndex..<fraction.endIndex]
    }
    rest = rest[digits.endIndex...]
    return digits
  }
}
