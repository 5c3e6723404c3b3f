import Articles
import Foundation
import Testing

/// MathML as the TeX that it's made into.
@Suite struct MathMLTests {
  @Test(arguments: [
    ("<mi>a</mi><mo>≠</mo><mn>0</mn>", "a\\neq0"),
    ("<mi>λ</mi><mi>x</mi>", "\\lambda x"),
    ("<mi>sin</mi><mo>&#x2061;</mo><mi>x</mi>", "\\sin x"),
    ("<mi>PARL</mi>", "\\mathrm{PARL}"),
    ("<mi mathvariant=normal>d</mi><mi mathvariant=double-struck>R</mi>", "\\mathrm{d}\\mathbb{R}"),
    ("<mi>ℝ</mi><mi>𝑥</mi><mi>𝐯</mi>", "\\mathbb{R}x\\mathbf{v}"),
    ("<mfrac><mi>a</mi><mrow><mi>b</mi><mo>+</mo><mi>c</mi></mrow></mfrac>", "\\frac{a}{b+c}"),
    (
      "<msqrt><mi>a</mi><mi>b</mi></msqrt><mroot><mi>x</mi><mn>3</mn></mroot>",
      "\\sqrt{ab}\\sqrt[3]{x}"
    ),
    ("<msubsup><mi>x</mi><mn>1</mn><mn>2</mn></msubsup>", "x_{1}^{2}"),
    ("<msup><mrow><mi>a</mi><mi>b</mi></mrow><mn>2</mn></msup>", "{ab}^{2}"),
    ("<msup><mrow><mo>(</mo><mi>a</mi><mo>)</mo></mrow><mn>2</mn></msup>", "\\left(a\\right)^{2}"),
    ("<munderover><mo>∑</mo><mi>i</mi><mi>n</mi></munderover><mi>i</mi>", "\\sum_{i}^{n}i"),
    ("<munder><mi>lim</mi><mi>x</mi></munder>", "\\lim_{x}"),
    ("<mover><mi>x</mi><mo>^</mo></mover><mover><mi>v</mi><mo>→</mo></mover>", "\\hat{x}\\vec{v}"),
    ("<mover><mo>=</mo><mi>d</mi></mover>", "\\overset{d}{=}"),
    ("<mo>[</mo><mi>a</mi><mo>,</mo><mi>b</mi><mo>)</mo>", "[a,b)"),
    ("<mo>{</mo><mi>a</mi><mo>}</mo>", "\\left\\{a\\right\\}"),
    ("<mfenced><mi>a</mi><mi>b</mi></mfenced>", "\\left(a,b\\right)"),
    (
      "<mo>(</mo><mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>2</mn></mtd></mtr></mtable><mo>)</mo>",
      "\\begin{pmatrix}1 & 2\\end{pmatrix}"
    ),
    (
      "<mo>{</mo><mtable><mtr><mtd><mi>a</mi></mtd></mtr><mtr><mtd><mi>b</mi></mtd></mtr></mtable>",
      "\\begin{cases}a \\\\ b\\end{cases}"
    ),
    (
      "<mo>(</mo><mfrac linethickness=0><mi>n</mi><mi>k</mi></mfrac><mo>)</mo>", "{n \\choose k}"
    ),
    (
      "<mtext>if&nbsp;50 %</mtext><mspace width=1em></mspace><mi>x</mi>",
      "\\text{if 50 \\%}\\quad x"
    ),
    (
      "<mmultiscripts><mi>C</mi><mprescripts/><mn>6</mn><mn>14</mn></mmultiscripts>",
      "{}_{6}^{14}C"
    ),
    ("<mphantom><mi>x</mi></mphantom><mi>y</mi>", "y"),
    ("<msub><mi></mi><mn>2</mn></msub><mi>\u{202E}z</mi>", "{}_{2}z"),
    ("<mi>a</mi> b", "a\\text{b}"),
  ])
  func elementsAreWrittenAsTeX(mathML: String, tex: String) throws {
    #expect(
      try ArticleSamples.markdown(of: "<p>Let <math>\(mathML)</math>, as is known, be given.</p>")
        == "Let $\(tex)$, as is known, be given.")
  }
}
