import Markup

/// Reads the TeX of formulas in the forms that pages use.
enum TeXSource {
  /// The maximum length in bytes. Longer texts aren't formulas.
  static let lengthLimit = 20_000

  /// Returns the formula without delimiters, comments and unsafe characters, or nil if nothing
  /// remains.
  ///
  /// - Parameter keepsLines: whether line breaks stay. Empty lines are removed, because they'd end
  ///   a formula in Markdown.
  static func formula(_ source: String, keepsLines: Bool) -> String? {
    guard source.utf8.count <= lengthLimit else { return nil }
    var tex = withoutMarks(folded(source, keepsLines: keepsLines)[...])
    while let last = tex.last, isSpace(last) || isLoneBackslash(tex) { tex.removeLast() }
    tex = tex.drop(while: isSpace)
    return tex.isEmpty ? nil : withoutDollars(tex)
  }

  private static func isSpace(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\n" }

  /// Whether the text ends in a backslash that would escape the next character after it.
  private static func isLoneBackslash(_ tex: ArraySlice<Unicode.Scalar>) -> Bool {
    !tex.reversed().prefix(while: { $0 == "\\" }).count.isMultiple(of: 2)
  }

  private static func folded(_ source: String, keepsLines: Bool) -> [Unicode.Scalar] {
    var output: [Unicode.Scalar] = []
    let scalars = Array(source.unicodeScalars)
    let lastBreak = scalars.lastIndex(of: "\n") ?? -1
    var position = 0
    while position < scalars.count {
      let scalar = scalars[position]
      position += 1
      if scalar == "%",
        position <= lastBreak || scalars[position...].starts(with: "]]>".unicodeScalars)
      {
        // A comment, up to the end of the line.
        while position < scalars.count, scalars[position] != "\n" { position += 1 }
      } else if scalar == "%" {
        output += ["\\", "%"]
      } else if scalar == "\\", position < scalars.count, !PlainText.isSpace(scalars[position]),
        !PlainText.isHidden(scalars[position])
      {
        output += [scalar, scalars[position]]
        position += 1
      } else if PlainText.isSpace(scalar) {
        let isBreak = scalar == "\n" && keepsLines
        if output.last == " ", isBreak { output[output.count - 1] = "\n" }
        if let last = output.last, !isSpace(last) { output.append(isBreak ? "\n" : " ") }
      } else if !PlainText.isHidden(scalar) {
        output.append(scalar)
      }
    }
    return output
  }

  private static let marks: [(start: String, end: String)] = [
    ("$$", "$$"), ("$", "$"), ("\\[", "\\]"), ("\\(", "\\)"), ("{\\displaystyle ", "}"),
    ("{\\textstyle ", "}"), ("\\displaystyle", ""), ("\\textstyle", ""),
  ]

  /// Removes delimiters and pure style commands. Wikipedia writes `{\displaystyle …}` around each
  /// formula.
  private static func withoutMarks(
    _ tex: ArraySlice<Unicode.Scalar>
  ) -> ArraySlice<Unicode.Scalar> {
    var tex = tex
    for mark in marks {
      while let last = tex.last, isSpace(last) { tex.removeLast() }
      tex = tex.drop(while: isSpace)
      let (start, end) = (mark.start.unicodeScalars, mark.end.unicodeScalars)
      guard tex.count > start.count + end.count, tex.starts(with: start),
        tex.suffix(end.count).elementsEqual(end)
      else { continue }
      let inner = tex.dropFirst(start.count).dropLast(end.count)
      // `{a}b{c}` has no braces around it, and `\displaystyleA` is another command.
      let continues = inner.first?.properties.isAlphabetic == true
      guard mark.end != "}" || isBalanced(inner), !mark.end.isEmpty || !continues
      else { continue }
      tex = inner
    }
    return tex
  }

  private static func isBalanced(_ tex: ArraySlice<Unicode.Scalar>) -> Bool {
    var depth = 0
    var isEscaped = false
    for scalar in tex {
      if !isEscaped, scalar == "{" { depth += 1 }
      if !isEscaped, scalar == "}" { depth -= 1 }
      isEscaped = scalar == "\\" && !isEscaped
      if depth < 0 { return false }
    }
    return depth == 0
  }

  /// Replaces dollar signs around formulas in text with `\(` and `\)`, because a dollar sign ends
  /// the formula in Markdown.
  private static func withoutDollars(_ tex: ArraySlice<Unicode.Scalar>) -> String {
    var output = String.UnicodeScalarView()
    var count = tex.count(where: { $0 == "$" })
    var isEscaped = false
    var isOpen = false
    for scalar in tex {
      if scalar == "$" { count -= 1 }
      if scalar == "$", !isEscaped {
        if isOpen {
          output.append(contentsOf: "\\)".unicodeScalars)
        } else {
          output.append(contentsOf: (count > 0 ? "\\(" : "\\$").unicodeScalars)
        }
        isOpen = !isOpen && count > 0
      } else {
        output.append(scalar)
      }
      isEscaped = scalar == "\\" && !isEscaped
    }
    return String(output)
  }
}

extension TeXSource {
  /// Whether a text is certainly a formula rather than words, such as a picture's description.
  static func isFormula(_ text: String) -> Bool {
    let signs = Signs(text)
    return signs.words == 0 && (signs.commands > 0 || signs.scripts > 0)
  }

  /// Whether a text that should be a formula is one, rather than words about it.
  static func mayBeFormula(_ text: String) -> Bool {
    let signs = Signs(text)
    return signs.words == 0 || signs.commands > signs.words || signs.words == 1 && signs.scripts > 0
  }

  /// Counts the signs of TeX and of prose.
  private struct Signs {
    /// Runs of three or more letters that are neither commands nor in braces.
    var words = 0
    var commands = 0
    /// The number of superscripts and subscripts in braces.
    var scripts = 0

    init(_ text: String) {
      var depth = 0
      var length = 0
      var isCommand = false
      var last: UInt8 = 0
      for byte in text.utf8.prefix(TeXSource.lengthLimit) {
        if (byte | 0x20) &- 0x61 < 26 || byte >= 0xC3 {
          if length == 0 { isCommand = last == UInt8(ascii: "\\") }
          length += 1
          if length == 2, isCommand { commands += 1 }
          if length == 3, !isCommand, depth == 0 { words += 1 }
        } else if byte < 0x80 {
          length = 0
          if byte == UInt8(ascii: "{") {
            depth += 1
            if last == UInt8(ascii: "^") || last == UInt8(ascii: "_") { scripts += 1 }
          }
          if byte == UInt8(ascii: "}") { depth -= 1 }
        }
        last = byte
      }
    }
  }
}

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
