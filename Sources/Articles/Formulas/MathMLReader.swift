import Foundation
import Markup

/// Converts a MathML formula to TeX while its elements are read.
///
/// Writes an element when it ends, from the TeX of its children. Nesting is limited, so a formula
/// is written in linear time.
struct MathMLReader {
  /// The TeX of a child element.
  struct Part {
    var tex: String
    /// The text of a token.
    var symbol: String?
    /// Whether it can be before `^` without braces.
    var isAtom = false
    var element = MathMLElement.other
    /// Whether it's a fraction without a line, or a matrix without brackets.
    var isStack = false
  }

  struct Frame {
    var element: MathMLElement
    var parts: [Part] = []
    var text: [UInt8] = []
    var attributes = MathMLAttributes()
  }

  /// The formula's TeX from an annotation beside the MathML.
  private(set) var annotation: String?
  /// Whether the formula is on lines of its own.
  private(set) var isDisplay = false
  private var frames: [Frame] = [Frame(element: .mrow)]
  /// The number of open elements beyond the depth limit.
  private var unkeptDepth = 0
  /// The number of open elements from an invisible one on.
  private var hiddenDepth = 0
  /// The number of bytes of text read so far.
  private var length = 0

  private static let depthLimit = 100

  mutating func elementStarted(_ tag: StartTag) {
    let element = MathMLElement(rawValue: tag.name.string) ?? .other
    if hiddenDepth > 0 || element.isHidden {
      hiddenDepth += 1
    } else if frames.count >= Self.depthLimit {
      unkeptDepth += 1
    } else {
      if element == .math { readFormula(tag.attributes) }
      frames.append(
        Frame(element: element, attributes: MathMLAttributes(tag.attributes, of: element)))
    }
  }

  private mutating func readFormula(_ attributes: Attributes) {
    isDisplay =
      isDisplay || attributes.value("display", contains: "block")
      || attributes.value("mode", contains: "display")
    if annotation == nil, let text = attributes["alttext"], TeXSource.mayBeFormula(text) {
      annotation = text
    }
  }

  mutating func elementEnded() {
    if hiddenDepth > 0 {
      hiddenDepth -= 1
    } else if unkeptDepth > 0 {
      unkeptDepth -= 1
    } else if frames.count > 1, let frame = frames.popLast() {
      if frame.element == .annotation {
        readAnnotation(frame)
      } else if let part = MathMLWriter.part(of: frame) {
        frames[frames.count - 1].parts.append(part)
      }
    }
  }

  /// Reads an annotation in TeX. Its encoding has several names, all with "tex" in them.
  private mutating func readAnnotation(_ frame: Frame) {
    guard frame.attributes.isTeX else { return }
    let text = String(decoding: frame.text, as: UTF8.self)
    if !PlainText.isBlank(text) { annotation = text }
  }

  mutating func textRead(_ text: TextToken) {
    guard hiddenDepth == 0, length <= TeXSource.lengthLimit else { return }
    // Text belongs in tokens. Elsewhere it's white space or left by an error.
    if let token = frames.lastIndex(where: { $0.element.isToken }) {
      let start = frames[token].text.count
      text.append(to: &frames[token].text)
      length += frames[token].text.count - start
    } else if !text.isWhitespace {
      length += text.bytes.count
      let part = MathMLWriter.part(ofText: text.string)
      frames[frames.count - 1].parts.append(part)
    }
  }

  /// Returns the formula's TeX, from the annotation or else from the MathML.
  mutating func finish() -> String? {
    while frames.count > 1 { elementEnded() }
    if let annotation { return annotation }
    guard length <= TeXSource.lengthLimit else { return nil }
    let tex = MathMLWriter.row(frames[0].parts)
    return tex.isEmpty ? nil : tex
  }
}

/// The attributes of a MathML element that affect its TeX.
struct MathMLAttributes {
  var isTeX = false
  var variant: String?
  /// Whether a fraction has no line.
  var hasNoLine = false
  /// The brackets of an `mfenced`, and the separators between its parts.
  var opening = "("
  var closing = ")"
  var separator = ","
  /// The width of a space, in em.
  var width = 0.0
  /// Whether the columns of a table are aligned like equations.
  var isAligned = false

  init() {}

  init(_ attributes: Attributes, of element: MathMLElement) {
    guard !attributes.isEmpty else { return }
    switch element {
    case .annotation: isTeX = attributes.value("encoding", contains: "tex")
    case .mi, .mn, .mo, .ms, .mtext: variant = attributes["mathvariant"]
    case .mfrac:
      let thickness = attributes["linethickness"]
      hasNoLine = thickness?.first == "0"
    case .mfenced:
      opening = attributes["open"] ?? opening
      closing = attributes["close"] ?? closing
      separator = attributes["separators"] ?? separator
    case .mspace:
      let text = attributes["width"] ?? ""
      if text.hasSuffix("em") { width = Double(text.dropLast(2)) ?? 0 }
    case .mtable: isAligned = attributes.value("columnalign", contains: "right left")
    default: break
    }
  }
}

