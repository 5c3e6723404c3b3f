import Foundation
import LinkPreview
import Testing

@testable import Links

struct SavedJSONTests {
  @Test("a line has all keys in order, and what a link says")
  func line() throws {
    var metadata = LinkMetadata(originalURL: try #require(URL(string: "https://example.org/a")))
    metadata.title = "A \"title\""
    var link = SavedLink(
      id: 7, metadata: metadata, savedAt: Date(timeIntervalSince1970: 1_700_000_000))
    link.tags = ["one", "tw\\o"]
    link.note = "two\nlines"
    let lines = SavedJSON.lines([link, link], lineEnd: "\0")
    let texts = lines.split(separator: 0)
    #expect(texts.count == 2 && texts[0] == texts[1])
    let data = Data(texts[0])
    let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    #expect(Set(object.keys) == Set(SavedField.all(in: .json).map(\.name)))
    #expect(object["id"] as? Int == 7)
    #expect(object["title"] as? String == "A \"title\"")
    #expect(object["tags"] as? [String] == ["one", "tw\\o"])
    #expect(object["note"] as? String == "two\nlines")
    #expect(object["savedAt"] as? String == "2023-11-14T22:13:20Z")
    #expect(object["openedAt"] is NSNull)
    let keys = object.keys.sorted().map { "\"\($0)\":" }
    let text = String(decoding: data, as: UTF8.self)
    let places = keys.compactMap { text.range(of: $0)?.lowerBound }
    #expect(places == places.sorted() && places.count == keys.count)
  }
}
