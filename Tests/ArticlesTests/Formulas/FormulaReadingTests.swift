import Articles
import Foundation
import Testing

/// Formulas of pages, as the Markdown they're written as.
@Suite struct FormulaReadingTests {
  private static let mathML = "<math><msup><mi>x</mi><mn>2</mn></msup></math>"

  private static func stated(_ tex: String, _ content: String = "<mi>?</mi>") -> String {
    "<math><semantics><mrow>\(content)</mrow>"
      + "<annotation encoding='application/x-tex'>\(tex)</annotation></semantics></math>"
  }

  static let inline: [(html: String, tex: String)] = [
    (mathML, "x^{2}"),
    (stated("x_1^2"), "x_1^2"),
    ("<math alttext='{\\displaystyle a\\neq 0}'><mi>?</mi></math>", "a\\neq 0"),
    ("<math alttext='the square of the sum'><mi>y</mi></math>", "y"),
    // KaTeX, as MathML and drawn, and as both in an element of an editor.
    (
      "<span class=katex><span class=katex-mathml>\(stated("x+1"))</span>"
        + "<span class=katex-html aria-hidden=true><span class=base>x+1</span></span></span>",
      "x+1"
    ),
    (
      "<span class=math-inline data-math='\\forall x'><span class=katex>"
        + "<span class=katex-html>∀x</span></span></span>", "\\forall x"
    ),
    ("<span data-tex='\\frac{a}{b}'>a over b</span>", "\\frac{a}{b}"),
    // MathJax 2, drawn, with the script behind it, and before it's drawn.
    (
      "<span class=MathJax_Preview>[x]</span><span class=MathJax id=MathJax-Element-1-Frame>"
        + "<nobr aria-hidden=true>x1</nobr></span><script type='math/tex'>x_1</script>", "x_1"
    ),
    ("<script type='math/tex'>% <![CDATA[\na &lt b %]]></script>", "a &lt b"),
    (
      "<span class=MathJax id=MathJax-Element-2-Frame data-mathml='&lt;math&gt;&lt;mi&gt;q&lt;/mi&gt;"
        + "&lt;/math&gt;'><nobr>q q</nobr></span>", "q"
    ),
    ("<script type='math/mml'>\(mathML)</script>", "x^{2}"),
    // MathJax 3 with what screen readers get.
    (
      "<mjx-container jax=SVG><svg><path/></svg><mjx-assistive-mml>\(mathML)</mjx-assistive-mml>"
        + "</mjx-container>", "x^{2}"
    ),
    ("<mjx-container data-latex='x^3'><mjx-math>𝑥3</mjx-math></mjx-container>", "x^3"),
    // Wikipedia shows an image and hides the MathML, and shows the image alone elsewhere.
    (
      "<span class=mwe-math-element><span class=mwe-math-mathml-inline style='display: none;'>"
        + "\(stated("{\\displaystyle N}"))</span><img src=/n.svg alt='N' "
        + "class=mwe-math-fallback-image-inline></span>", "N"
    ),
    ("<img class=mwe-math-fallback-image-inline alt='{\\displaystyle k}' src=/k.svg>", "k"),
    // Images of WordPress, QuickLaTeX and CodeCogs, and any with TeX in words.
    ("<img class=latex alt='E=mc^2' src='https://s0.wp.com/latex.php?latex=E'>", "E=mc^2"),
    ("<img class=ql-img-inline-formula alt='y' src=/q.png>", "y"),
    ("<img src='https://latex.codecogs.com/gif.latex?\\alpha&space;+1'>", "\\alpha +1"),
    ("<img src='https://x.test/latex.php?latex=a%5E2+b&amp;bg=fff' alt=''>", "a^2 b"),
    (
      "<img width=9 height=9 src=/a.svg alt='\\operatorname{fn}(x) = \\exp(x)'>",
      "\\operatorname{fn}(x) = \\exp(x)"
    ),
    // Classes of pandoc, Sphinx, Python-Markdown and remark.
    ("<span class='math inline'>x</span>", "x"),
    ("<span class='math notranslate nohighlight'>\\(\\beta\\)</span>", "\\beta"),
    ("<span class=arithmatex>\\(y\\)</span>", "y"),
    ("<code class='language-math math-inline'>k^2</code>", "k^2"),
  ]

  @Test("a formula in a sentence is one line of TeX, once", arguments: inline)
  func sentence(html: String, tex: String) throws {
    let markdown = try ArticleSamples.markdown(of: "<p>Let \(html), as is known, be given.</p>")
    #expect(markdown == "Let $\(tex)$, as is known, be given.")
  }

