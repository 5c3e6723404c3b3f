import Foundation
import TestSupport
import Testing

@testable import Links

@Suite("Lines of a log")
struct LineTests {
  private static let time = SyncTime(milliseconds: 1_750_000_000_123, device: "anna")

  private static func data(_ text: String) -> Data { Data(text.utf8) }

  private static func operation(_ line: String) -> SyncOperation? {
    guard case .link(let operation) = SyncEntry(data(line), device: "anna") else { return nil }
    return operation
  }

  @Test("have their keys in a fixed order, and read back the same")
  func roundTrip() {
    let operation = SyncOperation(
      address: "https://example.org/a?b=1",
      time: SyncTime(milliseconds: -1, count: 7, device: "ben"),
      fields: [
        .metadata: .text(#"{"title":"A / B","version":2}"#), .saved: .date(1_750_000_000_000),
        .address: .text("https://example.org/a?b=1"),
        .removed: .none, .title: .text("A \"quoted\" \\ title"), .note: .text("one\ntwo"),
        .tag("swift"): .text("Swift"), .tag("a b"): .text("a b"), .tag("old"): .none,
        .deletedOrMoved: .text(""), .opened: .date(0),
      ], tagOrder: ["Swift", "a b"])
    let line = SyncLine.text(operation, device: "anna")
    #expect(
      line == #"{"at":"1969-12-31T23:59:59.999Z","n":7,"by":"ben","#
        + #""link":"https://example.org/a?b=1","saved":"2025-06-15T15:06:40.000Z","removed":null,"#
        + #""gone":true,"title":"A \"quoted\" \\ title","note":"one\ntwo","tags":["Swift","a b"],"#
        + #""untagged":["old"],"opened":"1970-01-01T00:00:00.000Z","#
        + #""metadata":{"title":"A / B","version":2}}"#)
    #expect(Self.operation(line) == operation)
  }

  @Test(
    "that aren't operations are skipped",
    arguments: [
      "", "{", "[]", "null", "{}", #"{"at":"2025-06-15T15:06:40.000Z"}"#,
      #"{"at":"2025-06-15T15:06:40.000Z","link":"https://a.example/"}"#,
      #"{"at":"2025-06-15T15:06:40.000Z","link":"javascript:alert(1)","title":"x"}"#,
      #"{"at":"2025-06-15T15:06:40.000Z","link":"file:///etc/passwd","title":"x"}"#,
      #"{"at":"2025-02-31T15:06:40.000Z","link":"https://a.example/","title":"x"}"#,
      #"{"at":"2025-06-15","link":"https://a.example/","title":"x"}"#,
      #"{"at":7,"link":"https://a.example/","title":"x"}"#,
      #"{"at":"2025-06-15T15:06:40.000Z","by":"../x","link":"https://a.example/","title":"x"}"#,
      #"{"at":"2025-06-15T15:06:40.000Z","n":-1,"link":"https://a.example/","title":"x"}"#,
      #"{"at":"2025-06-15T15:06:40.000Z","link":"https://a.example/","title":7,"tags":[3]}"#,
      String(repeating: "[", count: 100_000),
    ])
  func skipsOthers(_ line: String) {
    #expect(Self.operation(line) == nil)
  }

  @Test("lose control characters, and texts without end")
  func cleans() throws {
    let line =
      #"{"at":"2025-06-15T15:06:40.000Z","link":"https://a.example/","title":"a\u001b[31m \u202eb","#
      + #""tags":["\u0007x","\u202e"],"note":"\#(String(repeating: "n", count: 30_000))"}"#
    let operation = try #require(Self.operation(line))
    #expect(operation.fields[.title] == .text("a[31m b"))
    #expect(operation.tagOrder == ["x"])
    guard case .text(let note)? = operation.fields[.note] else { return #expect(Bool(false)) }
    #expect(note.unicodeScalars.count == 20_001)
  }

  @Test("hold any number of tags, and keep their order", arguments: [0, 1, 320], [0, 1, 320])
  func manyTags(set: Int, removed: Int) throws {
    var operation = SyncOperation(
      address: "https://example.org/", time: Self.time,
      fields: [.saved: .date(0), .address: .text("https://example.org/"), .note: .text("n")],
      tagOrder: (0..<set).map { "Tag \($0 * 7 % 320)" })
    for tag in operation.tagOrder { operation.fields[.tag(tag.lowercased())] = .text(tag) }
    for number in 0..<removed { operation.fields[.tag("old \(number)")] = SyncValue.none }
    #expect(Self.operation(SyncLine.text(operation, device: "anna")) == operation)
  }

  @Test(
    "say where their tags are among those that were set at the time",
    arguments: [([0, 1], ""), ([3, 4], #","from":3"#), ([0, 2], #","from":[0,2]"#)])
  func positions(_ positions: [Int], _ from: String) {
    let operation = SyncOperation(
      address: "https://a.example/", time: Self.time,
      fields: [.tag("b"): .text("b"), .tag("a"): .text("a")], tagOrder: ["b", "a"],
      positions: positions)
    let line = SyncLine.text(operation, device: "anna")
    #expect(line.hasSuffix(#","tags":["b","a"]\#(from)}"#))
    #expect(Self.operation(line) == operation)
  }

  @Test(
    "with a count that nothing can come after are refused",
    arguments: [
      ("0", true), ("4294967294", true), ("4294967295", false), ("4294967296", false),
      ("-1", false), ("1.5", false), ("\"7\"", false), ("null", false),
    ])
  func counts(_ count: String, isRead: Bool) {
    let line =
      #"{"at":"2025-06-15T15:06:40.123Z","n":\#(count),"link":"https://a.example/","note":"n"}"#
    #expect((Self.operation(line) != nil) == isRead)
  }

  @Test("of a later version keep what's known")
  func laterVersion() {
    let line =
      #"{"at":"2025-06-15T15:06:40.123Z","link":"https://a.example/","colour":"red","title":{"x":1},"note":"n"}"#
    #expect(Self.operation(line)?.fields == [.note: .text("n")])
  }

  @Test("a log is read up to its last whole line")
  func tornLine() {
    let line = #"{"at":"2025-06-15T15:06:40.123Z","link":"https://a.example/","note":"n"}"#
    for end in ["", "\n", "\n\n", "\nnot one\n", "\n{\"at\":\"2025-0"] {
      let reader = SyncLogReader(Self.data(line + end), device: "anna")
      #expect(reader.operations.count == (end.isEmpty ? 0 : 1))
      #expect(reader.skippedCount == (end.contains("not one") ? 1 : 0))
      #expect(
        reader.length
          == (end.hasSuffix("\n") ? (line + end).utf8.count : end.isEmpty ? 0 : line.utf8.count + 1)
      )
    }
  }

  @Test("times are exact for every day", arguments: [UInt64.random(in: 0 ... .max)])
  func times(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let format = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    for day in stride(from: Int64(-40_000), to: 60_000, by: 7) {
      let moment = day * 86_400_000 + .random(in: 0..<86_400_000, using: &random)
      let operation = SyncOperation(
        address: "https://a.example/", time: .init(milliseconds: moment, device: "anna"),
        fields: [.removed: .none])
      let line = SyncLine.text(operation, device: "anna")
      #expect(Self.operation(line) == operation)
      let second = Date(
        timeIntervalSince1970: Double(moment.quotientAndRemainder(dividingBy: 1000).quotient))
      if moment >= 0 { #expect(line.contains(format.format(second).prefix(19))) }
    }
  }
}
