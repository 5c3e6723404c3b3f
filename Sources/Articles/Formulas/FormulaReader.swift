import Markup

/// Reads a formula from the element that contains it. The element's content isn't read as text
/// then.
///
/// Prefers TeX that the page states in an attribute, an annotation or `alttext`. Otherwise,
/// converts MathML. Skips drawings by scripts, so that no formula appears twice.
struct FormulaReader {
  /// The number of open elements, from the formula's element on.
  private var depth = 1
  private var mathML = MathMLReader()
  /// The number of open elements from `math` on, which may be inside other elements.
  private var mathDepth = 0
  /// The TeX from an attribute.
  private let stated: String?
  /// The content of a script, or the visible text of a formula.
  private(set) var text: [UInt8] = []
  let isDisplay: Bool
  /// Whether the element shows a formula that another element states.
  let isDrawing: Bool
  let isScript: Bool

  private init(
    stated: String? = nil, isDisplay: Bool = false, isDrawing: Bool = false, isScript: Bool = false
  ) {
    self.stated = stated
    self.isDisplay = isDisplay
    self.isDrawing = isDrawing
    self.isScript = isScript
  }

  /// Quickly rules out most elements.
  static func mayBegin(
    at element: ElementName, _ tag: StartTag, _ hints: ElementHints
  ) -> Bool {
    switch element {
    case .math, .img: true
    case .other where tag.name == "mjx-container": true
    default: hints.contains(.math) || StatedFormula.mayBe(in: tag.attributes)
    }
  }

  /// - Returns: nil for an element that isn't a formula.
  static func of(
    _ element: ElementName, _ tag: StartTag, _ hints: ElementHints
  ) -> FormulaReader? {
    let attributes = tag.attributes
    switch element {
    case .math:
      var reader = FormulaReader()
      reader.depth = 0
      reader.elementStarted(tag)
      return reader
    case .img:
      return FormulaImage.tex(attributes, hints).map {
        FormulaReader(stated: $0, isDisplay: hints.contains(.display))
      }
    case .other where tag.name == "mjx-container":
      // https://docs.mathjax.org/en/latest/output/
      return FormulaReader(
        stated: attributes["data-latex"], isDisplay: attributes.value("display", contains: "true"),
        isDrawing: true)
    default: break
    }
    if let stated = StatedFormula.tex(attributes, hints) {
      return FormulaReader(
        stated: stated, isDisplay: element.isBlock || hints.contains(.display))
    }
    guard element == .span, hints.contains(.math), attributes.has("id"),
      attributes.value("id", hasPrefix: "MathJax-Element-")
    else { return nil }
    // MathJax 2 has the MathML in an attribute, or in text for screen readers.
    let mathML = attributes["data-mathml"]
    return FormulaReader(
      stated: mathML.flatMap { MathMLText.tex(of: $0).tex },
      isDisplay: attributes.value("data-mathml", contains: "display=\"block\""), isDrawing: true)
  }

  /// Returns a reader for a formula in a script, which MathJax 2 draws
  /// (https://docs.mathjax.org/en/v2.7-latest/advanced/model.html). Nil for another script.
  static func script(_ attributes: Attributes) -> FormulaReader? {
    guard attributes.value("type", hasPrefix: "math/") else { return nil }
    return FormulaReader(
      isDisplay: attributes.value("type", contains: "mode=display"), isScript: true)
  }

  mutating func elementStarted(_ tag: StartTag) {
    depth += 1
    if mathDepth > 0 || tag.name == "math" {
      mathDepth += 1
      mathML.elementStarted(tag)
    }
  }

  /// - Returns: whether the formula ends.
  mutating func elementEnded() -> Bool {
    depth -= 1
    if mathDepth > 0 {
      mathDepth -= 1
      mathML.elementEnded()
    }
    return depth == 0
  }

  mutating func textRead(_ text: TextToken) {
    if mathDepth > 0 {
      mathML.textRead(text)
    } else if self.text.count <= TeXSource.lengthLimit {
      text.append(to: &self.text)
    }
  }

  /// The formula, or nil if there's none.
  mutating func finish(isDisplay: Bool) -> (tex: String, isDisplay: Bool)? {
    var isDisplay = isDisplay || self.isDisplay
    var tex = stated
    if isScript {
      let content = String(decoding: text, as: UTF8.self)
      // The script may contain MathML too.
      if content.utf8.first(where: { $0 > 0x20 }) == UInt8(ascii: "<") {
        let formula = MathMLText.tex(of: content)
        tex = formula.tex
        isDisplay = isDisplay || formula.isDisplay
      } else {
        tex = content
      }
    }
    tex = tex ?? mathML.finish()
    isDisplay = isDisplay || mathML.isDisplay
    return tex.flatMap { TeXSource.formula($0, keepsLines: isDisplay) }.map { ($0, isDisplay) }
  }
}

/// TeX that an attribute states.
enum StatedFormula {
  /// Attributes by widgets and editors that draw formulas, on the element around the drawing.
  private static let names: [StaticString] = ["data-math", "data-tex", "data-latex"]

  static func mayBe(in attributes: Attributes) -> Bool {
    attributes.has("data-math") || attributes.has("data-tex") || attributes.has("data-latex")
  }

  static func tex(_ attributes: Attributes, _ hints: ElementHints) -> String? {
    guard mayBe(in: attributes) else { return nil }
    for name in names {
      guard let value = attributes.bytes(name), !value.isEmpty,
        value.count <= TeXSource.lengthLimit
      else { continue }
      let text = Attributes.text(of: value)
      // Other programs use these attribute names too.
      if hints.contains(.math) ? TeXSource.mayBeFormula(text) : TeXSource.isFormula(text) {
        return text
      }
    }
    return nil
  }
}

/// MathML in an attribute or a script.
enum MathMLText {
  static func tex(of mathML: String) -> (tex: String?, isDisplay: Bool) {
    guard mathML.utf8.count <= 20 * TeXSource.lengthLimit else { return (nil, false) }
    let events = Events()
    let parser = HTMLParser(events: events)
    parser.parse(Array(mathML.utf8))
    parser.finish()
    return (events.reader.finish(), events.reader.isDisplay)
  }

  private final class Events: HTMLEvents {
    var reader = MathMLReader()
    private var depth = 0

    var wantsText: Bool { depth > 0 }

    func elementStarted(_ element: ElementName, _ tag: StartTag, depth: Int) {
      guard self.depth > 0 || element == .math else { return }
      self.depth += 1
      reader.elementStarted(tag)
    }

    func elementEnded(_ element: ElementName, depth: Int) {
      guard self.depth > 0 else { return }
      self.depth -= 1
      reader.elementEnded()
    }

    func textRead(_ text: TextToken) { reader.textRead(text) }
  }
}
