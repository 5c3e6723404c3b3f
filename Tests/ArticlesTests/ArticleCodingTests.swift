import Articles
import Foundation
import Testing

struct ArticleCodingTests {
  /// Each part and its stored form.
  static let parts: [(ArticleInline, String)] = [
    (.text("a \"b\""), #""a \"b\"""#),
    (.text(""), #""""#),
    (.emphasis([.text("a")]), #"{"emphasis":{"_0":["a"]}}"#),
    (.strong([.code("a"), .text("b")]), #"{"strong":{"_0":[{"code":{"_0":"a"}},"b"]}}"#),
    (.deleted([]), #"{"deleted":{"_0":[]}}"#),
    (.formula(ArticleFormula(tex: "x^2")), #"{"formula":{"_0":{"tex":"x^2"}}}"#),
    (.task(isDone: true), #"{"task":{"isDone":true}}"#),
    (.lineBreak, #"{"lineBreak":{}}"#),
    (.footnoteReference(label: "1"), #"{"footnoteReference":{"label":"1"}}"#),
  ]

  private static func decoded(_ json: String) throws -> ArticleInline {
    try JSONDecoder().decode(ArticleInline.self, from: Data(json.utf8))
  }

  @Test("each part of a line has one stored form, and comes back from it", arguments: parts)
  func stored(part: ArticleInline, json: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    #expect(String(decoding: try encoder.encode(part), as: UTF8.self) == json)
    #expect(try Self.decoded(json) == part)
  }

  @Test("links and pictures come back with their addresses")
  func addresses() throws {
    let page = try #require(URL(string: "https://e.test/?a=b&c#d"))
    let picture = ArticlePicture(url: page, alternativeText: "A cat")
    #expect(
      try Self.decoded(#"{"link":{"_0":["a"],"_1":"https:\/\/e.test\/?a=b&c#d"}}"#)
        == .link([.text("a")], page))
    for part: ArticleInline in [.link([.picture(picture)], page), .picture(picture)] {
      let json = String(decoding: try JSONEncoder().encode(part), as: UTF8.self)
      #expect(try Self.decoded(json) == part)
    }
  }

  @Test(
    "what is no part of a line is an error",
    arguments: [
      "null", "1", "[]", "{}", #"{"bold":{"_0":[]}}"#, #"{"text":{"_0":"a"}}"#, #"{"code":{}}"#,
      #"{"task":{"isDone":"yes"}}"#, #"{"code":{"_0":"a"},"lineBreak":{}}"#,
    ])
  func noPart(json: String) {
    #expect(throws: DecodingError.self) { try Self.decoded(json) }
  }
}
