import Foundation
import Links
import TestSupport
import Testing

@testable import LinkStore

struct WheelStoreTests {
  private static let date = Date(timeIntervalSince1970: 1_700_000_000)

  /// A wheel of `count` links on three hosts, with two topics.
  private static func wheel(_ count: Int, name: String = "w") -> Wheel {
    Wheel(
      name: name,
      links: (0..<count).map {
        Wheel.Link(
          address: "https://\(["a", "b", "www.c"][$0 % 3]).example/\($0)", title: "Page \($0)",
          topics: $0 % 10 == 0 ? ["All", "Ten"] : ["All"], language: $0 % 2 == 0 ? "C" : "Go")
      })
  }

  private func withWheels(
    _ body: (WheelStore, SavedLinkStore) async throws -> Void
  ) async throws {
    try await withTemporaryHome { home in
      let saved = try SavedLinkStore(
        location: StoreLocation(environment: home.environment, folder: "raylette"))
      try await body(WheelStore(sharing: saved), saved)
    }
  }

  /// Draws links and marks them as seen.
  private func spin(
    _ count: Int, _ id: WheelID, in wheels: WheelStore, narrowing: WheelNarrowing = .init()
  ) async throws -> [DrawnLink] {
    var drawn: [DrawnLink] = []
    var generator = SplitMix64(seed: 7)
    for _ in 0..<count {
      let draw = WheelDraw(
        wheel: id, narrowing: narrowing, excluded: drawn.suffix(1).map(\.link.address),
        random: generator.next())
      let next = try #require(try await wheels.draw(draw))
      if next.startsOver {
        try await wheels.startOver(id, after: next.round, narrowedTo: narrowing)
      }
      try await wheels.markSeen(next.link.address, on: id, at: Self.date)
      drawn.append(next)
    }
    return drawn
  }

  @Test("every link comes up once before any comes up again", arguments: [true, false])
  func bag(isKept: Bool) async throws {
    try await withWheels { wheels, _ in
      let wheel = Self.wheel(40)
      let id =
        isKept
        ? try await wheels.add(wheel, from: [], at: Self.date).id
        : try await wheels.open(wheel, isRemembered: true, at: Self.date).id
      let drawn = try await spin(80, id, in: wheels)
      let addresses = Set(wheel.links.map(\.address))
      #expect(Set(drawn[..<40].map(\.link.address)) == addresses)
      #expect(drawn[..<40].allSatisfy { $0.isUnseen && !$0.startsOver })
      #expect(drawn[40].startsOver)
      #expect(Set(drawn[40...].map(\.link.address)) == addresses)
      #expect(drawn[39].link != drawn[40].link)
    }
  }

  @Test("the counts follow what's seen, and another wheel knows it, too")
  func counts() async throws {
    try await withWheels { wheels, _ in
      let one = try await wheels.add(Self.wheel(10), from: [], at: Self.date)
      let other = try await wheels.add(Self.wheel(4, name: "other"), from: [], at: Self.date)
      #expect(one.count == 10 && one.unseenCount == 10 && one.topics == ["All", "Ten"])
      try await wheels.markSeen("https://a.example/3", on: one.id, at: Self.date)
      try await wheels.markSeen("https://a.example/3", on: one.id, at: Self.date)
      try await wheels.markSeen("https://b.example/7", on: one.id, at: Self.date)
      #expect(try await wheels.wheel(one.id)?.unseenCount == 8)
      #expect(try await wheels.wheel(other.id)?.unseenCount == 3)
      // A wheel that's made later knows what came up before.
      let late = try await wheels.add(Self.wheel(8, name: "late"), from: [], at: Self.date)
      #expect(late.unseenCount == 6)
      let open = try await wheels.open(Self.wheel(8), isRemembered: true, at: Self.date)
      #expect(open.unseenCount == 6)
      let saved = try await wheels.open(Self.wheel(8), isRemembered: false, at: Self.date)
      #expect(saved.unseenCount == 8)
      try await wheels.markSeen("https://c.example/5", on: saved.id, at: Self.date)
      #expect(try await wheels.wheel(late.id)?.unseenCount == 6)
    }
  }

  @Test("each unseen link is as likely as the others")
  func uniform() async throws {
    try await withWheels { wheels, _ in
      let wheel = try await wheels.add(Self.wheel(8), from: [], at: Self.date)
      try await wheels.markSeen("https://a.example/0", on: wheel.id, at: Self.date)
      var counts: [String: Int] = [:]
      var generator = SplitMix64(seed: 3)
      for _ in 0..<700 {
        let draw = WheelDraw(wheel: wheel.id, random: generator.next())
        let link = try #require(try await wheels.draw(draw)).link
        counts[link.address, default: 0] += 1
      }
      #expect(counts.count == 7 && counts["https://a.example/0"] == nil)
      #expect(counts.values.allSatisfy { (60...140).contains($0) }, "\(counts)")
    }
  }

