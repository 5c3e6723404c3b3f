import Articles
import Testing

/// TeX in plain characters.
@Suite struct FormulaTextTests {
  @Test(arguments: [
    ("a \\neq 0", "a ≠ 0"),
    ("x_1^2", "x₁²"),
    ("x = \\frac{-b \\pm \\sqrt{b^2 - 4ac}}{2a}", "x = (−b±√(b²−4ac))/(2a)"),
    ("\\frac{a+b}{c}", "(a+b)/c"),
    ("\\frac12 x", "(1/2)x"),
    ("\\frac{d f}{d x}", "df/dx"),
    ("-\\frac{a}{b}", "−a/b"),
    ("{a \\over b}", "a/b"),
    ("\\sqrt[3]{x+1} + \\sqrt{2}", "³√(x+1)+√2"),
    ("\\sum_{k=1}^n a_k", "∑ₖ₌₁ⁿ aₖ"),
    ("\\lim_{x\\to 0} f(x)", "lim_(x→0) f(x)"),
    ("e^{i\\pi}", "e^(iπ)"),
    ("x_{\\text{max}}^2", "x²_max"),
    ("f'(x), f''", "f′(x), f″".replacing("″", with: "′′")),
    ("90^\\circ, A^\\top, x^{-1}, x^*", "90°, Aᵀ, x⁻¹, x*"),
    ("{}^{14}C", "¹⁴C"),
    ("\\sin\\left(x\\right) + \\cos\\theta", "sin(x) + cos θ"),
    ("O(n \\log n)", "O(n log n)"),
    ("\\operatorname{fn}(x,y)", "fn(x, y)"),
    ("\\mathbb{R}^n \\to \\mathbb C", "ℝⁿ → ℂ"),
    ("\\mathcal{L}\\mathfrak{g}\\mathbf{x}", "ℒ𝔤x"),
    ("\\hat{x} + \\overline{AB} + \\widehat{AB}", "x̂+A̅B̅+hat(AB)"),
    ("x \\not= y, x \\not\\in A", "x ≠ y, x ∉ A"),
    ("\\binom{n}{k}", "(n choose k)"),
    ("a \\equiv b \\pmod{n}", "a ≡ b (mod n)"),
    ("1{,}000 \\times 3.5", "1,000×3.5"),
    ("\\text{if \\(x\\) is } 5\\,\\%", "if x is 5 %"),
    ("\\begin{pmatrix} 1 & 0 \\\\ 0 & 1 \\end{pmatrix}", "(1 0; 0 1)"),
    ("\\begin{cases} 1, & x > 0 \\\\ 0 & x = 0 \\end{cases}", "{1, x > 0; 0, x = 0"),
    ("\\begin{aligned} a &= b \\\\ c &= d \\end{aligned}", "a = b; c = d"),
    ("\\left.\\frac{df}{dx}\\right|_{x=0}", "df/dx|ₓ₌₀"),
    ("\\color{red} x \\label{eq} \\tag{3}", "x  (3)"),
  ])
  func formulasAreReadable(tex: String, text: String) {
    #expect(ArticleFormula(tex: tex).plainText == text)
  }

  @Test(arguments: [
    (
      "A=\\begin{bmatrix}1&0\\\\0&-1\\end{bmatrix},", ["A = ⎡ 1  0  ⎤,", "    ⎣ 0  −1 ⎦"]
    ),
    (
      "f = \\begin{cases} 1, & x > 0 \\\\ 10, & y \\\\ 0 & z \\end{cases}",
      ["    ⎧ 1,   x > 0", "f = ⎨ 10,  y", "    ⎩ 0    z"]
    ),
    ("\\begin{aligned} ab &= c \\\\ d &= e+f \\end{aligned}", ["ab = c", " d = e+f"]),
    ("a \\\\ b", ["a", "b"]),
    ("a = b", ["a = b"]),
  ])
  func tablesAreInRows(tex: String, lines: [String]) {
    #expect(ArticleFormula(tex: tex).displayLines == lines)
  }

  @Test(
    "TeX that can't be read stays, between dollar signs",
    arguments: [
      "\\foo", "\\xymatrix{A \\ar[r] & B}", "\\frac{a}", "{a", "a}", "\\left( a",
      "\\begin{tikzcd}a",
      "\\begin{matrix} a \\end{pmatrix}", "x^", "a & b \\end{matrix}",
    ])
  func unreadable(tex: String) {
    let formula = ArticleFormula(tex: tex)
    #expect(formula.plainText == "$\(tex)$")
    #expect(formula.line == nil && formula.displayLines == nil)
  }
}
