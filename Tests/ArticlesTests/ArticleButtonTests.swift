import Articles
import Testing

/// Words that say what a button does, which are no text.
@Suite struct ArticleButtonTests {
  private static let text = "The tickets were sold out, said the captain."

  @Test(arguments: [
    "<div role=button>Hide images</div>", "<a role=button href=#>Close</a>",
    "<span role=button tabindex=0>Read it aloud</span>", "<button>Show more</button>",
    "<a class=expand-link>MORE+</a> <a class=collapseLink>LESS-</a>",
    "<a class='btn btn-small' href='javascript:show()'>Show</a>",
  ])
  func buttonsGo(button: String) throws {
    for html in ["<p>\(Self.text) \(button)</p>", "<p>\(Self.text)</p>\(button)"] {
      #expect(try ArticleSamples.markdown(of: html) == Self.text)
    }
  }

  @Test(arguments: [
    (
      "<p>Press <a class=btn>OK</a>, said the captain, and wait.</p>",
      "Press OK, said the captain, and wait."
    ),
    (
      "<p>\(text) <a class=button href=/tickets>Buy a ticket, or two.</a></p>",
      "\(text) [Buy a ticket, or two.](https://example.org/tickets)"
    ),
    (
      "<div role=button><img src=/a.png alt='A pier, at dusk'></div>",
      "![A pier, at dusk](https://example.org/a.png)"
    ),
    ("<h2><a role=button>Tickets</a></h2><p>\(text)</p>", "## Tickets\n\n\(text)"),
    ("<h2><button>Tickets</button></h2><p>\(text)</p>", "## Tickets\n\n\(text)"),
    ("<h2>Tickets <button>Copy the link</button></h2><p>\(text)</p>", "## Tickets\n\n\(text)"),
    ("<div class=collapse><p>\(text)</p></div>", text),
  ])
  func otherwiseNamedTextStays(html: String, markdown: String) throws {
    #expect(try ArticleSamples.markdown(of: html) == markdown)
  }
}
