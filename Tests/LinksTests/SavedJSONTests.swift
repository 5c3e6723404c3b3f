import Foundation
import LinkPreview
import Testing

@testable import Links

struct SavedJSONTests {
  @Test(
    "texts are escaped as JSONEncoder does",
    arguments: [
      "", "plain", "\"quoted\" \\ / </script>", "\u{0}\u{1}\u{8}\t\n\u{B}\u{C}\r\u{1F}\u{7F}\u{80}",
      "\u{2028}\u{2029}\u{202E}", "日本語 👩‍🚀 é e\u{301}", "\u{FFFD}\u{FEFF}\u{10FFFF}",
      String((0..<300).map { Character(Unicode.Scalar(UInt8($0 % 256))) }),
    ])
  func texts(text: String) throws {
    var line: [UInt8] = []
    JSONLine.append(text, to: &line)
    #expect(String(decoding: line, as: UTF8.self) == (try JSONLine.text(of: text)))
  }

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
