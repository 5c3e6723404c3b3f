import Foundation
import Links
import TestSupport
import Testing

@Suite("Facts")
struct SyncFactTests {
  private static let time = SyncTime(milliseconds: 1_750_000_000_123, device: "anna")

  private static func fact(_ line: String) -> SyncFact? {
    guard case .fact(let fact) = SyncEntry(Data(line.utf8), device: "anna") else { return nil }
    return fact
  }

  @Test(
    "are written as lines, and read back the same",
    arguments: [
      (SyncFact(.seen("https://a.example/"), at: time), #""seen":"https://a.example/""#),
      (
        SyncFact(.seen("https://a.example/"), at: time, isSet: false),
        #""unseen":"https://a.example/""#
      ),
      (
        SyncFact(.neverLink("https://a.example/"), at: time, title: "A \"title\""),
        #""never":"https://a.example/","title":"A \"title\"""#
      ),
      (
        SyncFact(.neverLink("https://a.example/"), at: time, isSet: false),
        #""again":"https://a.example/""#
      ),
      (SyncFact(.neverHost("a.example"), at: time), #""neverHost":"a.example""#),
      (SyncFact(.neverHost("a.example"), at: time, isSet: false), #""againHost":"a.example""#),
      (
        SyncFact(
          .visit("https://a.example/", time.milliseconds), at: time, title: "A", wheel: "rust"),
        #""visit":"https://a.example/","shown":"2025-06-15T15:06:40.123Z","title":"A","wheel":"rust""#
      ),
      (
        SyncFact(.historyStart, at: time), #""historyCleared":true"#
      ),
      (
        SyncFact(.wheel("rust"), at: time, sources: ["https://a.example/", "https://b.example/"]),
        #""wheel":"rust","sources":["https://a.example/","https://b.example/"]"#
      ),
      (SyncFact(.wheel("rust"), at: time, isSet: false), #""noWheel":"rust""#),
      (
        SyncFact(.read("https://a.example/"), at: time, readAt: time.milliseconds),
        #""read":"https://a.example/","readAt":"2025-06-15T15:06:40.123Z""#
      ),
      (
        SyncFact(.read("https://a.example/"), at: time, isSet: false),
        #""unread":"https://a.example/""#
      ),
      (
        SyncFact(
          .place("https://a.example/"), at: time,
          place: .init(block: 12, offset: 80, progress: 0.4)),
        #""place":"https://a.example/","progress":0.4,"block":12,"offset":80"#
      ),
      (
        SyncFact(
          .place("https://a.example/"), at: time, place: .init(block: 0, offset: 0, progress: 1)),
        #""place":"https://a.example/","progress":1.0,"block":0,"offset":0"#
      ),
      (
        SyncFact(.place("https://a.example/"), at: time, isSet: false),
        #""noPlace":"https://a.example/""#
      ),
    ])
  func roundTrip(_ fact: SyncFact, _ fields: String) {
    let line = SyncLine.text(fact, device: "anna")
    #expect(line == #"{"at":"2025-06-15T15:06:40.123Z",\#(fields)}"#)
    #expect(Self.fact(line) == fact)
  }

  @Test(
    "that can't be right are skipped",
    arguments: [
      #""seen":"javascript:alert(1)""#, #""seen":7"#, #""never":"""#, #""neverHost":"""#,
      #""historyCleared":false"#, #""visit":"https://a.example/""#, #""wheel":"rust""#,
      #""wheel":"rust","sources":[]"#,
      #""wheel":"rust","sources":["file:///etc/passwd","/etc/passwd","-"]"#,
      #""wheel":"a\u001b[31mb","sources":["https://a.example/"]"#,
      #""visit":"mailto:a@b.example""#, #""read":"https://a.example/""#,
      #""read":"javascript:alert(1)","readAt":"2025-06-15T15:06:40.123Z""#,
      #""place":"https://a.example/""#, #""place":"https://a.example/","progress":1.5"#,
      #""place":"https://a.example/","progress":-0.5"#, #""place":"-","progress":0.5"#,
      #""place":"https://a.example/","progress":0.5,"block":-1"#,
      #""place":"https://a.example/","progress":0.5,"offset":"1""#,
    ])
  func skips(_ fields: String) {
    #expect(Self.fact(#"{"at":"2025-06-15T15:06:40.123Z",\#(fields)}"#) == nil)
  }

  @Test(
    "one of two counts, whichever comes first", arguments: [UInt64.random(in: 0 ... .max)])
  func order(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    for _ in 0..<2_000 {
      let facts = (0..<3).map { _ in
        SyncFact(
          .wheel("rust"),
          at: SyncTime(
            milliseconds: .random(in: 0..<2, using: &random),
            device: ["a", "b"].randomElement(
              using: &random) ?? ""),
          isSet: .random(using: &random), title: [nil, "x"].randomElement(using: &random) ?? nil,
          readAt: [nil, 1].randomElement(using: &random) ?? nil,
          place: [nil, .init(block: 1, offset: 0, progress: 0.5)].randomElement(using: &random)
            ?? nil)
      }
      let last = facts.reduce(facts[0]) { $1.replaces($0) ? $1 : $0 }
      let again = facts.shuffled(using: &random)
      #expect(again.reduce(again[0]) { $1.replaces($0) ? $1 : $0 }.isEquivalent(to: last))
    }
  }
}
