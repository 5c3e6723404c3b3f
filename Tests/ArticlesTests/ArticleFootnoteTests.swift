import Articles
import Foundation
import Testing

/// Notes at the end of an article, and what in the text refers to them.
@Suite struct ArticleFootnoteTests {
  static let plain = """
    <p>The ferry was late<sup><a href="#fn1">1</a></sup>, as ever<a href="#fn2">[2]</a>.</p>
    """
  static let notes = """
    <section role=doc-endnotes><h4>Notes</h4><ol><li id=fn1><p>By <a href=/log>an hour</a>.
    <a href="#ref1">↩</a></p></li><li id=fn2><a href="#ref2">^</a> Since 1960, or so.</li></ol>
    </section>
    """

  @Test func notesAreWrittenAsMarkdown() throws {
    let markdown = try ArticleSamples.article(
      "<article>\(ArticleSamples.prose)\(Self.plain)\(Self.notes)</article>"
    ).markdown
    #expect(
      markdown.hasSuffix(
        """
        The ferry was late[^1], as ever[^2].

        [^1]: By [an hour](https://example.org/log).
        [^2]: Since 1960, or so.
        """))
  }

  @Test(
    "notes without links are found by their numbers",
    arguments: [
      // A list beside the text, whose numbers go on.
      """
      <p>It sank<sup>1</sup>, as ships do<sup>2</sup>.</p><aside><ol start=1><li>In May.</li>\
      </ol></aside><aside><ol start=2><li>Not all.</li></ol></aside>
      """,
      // A list below a heading.
      """
      <p>It sank<sup>[1]</sup>, as ships do<sup>[2]</sup>.</p><h4>Footnotes</h4><ol><li>In May.</li>\
      <li>Not all.</li></ol>
      """,
      // Paragraphs after a rule.
      """
      <p>It sank<sup>1</sup>, as ships do<sup>2</sup>.</p><hr><p><sup>1</sup> In May.</p>\
      <p><strong>2</strong> Not all.</p>
      """,
      // Within the sentence: Org mode, and Tufte CSS.
      """
      <p>It sank<label for=a>1</label><input id=a type=checkbox><span class=sidenote><sup>1</sup> In \
      May.</span>, as ships do<label class=margin-toggle></label><span class=sidenote>Not all.</span>.</p>
      """,
    ])
  func notesWithoutLinks(html: String) throws {
    let prose = ArticleSamples.prose
    let markdown = try ArticleSamples.article("<article>\(prose)\(html)</article>").markdown
    #expect(
      markdown.hasSuffix(
        "It sank[^1], as ships do[^2].\n\n[^1]: In May.\n[^2]: Not all."), "\(markdown)")
  }

  @Test(
    "raised numbers without notes stay as they are",
    arguments: [
      ("<p>Ten m<sup>2</sup> of deck.</p><ol><li>One</li><li>Two</li></ol>", "Ten m² of deck."),
      ("<p>Ten m<sup>2</sup> of deck.</p><hr><p><b>1</b> In May.</p>", "Ten m² of deck."),
    ])
  func powers(html: String, text: String) throws {
    let prose = ArticleSamples.prose
    let article = try ArticleSamples.article("<article>\(prose)\(html)\(prose)</article>")
    #expect(article.markdown.contains(text) && !article.markdown.contains("[^"))
  }

  @Test func notesAreWrittenAsText() throws {
    let text = try ArticleSamples.article(
      "<article>\(ArticleSamples.prose)\(Self.plain)\(Self.notes)</article>"
    ).plainText
    #expect(text.contains("late[1], as ever[2].\n"))
    #expect(text.hasSuffix("[1] By an hour.\n[2] Since 1960, or so."))
  }

  @Test(arguments: [
    // As Wikipedia writes them, with several links back, and a note that's only a link.
    (
      "<p>It sank at last, and nobody was surprised, least of all the captain.<sup id=cite_ref-1><a href='#cite_note-1'><span>[</span>a<span>]</span></a></sup>",
      "<ul class=references><li id='cite_note-1'><span class=backlink><b><a href='#cite_ref-1'>^</a>"
        + " <a href='#cite_ref-2'>b</a></b></span> <a href=/book>The book of ships</a></li></ul>",
      "a", "The book of ships"
    ),
    // A sign, and an escaped address.
    (
      "<p>It sank at last, and nobody was surprised, least of all the captain.<a href='#fn%3Aone'>*</a></p>",
      "<ol><li id='fn:one'>Not quite.</li></ol>", "1",
      "Not quite."
    ),
  ])
  func notesAreFound(text: String, notes: String, label: String, note: String) throws {
    let article = try ArticleSamples.article(
      "<article>\(ArticleSamples.prose)\(text)\(notes)</article>")
    guard case .footnotes(let notes) = article.blocks.last else {
      Issue.record("\(article.blocks)")
      return
    }
    #expect(notes.map(\.label) == [label])
    #expect(Article(blocks: notes[0].blocks).plainText == note)
    let paragraph = article.blocks.dropLast().last
    #expect(
      paragraph
        == .paragraph([
          .text("It sank at last, and nobody was surprised, least of all the captain."),
          .footnoteReference(label: label),
        ]))
  }

  /// A table of contents isn't notes, and neither is a list that the text doesn't refer to.
  @Test(arguments: [
    "<ol><li><a href='#one'>1</a></li></ol><h2 id=one>The start</h2>",
    "<ol><li id=fn1>One, <a href='#two'>2</a></li></ol>",
    "<p>By the rule (<a href='#rule'>3</a>).</p><ul><li><a name=rule></a>Rule 3. Wait.</li></ul>",
    "<p>See <a href='#fn1'>the notes below</a>.</p><ol><li id=fn1>One, two</li></ol>",
  ])
  func otherListsAreLists(html: String) throws {
    let article = try ArticleSamples.article(
      "<article>\(ArticleSamples.prose)\(html)\(ArticleSamples.prose)</article>")
    #expect(!article.markdown.contains("[^"))
  }

  @Test("a note in the list of others is one, whatever refers to it")
  func notesOfBoxes() throws {
    let article = try ArticleSamples.article(
      """
      <article><div class=sidebar>Tonnage: 900<sup><a href='#fn1'>1</a></sup></div>
      <p>A long sentence<sup><a href='#fn2'>2</a></sup> about the sea, and ships.</p>
      \(ArticleSamples.prose)<ol><li id=fn1>One, two</li><li id=fn2>Three</li></ol></article>
      """)
    #expect(article.markdown.hasSuffix("[^1]: One, two\n[^2]: Three"))
  }

  @Test("the heading of notes goes with them, wherever it is")
  func headings() throws {
    let article = try ArticleSamples.article(
      """
      <article><p>A long sentence<sup><a href='#fn1'>1</a></sup> about the sea, and ships.</p>
      \(ArticleSamples.prose)<h2>Notes</h2><ol><li id=fn1>One, two</li></ol><h2>After</h2>
      \(ArticleSamples.prose)</article>
      """)
    #expect(!article.markdown.contains("## Notes"))
    #expect(article.markdown.contains("## After"))
  }

  @Test func valuesSurviveCoding() throws {
    let blocks: [ArticleBlock] = [
      .paragraph([.footnoteReference(label: "1")]),
      .footnotes([ArticleFootnote(label: "1", blocks: [.paragraph([.text("Yes.")]), .rule])]),
    ]
    let data = try JSONEncoder().encode(blocks)
    #expect(try JSONDecoder().decode([ArticleBlock].self, from: data) == blocks)
    #expect(Article(blocks: blocks).markdown == "[^1]\n\n[^1]: Yes.\n\n    ---")
  }
}
