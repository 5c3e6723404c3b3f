import Articles
import Foundation
import Testing

/// What Markdown files have besides CommonMark: tables, notes, callouts and formulas.
@Suite struct ArticleMarkdownMarksTests {
  private static func article(_ text: String) throws -> Article {
    let url = try #require(URL(string: "https://example.org/docs/README.md"))
    return try Article(markdown: Data(text.utf8), url: url)
  }

  /// The text of a file as Markdown again, in the one way that articles are written.
  private static func markdown(_ text: String) throws -> String {
    let article = try article("It left.\n\n\(text)")
    return article.markdown.replacing("It left.\n\n", with: "", maxReplacements: 1)
  }

  @Test(arguments: [
    ("a|b\n:-|-:\nc|~~d~~", "| a | b |\n| :-- | --: |\n| c | ~~d~~ |"),
    ("|a|\n|-|\n|b `c`|", "| a |\n| --- |\n| b `c` |"),
    ("|a|b|\n|-|-|", "| a | b |\n| --- | --- |"),
    ("|a|b|\n|-|-|\n|c\\|d|e|f|\n|g|", "| a | b |\n| --- | --- |\n| c\\|d | e |\n| g |  |"),
    ("~one~ ~~two~~ ~~~three~~~", "~~one~~ ~~two~~ \\~\\~\\~three\\~\\~\\~"),
    ("- [ ] a [x]\n- [X] b\n- [x]c\n- [ ]", "- [ ] a \\[x\\]\n- [x] b\n- \\[x\\]c\n- \\[ \\]"),
    ("1. [x] a\n\n   b", "1. [x] a\n\n   b"),
    (
      "https://a.example/b_c_d, www.a.example. `http://b.example` a@b.example",
      "[https://a.example/b_c_d](https://a.example/b_c_d), [www.a.example](http://www.a.example/). "
        + "`http://b.example` a@b.example"
    ),
    ("[see http://b.example](http://a.example)", "[see http://b.example](http://a.example/)"),
    ("```{.swift .numberLines}\na  \n\n\tb\n```", "```swift\na  \n\n    b\n```"),
    ("```js {1,3}\na\n```", "```js\na\n```"), ("~~~\n```\n~~~", "````\n```\n````"),
    ("<table><tr><td>a</td></tr></table>", "a"),
  ])
  func marksOfGitHub(text: String, expected: String) throws {
    #expect(try Self.markdown(text).replacing("\t", with: "    ") == expected)
  }

  @Test(arguments: [
    ("a[^1] b[^2]\n\n[^1]: N\n[^2]: M\n    O", "a[^1] b[^2]\n\n[^1]: N\n[^2]: M O"),
    ("a[^x-y]\n\n[^x-y]: N\n\n    - O\n\nb", "a[^1]\n\nb\n\n[^1]: N\n\n    - O"),
    ("a[^7] b[^3]\n\n[^3]: M\n[^7]: N", "a[^7] b[^3]\n\n[^7]: N\n[^3]: M"),
    ("a[^1] b[^1]\n\n[^1]: N[^2]\n[^2]: M", "a[^1] b[^1]\n\n[^1]: N[^2]\n[^2]: M"),
    ("a[^1] `[^1]` [^2]\n\n[^1]: N", "a[^1] `[^1]` \\[^2\\]\n\n[^1]: N"),
  ])
  func notes(text: String, expected: String) throws {
    #expect(try Self.markdown(text) == expected)
  }

  private static let callouts = [
    ("> [!NOTE]\n> a *b*\n> c", "> [!note]\n> a *b* c"),
    ("> [!tip]- Its *title*\n> a\n>\n> b", "> [!tip] Its *title*\n> a\n>\n> b"),
    ("> [!warning]+\n>\n> - a", "> [!warning]\n> - a"),
    (":::note\na\n:::", "> [!note]\n> a"),
    ("::: tip Its `title`\na\n:::", "> [!tip] Its `title`\n> a"),
    (":::danger[Its title]{#id}\na\n\n- b\n:::\nc", "> [!danger] Its title\n> a\n>\n> - b\n\nc"),
    ("::: {.callout-tip title=\"T\"}\na\n:::", "> [!tip] T\n> a"),
    ("::: {.callout-note}\n## T\n\na\n:::", "> [!note] T\n> a"),
    ("::::info\na\n:::tip\nb\n:::\n::::", "> [!info]\n> a\n>\n> > [!tip]\n> > b"),
    ("::: details T\na\n:::", "> [!note] T\n> a"), (":::columns\na\n\nb\n:::", "a\n\nb"),
    ("!!! note\n    a\n    b\n\nc", "> [!note]\n> a b\n\nc"),
    (
      "??? tip \"T *t*\"\n    a\n\n    ```swift\n    b\n\n      c\n    ```",
      "> [!tip] T *t*\n> a\n>\n> ```swift\n> b\n>\n>   c\n> ```"
    ),
    (
      "!!! note \"\"\n    a\n\n    !!! tip\n        b\n\n    c",
      "> [!note]\n> a\n>\n> > [!tip]\n> > b\n>\n> c"
    ),
    ("- a\n\n    !!! note\n        b\n\n- c", "- a\n\n  > [!note]\n  > b\n\n- c"),
    ("- a\n\n  :::note\n  b\n  :::\n", "- a\n\n  > [!note]\n  > b"),
    ("!!! note inline end \"T\"\n\ta", "> [!note] T\n> a"),
    ("!!! note\n    a\n    :::tip\n    b\n    :::", "> [!note]\n> a\n>\n> > [!tip]\n> > b"),
  ]

  @Test(arguments: callouts)
  func calloutsOfDocumentationTools(text: String, expected: String) throws {
    #expect(try Self.markdown(text) == expected)
  }

  @Test(
    "code and text that only look like callouts stay",
    arguments: [
      "```\n:::note\na\n:::\n```", "```\n!!! note\n    a\n```", "`:::note`", "a ::: b",
      "!!! note", "!!! wow, a text", "\\:::note a", "a :::",
    ])
  func noCallouts(text: String) throws {
    #expect(try Self.markdown(text) == text)
  }

  @Test(arguments: [
    ("$x_1 + y_2$ and $a*b*c$", "$x_1 + y_2$ and $a*b*c$"), ("$`a*b*c`$ b", "$a*b*c$ b"),
    ("$`a*b*c`$", "$$\na*b*c\n$$"),
    ("from $5 to $6, US$7-US$8", "from $5 to $6, US$7-US$8"),
    ("`$a$` $b$ $HOME", "`$a$` $b$ $HOME"),
    ("$$\nx = \\\\\n- y\n\n+ z\n$$", "$$\nx = \\\\\n- y\n+ z\n$$"),
    ("a\n$$x$$\nb", "a\n\n$$\nx\n$$\n\nb"),
    ("> $$\n> x_1 _y_\n> $$", "> $$\n> x_1 _y_\n> $$"),
    ("- $$\n  x < y\n  $$", "- $$\n  x < y\n  $$"),
    ("```math\nx_1\n```", "$$\nx_1\n$$"),
    ("|$x_1$|$y|z$|\n|-|-|-|", "| $x_1$ | $y | z$ |\n| --- | --- | --- |"),
    ("# A $x_1$", "# A $x_1$"), ("[$x_1$](a)", "[$x_1$](https://example.org/docs/a)"),
    ("```\n$$\na\n$$\n```", "```\n$$\na\n$$\n```"), ("$$\na", "$$ a"),
  ])
  func formulas(text: String, expected: String) throws {
    #expect(try Self.markdown(text) == expected)
  }
}
