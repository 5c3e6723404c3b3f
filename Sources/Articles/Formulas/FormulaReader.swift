import Foundation
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

/// Images of formulas with their TeX in the alternative text or the address.
enum FormulaImage {
  static func tex(_ attributes: Attributes, _ hints: ElementHints) -> String? {
    let hasBackslash = attributes.bytes("alt")?.contains(UInt8(ascii: "\\")) == true
    if hasBackslash, let alternative = attributes["alt"], TeXSource.isFormula(alternative) {
      return alternative
    }
    // Programs that draw formulas have the TeX in the address, or name themselves in the class.
    let isDrawn = attributes.value("src", contains: programs)
    guard isDrawn || hints.contains(.math) else { return nil }
    if let alternative = attributes["alt"], !PlainText.isBlank(alternative),
      isDrawn || TeXSource.mayBeFormula(alternative)
    {
      return alternative
    }
    return isDrawn ? query(of: attributes["src"] ?? "") : nil
  }

  /// The addresses of WordPress, CodeCogs, QuickLaTeX, mathTeX, mimeTeX, MediaWiki, GitHub, Zhihu
  /// and Google Charts.
  private static let programs = TextFinder(
    "latex.php?", "latex.codecogs.com/", "quicklatex.com-", "mathtex.cgi?", "mimetex.cgi?",
    "/math/render/", "/render/math?", "/equation?tex=", "cht=tx&")

  /// The TeX in an address like `latex.php?latex=x%5E2&bg=fff` or `gif.latex?x^2`.
  private static func query(of address: String) -> String? {
    guard let start = address.utf8.firstIndex(of: UInt8(ascii: "?")) else { return nil }
    let query = address[address.utf8.index(after: start)...]
    for part in query.split(separator: "&") {
      for name in ["latex=", "tex=", "chl=", "math=", "formdata="] where part.hasPrefix(name) {
        return decoded(part.dropFirst(name.count).replacingOccurrences(of: "+", with: " "))
      }
    }
    // Without a parameter's name, the whole query is the formula. It has a notation of its own for
    // spaces.
    return query.contains("cht=")
      ? nil : decoded(query.replacingOccurrences(of: "&space;", with: " "))
  }

  private static func decoded(_ text: String) -> String? {
    text.removingPercentEncoding.flatMap { PlainText.isBlank($0) ? nil : $0 }
  }
}

/// Finds out which delimiters the scripts of a page make formulas of.
enum FormulaSettings {
  /// The delimiters that a script's address or other attributes imply. MathJax and KaTeX turn
  /// delimited text into formulas.
  static func marks(of attributes: Attributes) -> FormulaMarks {
    let isLoaded =
      attributes.value("src", contains: "mathjax") || attributes.value("src", contains: "katex")
    return isLoaded ? .brackets : []
  }

  /// Whether a script may configure delimiters.
  static func mayBe(in attributes: Attributes) -> Bool {
    guard !attributes.has("src") else { return false }
    return attributes.bytes("type").map { $0.isEmpty } ?? true
      || attributes.value("type", contains: "javascript")
      || attributes.value("type", contains: "mathjax")
      || attributes.value("type", contains: "module")
  }

  /// The delimiters that a piece of such a script configures. A dollar sign counts only if it's
  /// listed (https://docs.mathjax.org/en/latest/options/input/tex.html and
  /// https://katex.org/docs/autorender).
  static func marks(in script: TextToken) -> FormulaMarks {
    // Searches for capitalised words first, because capitals are rarer and rule out most scripts at
    // once.
    guard script.bytes.contains("Math"),
      script.bytes.contains("inlineMath") || script.bytes.contains("renderMathInElement")
    else { return [] }
    let dollars: [StaticString] = ["'$'", "\"$\"", "`$`"]
    return dollars.contains { script.bytes.contains($0) } ? [.brackets, .dollar] : .brackets
  }
}

/// A part of a formula.
indirect enum FormulaNode: Equatable {
  case symbol(String, TeXSymbol.Kind)
  /// A word in upright letters, such as the name of a variable.
  case word(String)
  /// Words of a sentence, with their spaces.
  case text(String)
  /// - Parameter columns: the width of the space.
  case space(columns: Int)
  case group([FormulaNode])
  case scripted(base: [FormulaNode], below: [FormulaNode]?, above: [FormulaNode]?)
  case fraction([FormulaNode], [FormulaNode])
  /// - Parameter index: nil for a square root.
  case root([FormulaNode], index: [FormulaNode]?)
  case accent(FormulaAccent, [FormulaNode])
  /// Nodes between brackets, each of which may be missing.
  case fenced(String, [FormulaNode], String)
  case table(FormulaTable)
}

/// A matrix, cases or equations, in rows.
struct FormulaTable: Equatable {
  enum Kind: Equatable { case matrix, cases, equations }

  var kind: Kind
  var rows: [[[FormulaNode]]]
  /// The brackets around the table, which may be missing.
  var opening = ""
  var closing = ""
}

/// A mark above or below nodes.
struct FormulaAccent: Equatable {
  /// The combining character (https://www.unicode.org/charts/PDF/U0300.pdf).
  var mark: Unicode.Scalar
  /// The name to write before brackets around more than one letter. Nil if each letter gets the
  /// mark.
  var name: String?

  static let all: [String: FormulaAccent] = [
    "hat": .init(mark: "\u{302}", name: "hat"), "widehat": .init(mark: "\u{302}", name: "hat"),
    "bar": .init(mark: "\u{304}"), "overline": .init(mark: "\u{305}"),
    "tilde": .init(mark: "\u{303}", name: "tilde"),
    "widetilde": .init(mark: "\u{303}", name: "tilde"),
    "vec": .init(mark: "\u{20D7}", name: "vec"),
    "overrightarrow": .init(mark: "\u{20D7}", name: "vec"),
    "overleftarrow": .init(mark: "\u{20D6}", name: "vec"),
    "overleftrightarrow": .init(mark: "\u{20E1}", name: "vec"),
    "dot": .init(mark: "\u{307}", name: "dot"), "ddot": .init(mark: "\u{308}", name: "ddot"),
    "dddot": .init(mark: "\u{20DB}", name: "dddot"), "check": .init(mark: "\u{30C}", name: "check"),
    "widecheck": .init(mark: "\u{30C}", name: "check"),
    "breve": .init(mark: "\u{306}", name: "breve"), "acute": .init(mark: "\u{301}", name: "acute"),
    "grave": .init(mark: "\u{300}", name: "grave"),
    "mathring": .init(mark: "\u{30A}", name: "ring"), "underline": .init(mark: "\u{332}"),
    "underbar": .init(mark: "\u{332}"),
  ]
}
