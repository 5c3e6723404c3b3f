import Foundation
import Markup
import Testing

@testable import Bookmarks

struct JSONTests {
  @Test("Pinboard's export is read")
  func pinboard() async throws {
    let file = try await readFile(
      """
      [{"href":"https:\\/\\/a.example\\/","description":"A","extended":"one\\r\\ntwo","meta":"x",
        "time":"2017-07-14T02:40:00Z","shared":"no","toread":"yes","tags":"swift art"},
      {"href":"https://b.example/","description":"{\\"}","extended":"","tags":""}]
      """)
    #expect(
      file.bookmarks == [
        Bookmark(
          url: try url("https://a.example/"), title: "A", note: "one\ntwo", tags: ["swift", "art"],
          savedAt: date(1_500_000_000)),
        Bookmark(url: try url("https://b.example/"), title: "{\"}"),
      ])
  }

  @Test("a bad element or line doesn't hide others")
  func problems() async throws {
    let array = try await readFile(
      """
      [ {"url":"https://a.example/","tags":7,"savedAt":"never","metadata":{}},
      {"url":"ftp://b.example/"}, {"title":"none"},
      {"url": nonsense}, {"url":"https://d.example/","tags":"x, y","savedAt":1500000000}]
      """)
    #expect(array.bookmarks.map(\.url.absoluteString).last == "https://d.example/")
    #expect(array.bookmarks.last?.tags == ["x", "y"])
    #expect(array.bookmarks.last?.savedAt == date(1_500_000_000))
    #expect(array.problems.map(\.line) == [2, 2, 3])
    let lines = try await readFile(
      """
      {"url":"https://a.example/"}

      {"url":"https://b.example/"
      ["url"]
      {"url":"https://c.example/"}
      """)
    #expect(
      lines.bookmarks.map(\.url.absoluteString) == ["https://a.example/", "https://c.example/"])
    #expect(lines.problems.map(\.line) == [3, 4])
    #expect(
      lines.problems.map(\.sentence) == [
        "An entry isn't valid JSON.", "An entry isn't valid JSON.",
      ])
  }

  @Test(
    "JSON with slips is read if nothing is lost by it",
    arguments: [
      (#"[{"url":"https://a.example/", /* note */ "title":"A",},]"#, true),
      (#"[{"url":"https://a.example/" "title":"A"}]"#, true),
      (#"[{"url":"https://a.example/","title":A}]"#, false),
      (#"[{"url":"https://a.example/","title"}]"#, false),
      (#"[{"url":"https://a.example/","tags":["x"}]"#, false),
    ])
  func slips(json: String, isRead: Bool) async throws {
    let file = try await readFile(json, format: .json)
    #expect(file.bookmarks.map(\.title) == (isRead ? ["A"] : []))
    #expect(file.problems.map(\.sentence) == (isRead ? [] : ["An entry isn't valid JSON."]))
  }

  @Test("metadata is passed on unchanged, on one line")
  func metadata() async throws {
    let file = try await readFile(
      #"{"url":"https://a.example/","metadata":{"title":"a\nb", "n": [1, {"x": "/"}]}}"#)
    let metadata = try #require(try file.only.metadata)
    #expect(String(decoding: metadata, as: UTF8.self) == #"{"n":[1,{"x":"/"}],"title":"a\nb"}"#)
    var bookmark = Bookmark(url: try url("https://a.example/"))
    bookmark.metadata = Data("{\n \"a\": 1\n}".utf8)
    #expect(bookmark.sanitized.metadata == Data("{\"a\":1}".utf8))
    bookmark.metadata = Data("[1]".utf8)
    #expect(bookmark.sanitized.metadata == nil)
  }
}
