import Articles
import Foundation
import Testing

@Suite struct ArticleDiscussionTests {
  private static let question = """
    <div itemprop=mainEntity itemscope itemtype="https://schema.org/Question">
    <h1 itemprop=name>How do I fold a list?</h1><a href=/ask>Ask a question</a>
    <div class=votes><span itemprop=upvoteCount>7</span></div>
    <div class=post itemprop=text><p>I have a list.</p><pre><code>[1, 2, 3]</code></pre></div>
    <div class=signature itemprop=author itemscope itemtype="https://schema.org/Person">
    <img src=a.png alt=picture><a href=/u/1 itemprop=name>Ada</a><span>3,926</span></div>
    <div itemprop=comment itemscope itemtype="https://schema.org/Comment">
    <p itemprop=text>Which list?</p></div>
    """

  private static func answer(
    _ text: String, by author: String?, votes: String?, property: String = "suggestedAnswer"
  ) -> String {
    let name =
      author.map {
        "<div itemprop=author itemscope itemtype='http://schema.org/Person'><img alt=''>"
          + "<a itemprop=url href=/u/2><span itemprop=name>\($0)</span></a> <b>1,234</b></div>"
      } ?? ""
    let count = votes.map { "<span itemprop=upvoteCount data-value=0> \($0) </span>" } ?? ""
    return """
      <div itemprop="\(property)" itemscope itemtype="https://schema.org/Answer">\(count)
      <button>Vote</button><div itemprop=text><p>\(text)</p></div><a href=/share>Share</a>
      <p>answered Feb 6, 2014 at 20:37</p>\(name)</div>
      """
  }

  private static func markdown(_ body: String) throws -> String {
    try Article(
      html: Data("<title>Fold a list</title><body>\(body)".utf8),
      url: #require(URL(string: "https://example.org/q/1"))
    ).markdown
  }

  @Test("a question is followed by its answers, with who wrote them and what others think")
  func answers() throws {
    let markdown = try Self.markdown(
      Self.question + "<h2>3 Answers</h2><p>Sorted by votes, newest, and oldest.</p>"
        + Self.answer(
          "Use <code>reduce</code>.", by: "Bob", votes: "12", property: "acceptedAnswer")
        + Self.answer("Write a loop.", by: "Cy", votes: "1")
        + Self.answer("Ask somebody.", by: nil, votes: nil)
        + "</div><h2>Not the answer you're looking for? Browse other questions.</h2>")
    #expect(
      markdown == """
        I have a list.

        ```
        [1, 2, 3]
        ```

        ---

        ## Bob, 12 votes, accepted

        Use `reduce`.

        ---

        ## Cy, 1 vote

        Write a loop.

        ---

        ## Answer

        Ask somebody.
        """)
  }

  @Test("the replies of a forum belong to the discussion")
  func replies() throws {
    let reply = """
      <div itemprop=comment itemscope itemtype="http://schema.org/Comment">
      <span itemprop=author itemscope itemtype="http://schema.org/Person">
      <a href=/u/eve><span itemprop=name>eve</span></a></span>
      <div class=post itemprop=text><p>The rope was wet.</p></div>
      <span itemprop=position>2</span></div>
      """
    let markdown = try Self.markdown(
      """
      <div itemscope itemtype="http://schema.org/DiscussionForumPosting">
      <meta itemprop=author content=dan><div itemprop=text><p>My knot came undone.</p></div>
      \(reply)</div><p>Powered by something, best viewed with something else enabled.</p>
      """)
    #expect(markdown == "My knot came undone.\n\n---\n\n## eve\n\nThe rope was wet.")
  }

  @Test(
    "pages without both a question and an answer are read like all others",
    arguments: [
      // The comments of an article.
      """
      <div itemscope itemtype="https://schema.org/Article"><article itemprop=articleBody>TEXT</article>
      <div itemprop=comment itemscope itemtype="https://schema.org/Comment"><p itemprop=text>Nice.
      </div></div>
      """,
      // A question without answers, and one whose text isn't marked.
      """
      <div itemscope itemtype="https://schema.org/Question"><article itemprop=text>TEXT</article>
      </div>
      """,
      """
      <div itemscope itemtype="https://schema.org/Question"><article>TEXT</article>
      <div itemscope itemtype="https://schema.org/Answer"><p itemprop=text>Yes.</div></div>
      """,
    ])
  func others(page: String) throws {
    let text = """
      <p>The ferry left the harbour at dawn, and nobody on board had slept. The sea was calm, the \
      coffee was thin, and the captain hummed an old song.</p><p>By noon the island came into view, \
      grey at first, then green. Two gulls followed the ship, waited for bread, and gave up.</p>
      """
    let markdown = try Self.markdown(page.replacing("TEXT", with: text))
    #expect(markdown.hasPrefix("The ferry left"))
    #expect(markdown.contains("gave up."))
    #expect(!markdown.contains("Answer"))
  }

  @Test("posts within posts, without ends, and by the thousand do no harm")
  func hostile() throws {
    let nested = String(
      repeating: "<div itemscope itemtype='https://schema.org/Answer'><div itemprop=text>a ",
      count: 20_000)
    #expect(try Self.markdown(Self.question + nested).contains("a"))
    let many = String(repeating: Self.answer("Yes.", by: "X", votes: "-3"), count: 2_000)
    let markdown = try Self.markdown(Self.question + many)
    #expect(markdown.matches(of: /## X, -3 votes/).count == 2_000)
  }
}
