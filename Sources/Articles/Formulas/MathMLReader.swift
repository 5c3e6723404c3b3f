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
