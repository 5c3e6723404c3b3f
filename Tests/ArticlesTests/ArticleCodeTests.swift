import Articles
import Foundation
import Testing

/// Code in the shapes that generators and highlighters give it.
@Suite struct ArticleCodeTests {
  /// Each shows the same lines.
  static let shapes: [(name: String, html: String)] = [
    ("plain", "<pre>a = 1\n  b = 2\n\nc = a</pre>"),
    (
      "language above",
      "<pre><code><div class=code__header><span>bash</span></div><div>a = 1\n  b = 2\n\nc = a</div></code></pre>"
    ),
    (
      "parts of Lean",
      """
      <div><code class='hl lean block'>a = 1</code> <pre class='hl lean output'>  b = 2</pre>\
      <code class='hl lean block'>\n</code><code class='hl lean block'>c = a</code></div>
      """
    ),
    ("br", "<pre>a = 1<br>  b = 2<br><br>c = a<br></pre>"),
    ("code in p", "<p><code>a = 1<br>&nbsp; b = 2<br><br>c = a</code></p>"),
    ("pre in code", "<code class=highlight><pre><code>a = 1\n  b = 2\n\nc = a</code></pre></code>"),
    ("nested pre", "<pre><pre class=playground><code>a = 1\n  b = 2\n\nc = a</code></pre></pre>"),
    (
      "divs",
      """
      <pre><div><div>a = 1</div><div>  b = 2</div><div class=line></div><div>c = a</div></div></pre>
      """
    ),
    (
      "lines without breaks",
      """
      <pre><code><span class=line>a = 1</span><span class=line>  b = 2</span><span class=line></span>\
      <span class=line>c = a</span></code></pre>
      """
    ),
    (
      "lines with breaks",
      """
      <pre><code><span class=line>a = 1</span>\n<span class=line>  b = 2</span>\n<span class=line>\
      </span>\n<span class=line>c = a</span></code></pre>
      """
    ),
    (
      "Pygments",
      """
      <div class=highlight><pre><span></span><span class=lineno>1</span><span class=n>a</span> = \
      <span class=mi>1</span>\n<span class=lineno>2</span>  b = 2\n<span class=lineno>3</span>\n\
      <span class=lineno>4</span>c = a\n</pre></div>
      """
    ),
    (
      "Chroma in lines",
      """
      <pre><code><span style='display:flex'><span> 8</span><span>a = 1\n</span></span><span><span> 9\
      </span><span>  b = 2\n</span></span><span><span>10</span><span>\n</span></span><span><span>11\
      </span><span>c = a\n</span></span></code></pre>
      """
    ),
    (
      "Chroma in a table",
      """
      <div class=highlight><table class=lntable><tr><td class=lntd><pre><code><span class=lnt>1\n\
      </span><span class=lnt>2\n</span><span class=lnt>3\n</span><span class=lnt>4\n</span></code>\
      </pre></td><td class=lntd><pre><code>a = 1\n  b = 2\n\nc = a\n</code></pre></td></table></div>
      """
    ),
    (
      "Hexo",
      """
      <figure class='highlight'><table><tr><td class=gutter><pre><span class=line>1</span><br>\
      <span class=line>2</span><br><span class=line>3</span><br><span class=line>4</span><br></pre>\
      </td><td class=code><pre><span class=line>a = 1</span><br><span class=line>  b = 2</span><br>\
      <span class=line></span><br><span class=line>c = a</span><br></pre></td></tr></table></figure>
      """
    ),
    (
      "Rouge",
      """
      <pre class=highlight><table><tr><td class=rouge-gutter><pre>1\n2\n3\n4\n</pre></td>\
      <td class=rouge-code><pre>a = 1\n  b = 2\n\nc = a\n</pre></td></tr></table></pre>
      """
    ),
    (
      "rows with numbers",
      """
      <table class='highlight blob-table'><tr><td class=blob-num data-line-number=1></td>\
      <td class=blob-code>a = 1</td></tr><tr><td class=blob-num></td><td class=blob-code>  b = 2\
      </td></tr><tr><td class=blob-num></td><td class=blob-code>\n</td></tr><tr><td class=blob-num>\
      </td><td class=blob-code>c = a</td></tr></table>
      """
    ),
    (
      "numbers beside",
      """
      <div class=wrapper><div aria-hidden=true><span>1</span><span>2</span><span>3</span><span>4\
      </span></div><pre>a = 1\n  b = 2\n\nc = a</pre></div>
      """
    ),
    (
      "a number and a line in each row",
      """
      <pre><code><div class=row><div class=gutter><div>1</div></div><div class=code>a = 1</div></div>\
      <div class=row><div class=gutter><div>2</div></div><div class=code>  b = 2</div></div>\
      <div class=row><div class=gutter><div>3</div></div><div class=code>\n</div></div>\
      <div class=row><div class=gutter><div>4</div></div><div class=code>c = a</div></div></code></pre>
      """
    ),
    (
      "a button and a label",
      """
      <div class=code-block><div class=head><span>Python</span><div>Copy code</div></div><pre>\
      <span class=copy-btn>Copy</span>a = 1\n  b = 2\n\nc = a</pre></div>
      """
    ),
    ("a div with its language", "<div data-lang=python>a = 1\n  b = 2\n\nc = a</div>"),
  ]

