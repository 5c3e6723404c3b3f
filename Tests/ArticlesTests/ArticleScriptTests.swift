import Articles
import Testing

/// Text above and below the line, and readings beside characters.
@Suite struct ArticleScriptTests {
  private func text(_ html: String) throws -> String {
    let article = try ArticleSamples.article(
      "<article>\(ArticleSamples.prose)<p>\(html), as told.</p>\(ArticleSamples.prose)")
    let line = article.plainText.split(separator: "\n").first { $0.hasSuffix(", as told.") }
    return line.map { String($0.dropLast(", as told.".count)) } ?? ""
  }

  @Test(
    "powers and indices are raised, or have a mark",
    arguments: [
      ("O(2<sup>n</sup>)", "O(2ⁿ)"), ("2<sup>k</sup> bytes", "2ᵏ bytes"), ("e<sup>-x</sup>", "e⁻ˣ"),
      ("e<sup>−x</sup>", "e⁻ˣ"), ("10<sup>6.5</sup>", "10^6.5"), ("10<sup>6,5</sup>", "10^6,5"),
      ("10<sup>10<sup>100</sup></sup>", "10^(10^100)"), ("2<sup>2<sup>n</sup></sup>", "2^(2^n)"),
      ("2<sup>64</sup>−1", "2⁶⁴−1"), ("x<sup>n+1</sup>", "xⁿ⁺¹"), ("2<sup>n/2</sup>", "2^(n/2)"),
      ("2<sup>O(n log n)</sup>", "2^(O(n log n))"), ("e<sup>iπ</sup>", "e^(iπ)"),
      ("x<sup>α</sup>", "x^α"), ("x<sup>q</sup>", "x^q"), ("10<sup>-3.5</sup>", "10^(-3.5)"),
      ("A<sup>T</sup>", "Aᵀ"), ("A<sup>-1</sup>", "A⁻¹"), ("(a+b)<sup>k</sup>", "(a+b)ᵏ"),
      ("log<sup>k</sup> n", "logᵏ n"), ("x<sup>max</sup>", "x^max"), ("f<sup>(n)</sup>", "f⁽ⁿ⁾"),
      ("Na<sup>+</sup>, Ca<sup>2+</sup>", "Na⁺, Ca²⁺"), ("x<sup>1/2</sup>", "x^(1/2)"),
      ("a<sub>i</sub>", "aᵢ"), ("a<sub>i+1</sub>", "aᵢ₊₁"), ("a<sub>(i+1)/2</sub>", "a_((i+1)/2)"),
      ("log<sub>b</sub> n", "log_b n"), ("log<sub>10</sub> n", "log₁₀ n"),
      ("T<sub>max</sub>", "T_max"),
      ("x<sub>1,2</sub>", "x_(1,2)"), ("lim<sub>x→0</sub>", "lim_(x→0)"), ("a<sub>ij</sub>", "aᵢⱼ"),
      ("VO<sub>2max</sub>", "VO_2max"), ("x<sub>1</sub><sup>2</sup>", "x₁²"),
      // With marks of their own.
      ("<i>x</i><sup><i>n</i></sup>", "xⁿ"), ("<i>a<sub>k</sub></i>", "aₖ"),
      ("x<sup> n </sup>+ 1", "xⁿ + 1"), ("x<sup><b>0.5</b></sup>", "x^0.5"),
      ("<code>2<sup>n-0.5</sup></code>", "2^(n-0.5)"),
    ])
  func scripts(html: String, expected: String) throws {
    #expect(try text(html) == expected)
  }