/// The elements of MathML (https://www.w3.org/TR/mathml-core/ and, for the elements that it leaves
/// out, https://www.w3.org/TR/MathML3/).
enum MathMLElement: String {
  case math, semantics, annotation
  case annotationXML = "annotation-xml"
  case mi, mn, mo, ms, mtext, mspace
  case mrow, mstyle, mpadded, mphantom, merror, maction, menclose, mfenced
  case mfrac, msqrt, mroot
  case msub, msup, msubsup, munder, mover, munderover, mmultiscripts, mprescripts, none
  case mtable, mtr, mlabeledtr, mtd
  /// Any other element. Only its content counts.
  case other

  /// Whether the element contains text.
  var isToken: Bool {
    switch self {
    case .mi, .mn, .mo, .ms, .mtext, .annotation: true
    default: false
    }
  }

  /// Whether the content is invisible.
  var isHidden: Bool {
    switch self {
    case .annotationXML, .mphantom: true
    default: false
    }
  }
}

/// Writes MathML's superscripts, subscripts and limits.
enum MathMLScripts {
  typealias Part = MathMLReader.Part

  /// `msub`, `msup`, `msubsup` and `mmultiscripts`.
  static func part(_ frame: MathMLReader.Frame) -> Part {
    let parts = frame.parts
    guard let base = parts.first, parts.count > 1 else {
      return Part(tex: MathMLWriter.row(parts))
    }
    switch frame.element {
    case .msub: return Part(tex: braced(base) + script("_", parts[1]), symbol: base.symbol)
    case .msup: return Part(tex: braced(base) + script("^", parts[1]), symbol: base.symbol)
    case .msubsup:
      let above = parts.count > 2 ? script("^", parts[2]) : ""
      return Part(tex: braced(base) + script("_", parts[1]) + above, symbol: base.symbol)
    default:
      let rest = parts.dropFirst()
      let after = rest.prefix { $0.element != .mprescripts }
      let before = rest.dropFirst(after.count + 1)
      let lead = before.isEmpty ? "" : "{}" + scripts(before)
      return Part(tex: lead + braced(base) + scripts(after))
    }
  }

  /// Writes pairs of scripts, each below and above.
  private static func scripts(_ parts: ArraySlice<Part>) -> String {
    parts.enumerated().reduce(into: "") { output, item in
      output += script(item.offset.isMultiple(of: 2) ? "_" : "^", item.element)
    }
  }

  private static func script(_ mark: String, _ part: Part) -> String {
    part.tex.isEmpty ? "" : "\(mark){\(part.tex)}"
  }

  private static func braced(_ base: Part) -> String {
    base.isAtom || base.tex.hasPrefix("\\left") && base.tex.utf8.count < 200 && base.isOnePair
      ? base.tex : "{\(base.tex)}"
  }

  /// `munder`, `mover` and `munderover`.
  static func limits(_ frame: MathMLReader.Frame) -> Part {
    let parts = frame.parts
    guard let base = parts.first, parts.count > 1 else {
      return Part(tex: MathMLWriter.row(parts))
    }
    let below = frame.element == .mover ? nil : parts[1]
    let above = frame.element == .munder ? nil : parts.last
    if takesLimits(base) {
      return Part(
        tex: base.tex + (below.map { script("_", $0) } ?? "")
          + (above.map { script("^", $0) } ?? ""), symbol: base.symbol)
    }
    var tex = base.tex
    var isAtom = base.isAtom
    if let below {
      tex =
        MathMLAccents.below[below.symbol ?? ""].map { "\\\($0){\(tex)}" }
        ?? (below.tex.isEmpty ? tex : "\\underset{\(below.tex)}{\(tex)}")
      isAtom = true
    }
    if let above {
      let isShort = base.symbol?.count == 1 || base.tex.count == 1
      let accents = isShort ? MathMLAccents.above : MathMLAccents.wide
      tex =
        accents[above.symbol ?? ""].map { "\\\($0){\(tex)}" }
        ?? (above.tex.isEmpty ? tex : "\\overset{\(above.tex)}{\(tex)}")
      isAtom = true
    }
    return Part(tex: tex, isAtom: isAtom)
  }

  /// Whether scripts of this base are limits, as with a sum.
  private static func takesLimits(_ base: Part) -> Bool {
    let name = base.tex.dropFirst()
    return base.tex.hasPrefix("\\")
      && (TeXSymbol.named(String(name))?.kind == .largeOperator
        || TeXSymbol.functions.contains(String(name))
        || ["\\underbrace", "\\overbrace", "\\operatorname"].contains { base.tex.hasPrefix($0) })
  }
}

extension MathMLReader.Part {
  /// Whether it's one pair of brackets, with no brackets of the same kind inside.
  fileprivate var isOnePair: Bool {
    let pieces = tex.components(separatedBy: "\\left")
    return pieces.count == 2 && tex.components(separatedBy: "\\right").count == 2
      && tex.dropLast().hasSuffix("\\right")
  }
}

