import Articles
import Testing

/// What's set apart as a note, a tip or a warning, as the generators of sites write it.
@Suite struct ArticleCalloutTests {
  @Test(arguments: [
    // GitHub
    (
      """
      <div class="markdown-alert markdown-alert-tip"><p class="markdown-alert-title"><svg></svg>Tip</p>
      <p>Book early.</p></div>
      """, "> [!tip]\n> Book early."
    ),
    ("<blockquote><p>[!NOTE]<br>Book early.</p></blockquote>", "> [!note]\n> Book early."),
    (
      "<blockquote><p>[!faq]- Is it <b>far</b>?</p><p>No.</p></blockquote>",
      "> [!faq] Is it **far**?\n> No."
    ),
    // Obsidian
    (
      """
      <div data-callout=info class="callout is-collapsed"><div class=callout-title>
      <div class=callout-icon>i</div><div class=callout-title-inner>The tide</div></div>
      <div class=callout-content style="display: none;"><p>It turns.</p></div></div>
      """, "> [!info] The tide\n> It turns."
    ),
    // Docusaurus
    (
      """
      <div class="theme-admonition theme-admonition-note admonition_x alert alert--secondary">
      <div class=admonitionHeading_a><span class=admonitionIcon_b>i</span>The tide</div>
      <div class=admonitionContent_c><p>It turns.</p></div></div>
      """, "> [!note] The tide\n> It turns."
    ),
    // Sphinx and MkDocs
    (
      "<div class='admonition warning'><p class=admonition-title>Warning</p><p>Mind it.</p></div>",
      "> [!warning]\n> Mind it."
    ),
    (
      "<div class='admonition tip'><p class=admonition-title>So</p><pre><code>ls</code></pre></div>",
      "> [!tip] So\n> ```\n> ls\n> ```"
    ),
    (
      "<details class=tip><summary>The tide</summary><p>It turns.</p></details>",
      "> [!tip] The tide\n> It turns."
    ),
    // VitePress
    (
      "<div class='danger custom-block'><p class=custom-block-title>Shoals</p><p>Keep off.</p></div>",
      "> [!danger] Shoals\n> Keep off."
    ),
    // Starlight
    (
      """
      <aside aria-label=Caution class="starlight-aside starlight-aside--caution">
      <p class=starlight-aside__title>Shoals</p><div><p>Keep off.</p></div></aside>
      """, "> [!caution] Shoals\n> Keep off."
    ),
    // Bootstrap and Docsy
    (
      """
      <div class="alert alert-info" role=alert><h4 class=alert-heading>The tide</h4>It turns.</div>
      """, "> [!info] The tide\n> It turns."
    ),
    // AsciiDoc
    (
      """
      <div class="admonitionblock tip"><table><tr><td class=icon><div class=title>Tip</div></td>
      <td class=content><div class=title>The tide</div><p>It turns.</p></td></tr></table></div>
      """, "> [!tip] The tide\n> It turns."
    ),
    // Confluence
    (
      """
      <div class="confluence-information-macro confluence-information-macro-note">
      <p class=title>The tide</p><span class="aui-icon aui-icon-small">!</span>
      <div class=confluence-information-macro-body><p>It turns.</p></div></div>
      """, "> [!note] The tide\n> It turns."
    ),
    // MDN
    ("<div class='notecard warning'><p>It turns.</p></div>", "> [!warning]\n> It turns."),
    // Of code alone
    (
      """
      <div class=callout data-callout=note><div class=callout-title>The tide</div>\
      <div style='display: none'><pre><code>It turns.</code></pre></div></div>
      """, "> [!note] The tide\n> ```\n> It turns.\n> ```"
    ),
    // None
    ("<aside class=callout><p>It turns.</p></aside>", ""),
    ("<div class=alert><p>It turns.</p></div>", "It turns."),
    ("<blockquote><p>[!] It turns.</p></blockquote>", "> \\[!\\] It turns."),
  ])
  func callout(html: String, markdown: String) throws {
    #expect(try ArticleSamples.markdown(of: html) == markdown)
  }

  @Test(
    "the kind is said once",
    arguments: [
      (
        "<div class='notecard note'><p><strong>Note:</strong> It turns.</p></div>",
        "> [!note]\n> It turns."
      ),
      ("<div class='notecard note'><p>Note: It turns.</p></div>", "> [!note]\n> It turns."),
      ("<div class='notecard note'><p>NOTE - It turns.</p></div>", "> [!note]\n> NOTE - It turns."),
      (
        "<div class='notecard warning'><p><b>Warning</b>: It turns.</p></div>",
        "> [!warning]\n> It turns."
      ),
      (
        "<aside class=tip><p><strong>Tip</strong></p><p>It turns.</p></aside>",
        "> [!tip]\n> It turns."
      ),
      ("<aside class=tip><p><em>Tips:</em> It turns.</p></aside>", "> [!tip] Tips\n> It turns."),
      (
        "<blockquote><p>[!NOTE]<br><b>Note:</b> It turns.</p></blockquote>",
        "> [!note]\n> It turns."
      ),
      (
        "<div class='admonition note'><p class=admonition-title>Note</p><p>Note: It turns.</p></div>",
        "> [!note]\n> It turns."
      ),
      (
        "<div class='admonition note'><p class=admonition-title>Tide</p><p><b>Tide:</b> It turns.</p></div>",
        "> [!note] Tide\n> It turns."
      ),
      // The page's word stays, as the title.
      (
        "<div class='notecard note'><p><strong>Hinweis:</strong> Sie wendet.</p></div>",
        "> [!note] Hinweis\n> Sie wendet."
      ),
      (
        "<div class='notecard note'><p><strong>Remarque :</strong> Elle tourne.</p></div>",
        "> [!note] Remarque\n> Elle tourne."
      ),
      ("<div class='notecard warning'><p>警告：潮が変わります。</p></div>", "> [!warning] 警告\n> 潮が変わります。"),
      // What only begins so.
      (
        "<div class='notecard note'><p>Note that it turns.</p></div>",
        "> [!note]\n> Note that it turns."
      ),
      ("<div class='notecard note'><p>Notes: none.</p></div>", "> [!note] Notes\n> none."),
      (
        "<div class='notecard note'><p><strong>Python 3:</strong> It turns.</p></div>",
        "> [!note]\n> **Python 3:** It turns."
      ),
      (
        "<div class='notecard note'><p>Warning: It turns.</p></div>",
        "> [!note]\n> Warning: It turns."
      ),
      ("<div class='notecard note'><p>Note:</p></div>", "> [!note]\n> Note:"),
    ])
  func kinds(html: String, markdown: String) throws {
    #expect(try ArticleSamples.markdown(of: html) == markdown)
  }

  @Test("the word for the kind stays in text")
  func text() throws {
    let html = "<div class='notecard warning'><p><b>Warnung:</b> Sie wendet.</p><p>Bald.</p></div>"
    let article = try ArticleSamples.article(
      "<article>\(ArticleSamples.prose)\(html)\(ArticleSamples.prose)</article>")
    #expect(article.plainText.contains("\n\nWarnung: Sie wendet.\n\nBald.\n\n"))
  }
}
