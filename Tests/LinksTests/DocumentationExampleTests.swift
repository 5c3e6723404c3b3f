import Foundation
import Links
import Testing

/// The code of the documentation. A test compares it with the pages; see CONTRIBUTING.
struct DocumentationExampleTests {
  @Test("the landing page's example works")
  func landingPage() {
    // docc:begin Links
    let filter = SavedFilter(#"swift "ray tracing" #tutorial -video"#)
    let query = SavedQuery(filter: filter, sort: .relevance)
    print(filter.textWords)  // ["swift", "ray tracing"]
    // docc:end
    #expect(filter.textWords == ["swift", "ray tracing"])
    #expect(query.filter == filter)
  }

  @Test("the tutorial works")
  func gettingStarted() {
    // docc:begin GettingStarted
    let filter = SavedFilter(#"swift "ray tracing" #tutorial -video is:ded"#)
    print(filter.textWords)  // ["swift", "ray tracing"]
    print(filter.unknownWords)  // ["is:ded"]
    print(SavedFilter.word(forTag: "build systems"))  // #"build systems"
    // docc:end
    #expect(filter.textWords == ["swift", "ray tracing"])
    #expect(filter.unknownWords == ["is:ded"])
    #expect(SavedFilter.word(forTag: "build systems") == #"#"build systems""#)

    // docc:begin GettingStarted
    var query = SavedQuery(filter: filter, sort: .relevance)
    query.since = PointInTime("2026-01")?.date(now: .now)
    query.isFuzzy = true  // similar titles, if nothing matches
    // docc:end
    #expect(query.since != nil)

    // docc:begin GettingStarted
    let title = "Crafting Interpreters"
    let match = FuzzyMatch(of: "crint", in: title)
    print(match?.ranges.map { title[$0] } ?? [])  // ["Cr", "Int"]
    print(FuzzyMatch(of: "crna", in: title) == nil)  // true
    // docc:end
    #expect(match?.ranges.map { title[$0] } == ["Cr", "Int"])
    #expect(FuzzyMatch(of: "crna", in: title) == nil)

    // docc:begin GettingStarted
    let wheel = Wheel(
      name: "reading",
      links: [
        Wheel.Link(address: "https://www.example.org/trees", title: "On trees", topics: ["Data"]),
        Wheel.Link(address: "https://example.com/", title: "An example"),
      ])
    print(wheel.links.map(\.host))  // ["example.org", "example.com"]
    // docc:end
    #expect(wheel.links.map(\.host) == ["example.org", "example.com"])

    // docc:begin GettingStarted
    print("Removed links stay for \(SavedLink.trashDays) days.")
    let ids = Array(1...2_500 as ClosedRange<SavedLink.ID>)
    let change = SavedChange.addTags(["swift"], to: ids)
    let pieces = stride(from: 0, to: ids.count, by: SavedChange.batchSize).map { start in
      change.piece(of: ids[start..<min(start + SavedChange.batchSize, ids.count)])
    }
    print(pieces.count, ids.count <= SavedChange.transactionSize)  // 3 true
    // docc:end
    #expect(SavedLink.trashDays == 30 && ids.count <= SavedChange.transactionSize)
    #expect(pieces.map(\.ids.count) == [1000, 1000, 500])
    #expect(SavedChange.joined(pieces) == change)
  }
}