/// The commands of accents, by the characters that MathML has for them.
enum MathMLAccents {
  static let above = [
    "^": "hat", "ˆ": "hat", "̂": "hat", "¯": "bar", "‾": "bar", "̅": "bar", "ˉ": "bar",
    "~": "tilde", "˜": "tilde", "̃": "tilde", "∼": "tilde", "→": "vec", "⃗": "vec", "⟶": "vec",
    "˙": "dot", "̇": "dot", ".": "dot", "¨": "ddot", "̈": "ddot", "⃛": "dddot", "ˇ": "check",
    "˘": "breve", "´": "acute", "`": "grave", "˚": "mathring", "_": "bar", "―": "bar", "─": "bar",
    "⏞": "overbrace", "←": "overleftarrow", "↔": "overleftrightarrow",
  ]
  /// The accents over several characters.
  static let wide = above.merging([
    "^": "widehat", "ˆ": "widehat", "~": "widetilde", "˜": "widetilde", "¯": "overline",
    "‾": "overline", "̅": "overline", "ˉ": "overline", "_": "overline", "―": "overline",
    "─": "overline", "→": "overrightarrow", "⃗": "overrightarrow",
  ]) { $1 }
  static let below = [
    "_": "underline", "̲": "underline", "¯": "underline", "―": "underline", "─": "underline",
    "⏟": "underbrace",
  ]
}

/// Letters in other styles, such as ℝ and 𝔤, and single characters as TeX.
enum MathMLVariant {
  /// The command of a `mathvariant` (https://www.w3.org/TR/MathML3/chapter3.html#presm.commatt).
  static func command(_ variant: String?) -> String? {
    switch variant {
    case "bold", "bold-italic": "mathbf"
    case "double-struck": "mathbb"
    case "script", "bold-script": "mathcal"
    case "fraktur", "bold-fraktur": "mathfrak"
    case "sans-serif", "bold-sans-serif", "sans-serif-italic", "sans-serif-bold-italic": "mathsf"
    case "monospace": "mathtt"
    default: nil
    }
  }

  /// A character as TeX in math mode.
  static func tex(of character: Character) -> String {
    switch character {
    case "−", "‐", "‑", "–": return "-"
    case "\\": return "\\backslash "
    case "{", "}", "$", "%", "#", "&", "_": return "\\\(character)"
    case "^": return "\\hat{}"
    case "~": return "\\sim"
    case "\u{A0}", " ": return "\\ "
    // Function application, and invisible times, separators and plus.
    case "\u{2061}", "\u{2062}", "\u{2063}", "\u{2064}", "\u{200B}": return ""
    case "″": return "''"
    case "‴": return "'''"
    case "·": return "\\cdot"
    case "〈": return "\\langle"
    case "〉": return "\\rangle"
    case "∥": return "\\|"
    default: break
    }
    if character.isASCII { return String(character) }
    if let (command, letter) = letter(character) {
      let tex = TeXSymbol.command(for: letter).map { "\\\($0)" } ?? String(letter)
      return command.isEmpty ? tex : "\\\(command){\(tex)}"
    }
    return TeXSymbol.command(for: character).map { "\\\($0)" } ?? String(character)
  }

  /// The plain letter and the TeX command for a letter in another style
  /// (https://www.unicode.org/charts/PDF/U1D400.pdf and U2100.pdf).
  private static func letter(_ character: Character) -> (command: String, letter: Character)? {
    guard let scalar = character.unicodeScalars.first, character.unicodeScalars.count == 1 else {
      return nil
    }
    let command: String
    switch scalar.value {
    case 0x2102, 0x210D, 0x2115, 0x2119, 0x211A, 0x211D, 0x2124, 0x1D538...0x1D56B,
      0x1D7D8...0x1D7E1:
      command = "mathbb"
    case 0x210A, 0x210B, 0x2110, 0x2112, 0x211B, 0x212C, 0x212F...0x2131, 0x2133, 0x2134,
      0x1D49C...0x1D503:
      command = "mathcal"
    case 0x210C, 0x212D, 0x2128, 0x1D504...0x1D537, 0x1D56C...0x1D59F: command = "mathfrak"
    case 0x1D400...0x1D433, 0x1D468...0x1D49B, 0x1D6A8...0x1D6E1, 0x1D71C...0x1D755,
      0x1D7CE...0x1D7D7:
      command = "mathbf"
    case 0x1D5A0...0x1D66F: command = "mathsf"
    case 0x1D670...0x1D6A3: command = "mathtt"
    // Italic needs no command, because letters in formulas are italic.
    case 0x210E, 0x1D434...0x1D467, 0x1D6E2...0x1D71B: command = ""
    default: return nil
    }
    let plain = String(character).precomposedStringWithCompatibilityMapping
    return plain.count == 1 ? plain.first.map { (command, $0) } : nil
  }
}
