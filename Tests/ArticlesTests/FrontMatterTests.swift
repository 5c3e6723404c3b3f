import Articles
import Foundation
import Testing

/// What Markdown files state about themselves.
@Suite struct FrontMatterTests {
  private func article(_ text: String) throws -> Article {
    let url = try #require(URL(string: "https://example.org/docs/README.md"))
    return try Article(markdown: Data(text.utf8), url: url)
  }

  private static let yamlFields: [(String, String?, String?, String?)] = [
    ("title: \"The ferry\"\nauthor: Ada", "The ferry", "Ada", nil),
    ("title: 'Ada''s \\ ferry' # hers", "Ada's \\ ferry", nil, nil),
    ("title: \"A \\\"ferry\\\" \\u00e9\"", "A \"ferry\" é", nil, nil),
    ("title: The ferry # left", "The ferry", nil, nil),
    ("title: C#: a\n  ferry\ndate: 2024-03-02", "C#: a ferry", nil, "2024-03-02T12:00:00Z"),
    ("title: >-\n  The ferry\n  left\nauthor: Ada", "The ferry left", "Ada", nil),
    ("title: |\n  The ferry\n", "The ferry", nil, nil),
    ("authors: [Ada, 'Bo, jr', \"Cy\"]", nil, "Ada, Bo, jr, Cy", nil),
    ("authors:\n  - Ada\n  - name: Bo\n    url: https://b.example\n", nil, "Ada, Bo", nil),
    ("authors:\n- Ada\n- Bo\ntitle: T", "T", "Ada, Bo", nil),
    ("author:\n  name: Ada\n  email: a@b.example", nil, "Ada", nil),
    ("author: {name: Ada, url: https://a.example}", nil, "Ada", nil),
    ("date: 2024-03-02T10:00:00+02:00", nil, nil, "2024-03-02T08:00:00Z"),
    ("date: \"2024-03-02\"\ntags:\n  - a\n  title: B", nil, nil, "2024-03-02T12:00:00Z"),
    ("Title: T\nlayout: post\ndescription: |\n  title: B", "T", nil, nil),
    ("# a comment\n\ntitle: T", "T", nil, nil), ("title: \"\"\nauthor:", nil, nil, nil),
  ]

  @Test(arguments: yamlFields)
  func yaml(text: String, title: String?, byline: String?, published: String?) throws {
    let article = try article("---\n\(text)\n---\nIt left.")
    #expect(article.title == title)
    #expect(article.byline == byline)
    #expect(article.published?.ISO8601Format() == published)
    #expect(article.plainText == "It left.")
  }

  @Test(
    arguments: [
      (
        "title = \"A \\\"ferry\\\"\" # hers\ndate = 2024-03-02", "A \"ferry\"", nil,
        "2024-03-02T12:00:00Z"
      ),
      ("title = 'A \\ ferry'\nauthor = 'Ada'", "A \\ ferry", "Ada", nil),
      (
        "authors = [\"Ada\", \"Bo\"]\ndate = 2024-03-02T08:00:00Z", nil, "Ada, Bo",
        "2024-03-02T08:00:00Z"
      ),
      ("authors = [\n  'Ada',\n  'Bo',\n]\ntitle = '''\nThe ferry'''", "The ferry", "Ada, Bo", nil),
      ("title = 'T'\n[author]\nname = 'Ada'\n[params]\ntitle = 'B'", "T", "Ada", nil),
      ("[[authors]]\nname = 'Ada'\n[[authors]]\nname = 'Bo'", nil, "Ada, Bo", nil),
    ] as [(String, String?, String?, String?)])
  func toml(text: String, title: String?, byline: String?, published: String?) throws {
    let article = try article("+++\n\(text)\n+++\nIt left.")
    #expect(article.title == title)
    #expect(article.byline == byline)
    #expect(article.published?.ISO8601Format() == published)
    #expect(article.plainText == "It left.")
  }

  @Test func json() throws {
    let article = try article(
      """
      {"title": "A {ferry}", "date": "2024-03-02",
       "authors": ["Ada", {"name": "Bo"}], "lastmod": "2024-03-04"}

      It left.
      """)
    #expect(article.title == "A {ferry}")
    #expect(article.byline == "Ada, Bo")
    #expect(article.published?.ISO8601Format() == "2024-03-02T12:00:00Z")
    #expect(article.modified?.ISO8601Format() == "2024-03-04T12:00:00Z")
    #expect(article.plainText == "It left.")
  }

  @Test(
    "what only looks like it is text",
    arguments: [
      ("---\nIt left.\n\nAt noon.\n---\nIt came.", "It left.\n\nAt noon.\n\nIt came."),
      ("---\ntitle: A\n\nIt left.", "title: A\n\nIt left."), ("{a} b", "{a} b"),
      ("+++\na", "+++ a"),
      ("{\"a\": [}\n\nb", "{\"a\": [}\n\nb"), ("a\n\n---\ntitle: b\n---\n", "a\n\ntitle: b"),
    ])
  func noFrontMatter(text: String, plain: String) throws {
    let article = try article(text)
    #expect(article.title == nil)
    #expect(article.plainText == plain)
  }

  @Test("an empty one is left out") func empty() throws {
    #expect(try article("---\n---\nIt left.").plainText == "It left.")
  }
}