  static let display: [(html: String, tex: String)] = [
    ("<p>\(mathML)</p>", "x^{2}"),
    ("<math display=block><mi>x</mi></math>", "x"),
    ("<div class=katex-display><span class=katex>\(stated("x"))</span></div>", "x"),
    ("<script type='math/tex; mode=display'>\na\n\n= b %c\n+ d\n</script>", "a\n= b\n+ d"),
    (
      "<mjx-container display=true><mjx-assistive-mml>\(mathML)</mjx-assistive-mml></mjx-container>",
      "x^{2}"
    ),
    ("<p><span class=math-block data-math='x = 1'>x1</span></p>", "x = 1"),
    ("<div class=math>\\[ x \\]</div>", "x"),
    ("<span class='math display'>x+y</span>", "x+y"),
    ("<pre><code class=language-math>\\int x\n</code></pre>", "\\int x"),
    (
      "<p><img src=/a.svg alt='\\begin{align} a &amp;= b \\end{align}'></p>",
      "\\begin{align} a &= b \\end{align}"
    ),
    // LaTeXML has the sides of an equation in cells.
    (
      "<table class='ltx_equationgroup ltx_eqn_table'><tr class=ltx_eqn_row><td class=ltx_eqn_cell>"
        + "<math alttext='\\displaystyle a'></math><td><math alttext='\\displaystyle=b'></math>"
        + "</table>", "a =b"
    ),
  ]

  @Test("a formula that's alone is a block", arguments: display)
  func block(html: String, tex: String) throws {
    #expect(try ArticleSamples.markdown(of: html) == "$$\n\(tex)\n$$")
  }

  @Test func formulaOnLinesOfItsOwnDividesItsSentence() throws {
    let formula = "<math display=block><mi>x</mi></math>"
    let markdown = try ArticleSamples.markdown(
      of: "<p>So, as <b>we know,</b> \(formula). And <em>then</em> comes more of it.</p>")
    #expect(
      markdown == "So, as **we know,**\n\n$$\nx.\n$$\n\nAnd *then* comes more of it.")
  }

  private static let mathJax = "<script src='https://cdn.test/npm/mathjax@3/es5/tex.js'></script>"
  private static let dollars = "<script>MathJax = {tex: {inlineMath: [['$', '$']]}}</script>"

  @Test(arguments: [
    ("", "Let \\(x\\) and $y$ be, as said.", "Let \\\\(x\\\\) and $y$ be, as said."),
    (mathJax, "Let \\(x\\) and $y$ be, as said.", "Let $x$ and $y$ be, as said."),
    (mathJax, "It's \\$5 or $6, $7 at most.", "It's \\\\$5 or $6, $7 at most."),
    (mathJax, "See: \\[x\\] of course.", "See:\n\n$$\nx\n$$\n\nof course."),
    (mathJax, "See: $$x$$, of course.", "See:\n\n$$\nx,\n$$\n\nof course."),
    (
      mathJax, "See: \\begin{equation}x\\end{equation}",
      "See:\n\n$$\n\\begin{equation}x\\end{equation}\n$$"
    ),
    (mathJax + dollars, "Let $x_1$ be, for $5 or $6, so.", "Let $x_1$ be, for $5 or $6, so."),
    (mathJax + dollars, "Let $*x*$ be, as said.", "Let $*x*$ be, as said."),
    (mathJax, "Let <code>\\(x\\)</code> be, as said.", "Let `\\(x\\)` be, as said."),
    (mathJax, "Let \\(x be, as said.", "Let \\\\(x be, as said."),
  ])
  func marksInTextCountWhereScriptsReadThem(
    script: String, text: String, markdown: String
  ) throws {
    #expect(try ArticleSamples.markdown(of: "\(script)<p>\(text)</p>") == markdown)
  }

  @Test(arguments: [
    ("<p>It's <img src=/a.png alt='C:\\beta is a folder of mine'>, he said.</p>", "!["),
    ("<p>It's <img src=/latex-mattress.jpg alt=Mattress>, he said to them.</p>", "![Mattress]"),
    ("<p>It's <img class=formula src=/f1.jpg alt=Monza>, he said to them.</p>", "![Monza]"),
    ("<p data-math='true'>It's only a sentence, he said.</p>", "It's only"),
    ("<p class=formula>It's only a sentence, he said.</p>", "It's only"),
    ("<p class='math display'>Definitions</p>", "Definitions"),
    ("<p class='math display'>It's only a sentence, he said.</p>", "It's only"),
  ])
  func whatIsNoFormulaStays(html: String, part: String) throws {
    let markdown = try ArticleSamples.markdown(of: html)
    #expect(markdown.contains(part) && !markdown.contains("$"))
  }

  @Test func formulaInTableHasNoBars() throws {
    let formula = "<script type='math/tex'>|x| \\| y</script>"
    #expect(
      try ArticleSamples.markdown(
        of: "<table><tr><th>A<th>B<tr><td>\(formula)<td>2<tr><td>3<td>4</table>")
        == "| A | B |\n| --- | --- |\n| $\\vert x\\vert  \\Vert  y$ | 2 |\n| 3 | 4 |")
  }

  @Test func formulaBesideDigitsHasSpace() throws {
    #expect(
      try ArticleSamples.markdown(of: "<p>Some 5<math><mi>μ</mi></math>6, or more.</p>")
        == "Some 5 $\\mu$ 6, or more.")
  }

  @Test func plainTextHasReadableFormula() throws {
    let page =
      ArticleSamples.prose + "<p>Let <math><mi>a</mi><mo>≠</mo><mn>0</mn></math> be, or "
      + "<script type='math/tex'>\\xymatrix{A}</script>.</p>" + ArticleSamples.prose
    let text = try ArticleSamples.article("<article>\(page)</article>").plainText
    #expect(text.contains("Let a ≠ 0 be, or $\\xymatrix{A}$."))
  }
}
