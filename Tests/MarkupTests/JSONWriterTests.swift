import Foundation
import Markup
import Testing

struct JSONWriterTests {
  @Test(
    "texts are escaped as JSONEncoder does",
    arguments: [
      "", "plain", "\"quoted\" \\ / </script>", "\u{0}\u{1}\u{8}\t\n\u{B}\u{C}\r\u{1F}\u{7F}\u{80}",
      "\u{2028}\u{2029}\u{202E}", "日本語 👩‍🚀 é e\u{301}", "\u{FFFD}\u{FEFF}\u{10FFFF}",
      String((0..<300).map { Character(Unicode.Scalar(UInt8($0 % 256))) }),
    ])
  func texts(text: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    #expect(text.json.line == String(decoding: try encoder.encode(text), as: UTF8.self))
  }

  @Test(
    "numbers are written as JavaScript does, and never break the JSON",
    arguments: [
      ("1", "1"), ("1.0", "1"), ("0.25", "0.25"), ("-3", "-3"), ("1e3", "1000"), ("007", "7"),
      ("1e400", "null"), ("12px", "null"), ("-", "null"), ("9007199254740993", "9007199254740993"),
    ])
  func numbers(text: String, written: String) {
    #expect(JSONValue.number(text).line == written)
  }

  @Test("members are sorted at every level, and what's missing is null")
  func objects() {
    let object: JSONObject = [
      "b": 1, "a": ["x", "y"], "c": nil as String?, "B": true,
      "d": ["f": Date(timeIntervalSince1970: 0), "e": 0.5] as JSONObject,
    ]
    #expect(
      object.line
        == #"{"B":true,"a":["x","y"],"b":1,"c":null,"d":{"e":0.5,"f":"1970-01-01T00:00:00Z"}}"#)
  }

  @Test("an object that's written member by member keeps its order")
  func order() {
    var writer = JSONWriter()
    #expect(writer.line == "{}")
    writer.add("b", "\"")
    writer.add("a", json: "[1, 2]".utf8)
    #expect(writer.line == #"{"b":"\"","a":[1, 2]}"#)
  }
}
