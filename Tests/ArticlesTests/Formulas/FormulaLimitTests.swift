import Foundation
import Articles
import Testing

/// Formulas made to use up time, memory or the stack.
@Suite(.timeLimit(.minutes(5)))
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
    for count in [1_000, 4_000] {
      let tex = Self.repeated(part, count)
      let formula = ArticleFormula(tex: tex)
      #expect(formula.plainText.utf8.count <= 8 * tex.utf8.count + 100)
      #expect(formula.displayText.utf8.count <= 30 * tex.utf8.count + 100)
    }
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
  func mathML(element: String) throws {
    for count in [2_000, 8_000] {
      let html =
        "<article>\(ArticleSamples.prose)<math>\(Self.repeated(element, count))</math>"
        + "\(ArticleSamples.prose)</article>"
      let markdown = (try? ArticleSamples.article(html))?.markdown ?? ""
      #expect(markdown.utf8.count <= 4 * html.utf8.count)
    }
  }

  @Test(
    "text with many marks is read in one pass",
    arguments: [
      "$", "$a ", "$$", "$$ a", "\\(", "\\(a", "\\[", "\\begin{equation}", "\\begin{", "\\",
      "$a\n\n",
    ])
  func marks(part: String) throws {
    let script = "<script>MathJax = {tex: {inlineMath: [['$', '$']]}}</script>"
    let html = "<article>\(script)\(ArticleSamples.prose)<p>\(Self.repeated(part, 50_000))</p>"
    let markdown = try ArticleSamples.article(html + "</article>").markdown
    #expect(markdown.utf8.count <= 4 * html.utf8.count)
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