  @Test("the lines of code are as they're seen, without numbers and buttons", arguments: shapes)
  func lines(name: String, html: String) throws {
    let article = try Self.article(html)
    let codes = article.blocks.compactMap {
      if case .code(let code, _, _) = $0 { code } else { nil }
    }
    #expect(codes.map { $0.replacing("\u{A0}", with: " ") } == ["a = 1\n  b = 2\n\nc = a"])
    #expect(article.blocks.count == 3, "\(article.markdown)")
  }

  @Test(
    "the language is what the page calls it",
    arguments: [
      ("<pre><code class='hljs language-swift'>", "swift"),
      ("<pre class='brush: js; gutter'>", "js"),
      ("<div class='highlight-source-rust'><pre>", "rust"),
      ("<figure class='highlight sh'><pre>", "sh"),
      ("<pre class='sourceCode haskell'><code>", "haskell"), ("<pre data-language=go><code>", "go"),
      ("<pre lang=ruby>", "ruby"), ("<div class=code><p>TypeScript</p><pre>", "typescript"),
      ("<pre><code class=language-text>", nil), ("<pre class=wide><code>", nil),
    ])
  func language(start: String, language: String?) throws {
    let article = try Self.article("\(start)one two\nthree</code></pre></div></figure>")
    let languages = article.blocks.compactMap {
      if case .code(_, let language, _) = $0 { language ?? "none" } else { nil }
    }
    #expect(languages == [language ?? "none"])
  }

  @Test(
    "a file's name above code is its caption",
    arguments: [
      ("<p class=filename>Filename: src/main.rs</p>", "src/main.rs"),
      ("<p><strong>app/[id]/page.tsx</strong>", "app/[id]/page.tsx"),
      ("<p><span>CMakeLists.txt</span>", "CMakeLists.txt"),
      ("<div>.gitignore:</div>", ".gitignore"),
      ("<div><span>Python</span><b>web\\app.PY</b><span>Copy</span></div>", "web\\app.PY"),
    ])
  func caption(above: String, name: String) throws {
    for html in [
      "\(above)<pre>one\ntwo</pre>", "<div class=box><div>\(above)</div><pre>one\ntwo</pre></div>",
    ] {
      let block = try #require(try Self.article(html).blocks.dropFirst().first)
      guard case .code("one\ntwo", let language, name) = block else {
        Issue.record("\(block)")
        continue
      }
      #expect(language == (above.contains("Python") ? "python" : nil))
    }
  }

  @Test("a block of code states its caption itself")
  func statedCaption() throws {
    let article = try Self.article("<pre data-title=' The \nfirst '>one\ntwo</pre>")
    #expect(article.blocks.contains(.code("one\ntwo", language: nil, caption: "The first")))
    #expect(article.markdown.contains("```text title=\"The first\"\none\n"))
    #expect(article.plainText.contains("\n\nThe first\none\ntwo\n\n"))
  }

  @Test(
    "what's more than the name of a file stays text",
    arguments: [
      "<p>Open main.rs", "<p>Version 1.2.3", "<p>4.5", "<h3>main.rs</h3>", "<p>example.com",
      "<p><a href=/main.rs>main.rs</a>", "<p>a.rs <b>b.rs</b>", "<p>Open <b>main.rs</b>",
      "<p>main.rs</p>is this:", "<dl><dt>main.rs</dl>", "Open <span>main.rs</span>",
      "<p>It left.</p>It's in <span>main.rs</span>", "<span>a.rs</span> and <span>b.rs</span>",
    ])
  func noCaption(above: String) throws {
    let article = try Self.article("\(above)<pre>one\ntwo</pre>")
    #expect(article.blocks.contains(.code("one\ntwo", language: nil)), "\(article.markdown)")
  }

  @Test(
    "numbers and single words that are code stay",
    arguments: [
      ("<pre><span>1</span>\n<span>2</span>\n<span>3</span></pre>", "1\n2\n3"),
      ("<pre><div>1\n2\n3</div></pre>", "1\n2\n3"),
      ("<pre><span class=mi>1</span> + 2\n<span class=mi>5</span> + 3</pre>", "1 + 2\n5 + 3"),
      ("<pre>x <span class='token comment'>// related, share</span></pre>", "x // related, share"),
      ("<pre><div class=menu>nav</div><div class=sidebar>b</div></pre>", "nav\nb"),
    ])
  func kept(html: String, code: String) throws {
    let article = try Self.article(html)
    #expect(article.blocks.contains(.code(code, language: nil)), "\(article.markdown)")
  }

  @Test("code in a sentence stays there, in several lines of source too")
  func inline() throws {
    let article = try Self.article(
      "<p>Call <code>a\n b</code> and <code>c</code>, says the text.</p>")
    #expect(article.markdown.contains("Call `a b` and `c`, says the text."))
  }

  private static let text = "<p>The ferry leaves at noon, and it takes six hours to cross over.</p>"

  private static func article(_ html: String) throws -> Article {
    let page = "<html><body><article>\(text)\(html)\(text)</article></body></html>"
    let url = try #require(URL(string: "https://example.org/"))
    return try Article(html: Data(page.utf8), url: url)
  }
}