  @Test(
    "marks of notes, ordinals, trademarks and small text stay as they are",
    arguments: [
      ("the 1<sup>st</sup>", "the 1st"), ("the 22<sup>nd</sup>", "the 22nd"),
      ("le 1<sup>er</sup>, la 1<sup>re</sup>", "le 1er, la 1re"), ("le 2<sup>e</sup>", "le 2e"),
      ("le XIX<sup>e</sup>", "le XIXe"), ("the XX<sup>th</sup>", "the XXth"),
      ("M<sup>me</sup> B", "Mme B"), ("M<sup>lle</sup> B", "Mlle B"),
      ("Sea<sup>®</sup>", "Sea®"), ("Sea<sup>TM</sup>", "SeaTM"), ("3M<sup>™</sup>", "3M™"),
      ("it sank<sup>[1]</sup>", "it sank[1]"), ("it sank<sup>[note 2]</sup>", "it sank[note 2]"),
      ("it sank<sup>1,2</sup>", "it sank1,2"), ("in 1998<sup>3, 4</sup>", "in 19983, 4"),
      ("it sank<sup>*</sup>", "it sank*"), ("it sank.<sup>a,b</sup>", "it sank.a,b"),
      ("it sank <sup>at last</sup>", "it sank at last"), ("Mail<sup>beta</sup>", "Mailbeta"),
      ("for $45<sup>.00</sup>", "for $45.00"), ("for 9<sup>,99 €</sup>", "for 9,99 €"),
      ("for 9<sup>99 €</sup>", "for 999 €"), ("for 45<sup>€</sup>", "for 45€"),
      ("for 9<sup>99*</sup>", "for 999*"), ("for 5<sup>%</sup>", "for 5%"),
      ("the 4<sup>th.</sup>", "the 4th."), ("it sank<sup>1</sup>", "it sank¹"),
      ("<sub>in small letters</sub>", "in small letters"),
      ("it sank<sup><a href=/x>a</a></sup>", "it sanka"),
      ("half a cup, <sup>1</sup>/<sub>2</sub>", "half a cup, ¹/₂"),
    ])
  func others(html: String, expected: String) throws {
    #expect(try text(html) == expected)
  }

  @Test("formulas and marked text have the same powers")
  func formulas() throws {
    let power =
      "<math><msup><mn>10</mn><mrow><msup><mn>10</mn><mn>100</mn></msup></mrow></msup></math>"
    #expect(try text(power) == "10^(10^100)")
    let decimal = "<math><msup><mn>10</mn><mn>6.5</mn></msup></math>"
    #expect(try text(decimal) == "10^6.5")
  }

  @Test("powers in code that's on lines of its own stay")
  func code() throws {
    let html = "<pre>for i in 1..2<sup>n</sup>:\n  x<sub>i+1</sub> = x<sup>0.5</sup></pre>"
    #expect(
      try ArticleSamples.markdown(of: html) == "```\nfor i in 1..2ⁿ:\n  xᵢ₊₁ = x^0.5\n```")
  }

  @Test("a power in Markdown is one when it's read again")
  func markdown() throws {
    let html = "<p>From 10<sup>6.5</sup> to a<sub>max</sub> and O(2<sup>n</sup>), as told.</p>"
    let text = "From 10^6.5 to a_max and O(2ⁿ), as told."
    let markdown = try ArticleSamples.markdown(of: html)
    #expect(markdown == text)
    #expect(try Article(markdown: .init(markdown.utf8), url: ArticleSamples.url).plainText == text)
  }

  // https://html.spec.whatwg.org/#the-rt-element and #the-rp-element
  @Test("a heading with readings is the title without them")
  func titles() throws {
    let article = try ArticleSamples.article(
      "<title>島が見えた、と彼は言った | 海の話</title><article><h1><ruby>島<rt>しま</rt></ruby>が"
        + "<ruby>見<rp>(</rp><rt>み</rt><rp>)</rp></ruby>えた、と彼は言った</h1>\(ArticleSamples.prose)")
    #expect(article.title == "島が見えた、と彼は言った")
    #expect(article.markdown == ArticleSamples.proseMarkdown)
  }

  @Test(
    "readings stand in brackets",
    arguments: [
      ("<ruby>島<rt>しま</rt></ruby>が見えた", "島(しま)が見えた"),
      ("<ruby>島<rp>(</rp><rt>しま</rt><rp>)</rp></ruby>が", "島(しま)が"),
      ("<ruby>島<rp>（</rp><rt>しま</rt><rp>）</rp></ruby>が", "島（しま）が"),
      ("<ruby>島<rp>（</rp><rt>しま</rt><rp>）見えない</rp></ruby>が", "島（しま）が"),
      ("<ruby>漢<rt>かん</rt>字<rt>じ</rt></ruby>", "漢(かん)字(じ)"),
      ("<ruby>漢<rt>かん<rt>じ</ruby>字", "漢(かん)(じ)字"), ("<ruby>島<rt> </rt></ruby>が", "島が"),
      ("<ruby>島<rt></rt></ruby>が", "島が"),
      ("<ruby><a href=/1>島</a><rt>しま</rt></ruby>が", "島(しま)が"),
    ])
  func readings(html: String, expected: String) throws {
    #expect(try text(html) == expected)
  }
}