  @Test(
    "a narrowed wheel spins only what matches, and starts over by itself",
    arguments: [
      (WheelNarrowing(topic: "Ten"), 4), (WheelNarrowing(topic: "All", language: "Go"), 20),
      (WheelNarrowing(host: "c.example"), 13),
      (WheelNarrowing(topic: "Ten", language: "C", host: "a.example"), 2),
    ])
  func narrowed(narrowing: WheelNarrowing, count: Int) async throws {
    try await withWheels { wheels, _ in
      let wheel = try await wheels.add(Self.wheel(40), from: [], at: Self.date)
      let counts = try #require(try await wheels.count(of: wheel.id, narrowedTo: narrowing))
      #expect(counts == (count, count))
      let drawn = try await spin(count + 1, wheel.id, in: wheels, narrowing: narrowing)
      #expect(Set(drawn.prefix(count).map(\.link.address)).count == count)
      #expect(drawn.map(\.startsOver) == Array(repeating: false, count: count) + [true])
      // Starting over left the rest of the wheel as it was, and one has come up since.
      #expect(try await wheels.wheel(wheel.id)?.unseenCount == 39)
    }
  }

  @Test("a large narrowing is picked from the wheel's order")
  func large() async throws {
    try await withWheels { wheels, _ in
      let wheel = try await wheels.add(Self.wheel(2400), from: [], at: Self.date)
      let narrowing = WheelNarrowing(language: "Go")
      let drawn = try await spin(150, wheel.id, in: wheels, narrowing: narrowing)
      #expect(Set(drawn.map(\.link.address)).count == 150)
      #expect(drawn.allSatisfy { $0.link.language == "Go" && $0.isUnseen })
    }
  }

