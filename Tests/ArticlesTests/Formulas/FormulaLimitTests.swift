import Articles
import Foundation
import TestSupport
import Testing

/// Formulas made to use up time, memory or the stack.
@Suite(.takesTurn)
struct FormulaLimitTests {
  private static func repeated(_ part: String, _ count: Int) -> String {
    String(repeating: part, count: count)
  }

  /// Parts of TeX that are nested or repeated.
  static let parts = [
    "{", "^{", "\\frac{a}{", "\\sqrt{", "\\left(", "\\begin{matrix}", "\\text{", "a^", "a'", "&",
    "\\\\", "\\frac", "12", "\\hat", "a\\over ", "\\begin{matrix}a&b\\\\", "\\overline{", "x_1^2",
    "\\(", "\\text{\\(", "$", "%", "\\", "\\not", "\\sqrt[", "\\tag{", "\u{202E}", "é\u{301}",
  ]

  @Test("TeX of any depth is read, and its text isn't much longer", arguments: parts)
  func tex(part: String) {
    let (short, long) = (Self.repeated(part, 1_000), Self.repeated(part, 4_000))
    var texts = ("", "")
    let time = ProcessorTime(
      short: { texts = Self.texts(of: short) }, long: { texts = Self.texts(of: long) })
    #expect(time.isInProportion, "\(time)")
    #expect(texts.0.utf8.count <= 8 * long.utf8.count + 100)
    #expect(texts.1.utf8.count <= 30 * long.utf8.count + 100)
  }

  private static func texts(of tex: String) -> (String, String) {
    let formula = ArticleFormula(tex: tex)
    return (formula.plainText, formula.displayText)
  }

  @Test("a table with a wide cell isn't as wide in all rows")
  func wideTable() {
    let tex =
      "\\begin{matrix}" + Self.repeated("a", 3_000) + Self.repeated("\\\\b", 3_000)
      + "\\end{matrix}"
    #expect(ArticleFormula(tex: tex).displayText.utf8.count < 20_000)
  }

  static let elements = [
    "<mrow>", "<mfrac>", "<msqrt>", "<mover><mi>x</mi>", "<mi>", "<mtable><mtr><mtd>", "<mi>a</mi>",
    "<mo>(</mo>", "<mo>)</mo>", "<mphantom>", "<annotation encoding=tex>", "<mtext><b>",
    "<msup><mi>a</mi>", "<math>", "<mspace width=2em />", "<mfenced><mi>x</mi>", "<x>", "y<b>",
    "<mroot></mroot>", "<semantics>", "</math><math>", "<mi>a</mi></math><math>",
  ]

  @Test("MathML of any depth is read, and isn't much longer as TeX", arguments: elements)
  func mathML(element: String) {
    expectProportion(1_000) { count in
      "<math>\(Self.repeated(element, count))</math>\(ArticleSamples.prose)"
    }
  }

  /// Reads pages with what's repeated so often and four times as often.
  private func expectProportion(_ count: Int, _ body: (Int) -> String) {
    let pages = [count, 4 * count].map { "<article>\(ArticleSamples.prose)\(body($0))</article>" }
    var markdown = ""
    let time = ProcessorTime(
      short: { _ = try? ArticleSamples.article(pages[0]) },
      long: { markdown = (try? ArticleSamples.article(pages[1]))?.markdown ?? "" })
    #expect(time.isInProportion, "\(time)")
    #expect(markdown.utf8.count <= 4 * pages[1].utf8.count)
  }

  @Test(
    "four times the marks in a text take about four times the work",
    arguments: [
      "$", "$a ", "$$", "$$ a", "\\(", "\\(a", "\\[", "\\begin{equation}", "\\begin{", "\\",
      "$a\n\n",
    ])
  func marks(part: String) {
    let script = "<script>MathJax = {tex: {inlineMath: [['$', '$']]}}</script>"
    expectProportion(4_000) { "\(script)<p>\(Self.repeated(part, $0))</p>" }
  }

  @Test("what mustn't be shown is in no formula")
  func hidden() throws {
    let html =
      "<p>Let <script type='math/tex'>a\u{1B}[31m\u{202E}b\u{9B}c</script> and "
      + "<math><mi>x\u{202E}\u{7F}</mi><mtext>\u{1B}y</mtext></math> be, as said.</p>"
    let article = try ArticleSamples.article("<article>\(ArticleSamples.prose)\(html)</article>")
    for text in [article.markdown, article.plainText] {
      #expect(
        !text.unicodeScalars.contains { "\u{1B}\u{202E}\u{9B}\u{7F}".unicodeScalars.contains($0) })
    }
    #expect(article.markdown.contains("$a[31mbc$"))
  }
}
