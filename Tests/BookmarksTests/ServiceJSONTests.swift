import Bookmarks
import Foundation
import Testing

/// JSON of any service. An object with an address is a link, wherever it is.
struct ServiceJSONTests {
  struct Sample: Sendable {
    var json: String
    var title: String? = "A"
    var note: String?
    var summary: String?
    var tags: [String] = []
    var isDated = true
  }

  @Test(
    "of several addresses of an object, the one for people is taken",
    arguments: [
      #"[{"html_url":"https://a.example/","url":"https://api.example/repos/a","title":"A","created_at":"2011-09-04T22:48:12Z"}]"#,
      #"[{"starred_at":"2023-11-14T22:13:20Z","repo":{"name":"A","html_url":"https://a.example/","url":"https://api.example/a","created_at":"2011-09-04T22:48:12Z"}}]"#,
      #"[{"web_url":"https://a.example/","url":"https://api.example/a","name":"A","created_at":"2011-09-04T22:48:12Z"}]"#,
      #"[{"title":"A","url":"https://b.example/x.json","permalink":"https://a.example/"}]"#,
      #"[{"title":"A","url":"https://b.example/a","canonical_url":"https://a.example/"}]"#,
      #"[{"title":"A","url":"https://b.example/a","external_url":"https://a.example/"}]"#,
      #"[{"title":"A","url":"https://a.example/","permalink":"/r/rays/1","canonical_url":null}]"#,
    ])
  func addresses(json: String) async throws {
    let bookmark = try await readFile(json).only
    #expect(bookmark.url.absoluteString == "https://a.example/")
    #expect(bookmark.title == "A")
    // When a repository was made says nothing about when it was saved.
    #expect(bookmark.savedAt == (json.contains("starred_at") ? date(1_700_000_000) : nil))
  }

  @Test(
    "an entry is read from the JSON of each service",
    arguments: [
      // Firefox's backup, whose root folders aren't the user's own.
      Sample(
        json: """
          {"title":"","root":"placesRoot","children":[{"title":"toolbar","root":"toolbarFolder","children":[
          {"title":"Mine","children":[{"title":"A","uri":"https://a.example/","tags":"x,y",
          "dateAdded":1700000000000000}]}]}]}
          """, tags: ["Mine", "x", "y"]),
      Sample(
        json: """
          {"collections":[{"id":1,"name":"Mine","links":[{"name":"A","url":"https://a.example/",
          "tags":[{"name":"x"}],"createdAt":"2023-11-14T22:13:20.000Z"}]}]}
          """, tags: ["Mine", "x"]),
      Sample(
        json: """
          {"bookmarks":[{"createdAt":1700000000,"title":"A","tags":["x"],"note":"n",
          "content":{"type":"link","url":"https://a.example/"}}]}
          """, note: "n", tags: ["x"]),
      Sample(
        json: """
          {"bookmarks":[{"article__title":"A","article__url":"https://a.example/","article__excerpt":"e",
          "date_added":"2023-11-14T22:13:20"}],"recommendations":[]}
          """, summary: "e"),
      Sample(
        json: """
          {"status":1,"list":{"123":{"item_id":"123","given_url":"https://a.example/","given_title":"",
          "resolved_title":"A","excerpt":"e","time_added":"1700000000","tags":{"x":{"tag":"x"}}}}}
          """, summary: "e", tags: ["x"]),
      Sample(
        json: """
          [{"href":"https://a.example/","description":"A","extended":"n","time":"2023-11-14T22:13:20Z",
          "tags":"x y"}]
          """, note: "n", tags: ["x", "y"]),
      Sample(
        json: """
          [{"url":"https://a.example/","title":"A","description":"n","tags":["x",""],
          "created":"1700000000"}]
          """, note: "n", tags: ["x"]),
      Sample(
        json: """
          [{"url":"https://a.example/","title":"A","description":"s","labels":["x"],"thumbnail":"https://i.example/",
          "savedAt":"2023-11-14T22:13:20.000Z","author":{"url":"https://author.example/"}}]
          """, summary: "s", tags: ["x"]),
      Sample(
        json: """
          {"items":[{"link":"https://a.example/","title":"A","note":"n","excerpt":"e","tags":["x"],
          "collection":{"title":"Mine"},"created":"2023-11-14T22:13:20Z"}]}
          """, note: "n", summary: "e", tags: ["Mine", "x"]),
      Sample(
        json: #"{"results":[{"URL":"https://a.example/","Title":"A","Timestamp":1700000000000.0}]}"#
      ),
      Sample(json: #"{"url":"https://a.example/"}"#, title: nil, isDated: false),
    ])
  func entry(_ sample: Sample) async throws {
    let bookmark = try await readFile(sample.json).only
    #expect(bookmark.url.absoluteString == "https://a.example/")
    #expect(bookmark.title == sample.title)
    #expect(bookmark.note == sample.note)
    #expect(bookmark.summary == sample.summary)
    #expect(bookmark.tags == sample.tags)
    #expect(bookmark.savedAt == (sample.isDated ? date(1_700_000_000) : nil))
  }

  /// LZ4 sequences with only literals, and with a match that reads its own output.
  @Test("Firefox's compressed backup is read, and a broken one is an error")
  func lz4() async throws {
    let json = Array(
      "[{\"url\":\"https://a.example/\",\"title\":\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\"}]".utf8)
    let start = json.count - 3 - 29  // Up to the first `a` of the title.
    var block: [UInt8] = [15 << 4 | 15, UInt8(start - 15)]
    block += json[..<start]
    block += [1, 0, 29 - 4 - 15]
    let end = json[(start + 29)...]
    block += [UInt8(end.count) << 4] + end
    func file(_ size: Int, _ block: [UInt8]) -> [UInt8] {
      Array("mozLz40\0".utf8) + (0..<4).map { UInt8(truncatingIfNeeded: size >> (8 * $0)) } + block
    }
    let bookmark = try await readFile(file(json.count, block)).only
    #expect(bookmark.title == String(repeating: "a", count: 30))
    for broken in [
      file(json.count, Array(block.dropLast())), file(json.count + 1, block), file(7, block),
      file(1 << 31, block), file(json.count, [0x0F, 0, 0]), file(json.count, [0x04, 9, 0]),
      Array("mozLz40\0".utf8),
    ] {
      await #expect(throws: BookmarkFileError.self) { try await readFile(broken) }
    }
  }
}