  @Test("a seed gives the same links, whatever was seen")
  func seeded() async throws {
    try await withWheels { wheels, _ in
      let wheel = try await wheels.add(Self.wheel(12), from: [], at: Self.date)
      func run() async throws -> [String] {
        var generator = SplitMix64(seed: 5)
        var drawn: [String] = []
        for _ in 0..<12 {
          let draw = WheelDraw(
            wheel: wheel.id, excluded: drawn, random: generator.next(), isSeeded: true)
          drawn.append(try #require(try await wheels.draw(draw)).link.address)
        }
        return drawn
      }
      let first = try await run()
      #expect(Set(first).count == 12)
      _ = try await spin(5, wheel.id, in: wheels)
      #expect(try await run() == first)
    }
  }

  @Test("starting over twice for the same round keeps what was seen in between")
  func round() async throws {
    try await withWheels { wheels, _ in
      let wheel = try await wheels.add(Self.wheel(3), from: [], at: Self.date)
      for link in try await wheels.links(of: wheel.id) {
        try await wheels.markSeen(link.address, on: wheel.id, at: Self.date)
      }
      try await wheels.startOver(wheel.id, after: 0)
      try await wheels.markSeen("https://a.example/0", on: wheel.id, at: Self.date)
      try await wheels.startOver(wheel.id, after: 0)
      #expect(try await wheels.wheel(wheel.id)?.unseenCount == 2)
    }
  }

  @Test("an update keeps what was seen, adds what's new and removes what's gone")
  func update() async throws {
    try await withWheels { wheels, _ in
      let wheel = try await wheels.add(Self.wheel(6), from: [], at: Self.date)
      try await wheels.markSeen("https://a.example/0", on: wheel.id, at: Self.date)
      try await wheels.markSeen("https://b.example/1", on: wheel.id, at: Self.date)
      var links = Array(Self.wheel(9).links.dropFirst())
      links[0].topics = ["New"]
      try await wheels.update(wheel.id, to: links, sources: [], at: Self.date)
      let after = try #require(try await wheels.wheel(wheel.id))
      #expect(after.count == 8 && after.unseenCount == 7)
      let topics = try await wheels.facets(of: wheel.id).filter { $0.kind == .topic }
      #expect(topics.map(\.value) == ["All", "New"] && topics.map(\.count) == [7, 1])
      let drawn = try await spin(7, wheel.id, in: wheels)
      #expect(!drawn.map(\.link.address).contains("https://b.example/1"))
      #expect(drawn.allSatisfy { $0.isUnseen })
      // With a source that failed, nothing goes.
      try await wheels.update(
        wheel.id, to: [links[0]], keepsMissing: true, sources: [], at: Self.date)
      #expect(try await wheels.wheel(wheel.id)?.count == 8)
      let facets = try await wheels.facets(of: wheel.id)
      #expect(facets.contains { $0.value == "All" })
    }
  }

  @Test("what a wheel can be narrowed to is counted in it alone, without what never comes up")
  func facets() async throws {
    try await withWheels { wheels, _ in
      // With the same topics and hosts. Only the wheel tells them apart.
      _ = try await wheels.add(Self.wheel(20, name: "other"), from: [], at: Self.date)
      let kept = try await wheels.add(Self.wheel(12), from: [], at: Self.date)
      let session = try await wheels.open(Self.wheel(12), isRemembered: true, at: Self.date)
      func facets(_ wheel: WheelSummary) async throws -> [String] {
        try await wheels.facets(of: wheel.id).map { "\($0.value) \($0.count)" }
      }
      for wheel in [kept, session] {
        #expect(
          try await facets(wheel) == [
            "All 12", "Ten 2", "C 6", "Go 6", "a.example 4", "b.example 4", "c.example 4",
          ])
      }
      try await wheels.never(NeverAgain(.link("https://a.example/0"), addedAt: Self.date))
      try await wheels.never(NeverAgain(.host("c.example"), addedAt: Self.date))
      for wheel in [kept, session] {
        #expect(
          try await facets(wheel) == [
            "All 7", "Ten 1", "Go 4", "C 3", "b.example 4", "a.example 3",
          ])
        // As many as each of them lists.
        for facet in try await wheels.facets(of: wheel.id) {
          let count = try await wheels.count(of: wheel.id, narrowedTo: facet.narrowing)
          #expect(count?.all == facet.count, "\(facet.value)")
        }
      }
      try await wheels.allow(.host("c.example"), at: .now)
      #expect(try await facets(kept).contains("c.example 4"))
    }
  }

  @Test("what never shall come up again doesn't, until it's allowed")
  func never() async throws {
    try await withWheels { wheels, _ in
      let wheel = try await wheels.add(Self.wheel(9), from: [], at: Self.date)
      try await wheels.markSeen("https://a.example/0", on: wheel.id, at: Self.date)
      try await wheels.never(NeverAgain(.host("a.example"), addedAt: Self.date))
      try await wheels.never(
        NeverAgain(.link("https://b.example/1"), title: "Page 1", addedAt: Self.date + 1))
      let after = try #require(try await wheels.wheel(wheel.id))
      #expect(after.count == 5 && after.unseenCount == 5 && after.neverCount == 4)
      let drawn = try await spin(6, wheel.id, in: wheels)
      #expect(!drawn.contains { $0.link.host == "a.example" || $0.link.title == "Page 1" })
      let other = try await wheels.open(Self.wheel(9), isRemembered: false, at: Self.date)
      #expect(other.count == 5)
      #expect(try await wheels.neverAgain().map(\.value) == ["https://b.example/1", "a.example"])
      let host = NeverAgain(.host("a.example"), addedAt: Self.date)
      #expect(try await wheels.allow(host.subject, at: .now) == host)
      #expect(try await wheels.allow(host.subject, at: .now) == nil)
      #expect(try await wheels.wheel(wheel.id)?.count == 8)
      #expect(try await wheels.wheel(other.id)?.count == 8)
      let link = NeverAgain(.link("https://b.example/1"), title: "Page 1", addedAt: Self.date + 1)
      #expect(try await !wheels.never(link))
      #expect(try await wheels.allow(link.subject, at: .now) == link)
      let last = try #require(try await wheels.wheel(wheel.id))
      #expect(last.count == 9 && last.neverCount == 0)
    }
  }

  @Test("only one of several programs makes that a link never comes up again", arguments: [2, 8])
  func neverTogether(count: Int) async throws {
    try await withTemporaryHome { home in
      let location = StoreLocation(environment: home.environment, folder: "raylette")
      let entries = (0..<count).map { number in
        NeverAgain(.host("a.example"), title: "\(number)", addedAt: Self.date + Double(number))
      }
      let makers = try await withThrowingTaskGroup(of: Int.self) { group in
        for entry in entries {
          group.addTask {
            let wheels = WheelStore(sharing: try SavedLinkStore(location: location))
            return try await wheels.never(entry) ? 1 : 0
          }
        }
        return try await group.reduce(0, +)
      }
      #expect(makers == 1)
      let wheels = WheelStore(sharing: try SavedLinkStore(location: location))
      let former = try #require(try await wheels.allow(.host("a.example"), at: .now))
      #expect(entries.contains(former))
      #expect(try await wheels.neverAgain().isEmpty)
    }
  }

  @Test("names are unique, and a wheel can be renamed and removed")
  func names() async throws {
    try await withWheels { wheels, _ in
      let wheel = try await wheels.add(Self.wheel(3), from: [], at: Self.date)
      await #expect(throws: WheelChangeError.nameTaken("w")) {
        try await wheels.add(Self.wheel(1), from: [], at: Self.date)
      }
      try await wheels.rename(wheel.id, to: "x")
      let former = try wheels.wheel(named: "w")
      #expect(former == nil)
      let other = try await wheels.add(Self.wheel(2), from: [], at: Self.date)
      await #expect(throws: WheelChangeError.nameTaken("x")) {
        try await wheels.rename(other.id, to: "x")
      }
      try await wheels.remove(wheel.id)
      #expect(try await wheels.all().map(\.name) == ["w"])
      #expect(try await wheels.draw(WheelDraw(wheel: wheel.id, random: 0)) == nil)
      await #expect(throws: WheelChangeError.notFound("y")) {
        try await wheels.rename(wheel.id, to: "y")
      }
    }
  }

  @Test("a built-in wheel is kept once and follows its version")
  func builtIn() async throws {
    try await withWheels { wheels, _ in
      let isThere = try wheels.hasBuiltIn("w", version: "1")
      #expect(!isThere)
      let first = try await wheels.keepBuiltIn(Self.wheel(5), version: "1", at: Self.date)
      #expect(first.isBuiltIn)
      let isKept = try wheels.hasBuiltIn("w", version: "1")
      #expect(isKept)
      try await wheels.markSeen("https://a.example/0", on: first.id, at: Self.date)
      let second = try await wheels.keepBuiltIn(Self.wheel(7), version: "2", at: Self.date)
      #expect(second.id == first.id && second.count == 7 && second.unseenCount == 6)
      // A wheel of the user is never replaced by one that came with the program.
      let own = Wheel(name: "own", links: Self.wheel(1).links)
      try await wheels.add(own, from: [], at: Self.date)
      await #expect(throws: WheelChangeError.nameTaken("own")) {
        try await wheels.keepBuiltIn(own, version: "1", at: Self.date)
      }
    }
  }

  @Test("the history has the latest cards, without repetitions, and can be cleared")
  func history() async throws {
    try await withWheels { wheels, _ in
      for (number, address) in ["a", "a", "b", "a"].enumerated() {
        try await wheels.record(
          Visit(
            address: "https://\(address).example/", title: nil, wheel: "w",
            seenAt: Self.date + Double(number)))
      }
      let history = try await wheels.history()
      #expect(history.map { $0.address.prefix(9).last } == ["a", "b", "a"])
      #expect(history[0].seenAt == Self.date + 3)
      #expect(try await wheels.history(limit: 1).count == 1)
      #expect(try await wheels.clearHistory() == 3)
      #expect(try await wheels.history().isEmpty)
    }
  }

  @Test("a page that didn't load is in the history once a day, until it loads")
  func failedVisits() async throws {
    try await withWheels { wheels, _ in
      func record(_ address: String, _ title: String?, hours: Double, isLoaded: Bool) async throws {
        try await wheels.record(
          Visit(
            address: "https://\(address).example/", title: title, wheel: "w",
            seenAt: Self.date + hours * 3600), isLoaded: isLoaded)
      }
      try await record("a", nil, hours: 0, isLoaded: false)
      try await record("b", "B", hours: 1, isLoaded: true)
      try await record("a", nil, hours: 2, isLoaded: false)
      // One that was shown doesn't come again because it failed since.
      try await record("b", nil, hours: 3, isLoaded: false)
      try await record("c", nil, hours: 3, isLoaded: false)
      try await record("c", nil, hours: 28, isLoaded: false)
      try await record("a", nil, hours: 28, isLoaded: false)
      try await record("a", "A", hours: 28.1, isLoaded: true)
      let history = try await wheels.history()
      #expect(history.map { $0.address.prefix(9).last } == ["a", "c", "c", "b", "a"])
      #expect(history.map(\.title) == ["A", nil, nil, "B", nil])
    }
  }

  @Test(
    "the host of a link",
    arguments: [
      ("https://www.Example.org/a", "example.org"), ("http://user@x.example:8080?q", "x.example"),
      ("https://[::1]:80/", "[::1]"), ("http://127.0.0.1#a", "127.0.0.1"),
    ])
  func host(address: String, host: String) {
    #expect(Wheel.Link(address: address).host == host)
  }
}
