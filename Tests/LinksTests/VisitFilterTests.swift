import Foundation
import Links
import Testing

@Suite("A filter of the history")
struct VisitFilterTests {
  private static let now = Date(timeIntervalSince1970: 1_750_000_000)

  private static let visits = [
    Visit(
      id: 1, address: "https://craftinginterpreters.com/", title: "Crafting Interpreters",
      wheel: "tutorials", seenAt: now - 60),
    Visit(
      id: 2, address: "https://raytracing.github.io/books", title: "Ray Tracing in One Weekend",
      wheel: "classic", seenAt: now - 3 * 86_400),
    Visit(
      id: 3, address: "https://example.jp/nyumon", title: "入門 für Anfänger", wheel: "tutorials",
      seenAt: now - 40 * 86_400),
    Visit(id: 4, address: "https://tutorials.example/x", title: nil, wheel: "classic", seenAt: now),
  ]

  @Test(
    "finds what the same filter would find in Saved",
    arguments: [
      ("", [1, 2, 3, 4]), ("  ", [1, 2, 3, 4]), ("interp", [1]), ("CRAFTING interp", [1]),
      ("rafting", []), ("\"in one weekend\"", [2]), ("\"in one week\"", []), ("anfanger", [3]),
      ("tutorials", [1, 3, 4]), ("#tutorials", [1, 3]), ("#Tutorials", [1, 3]), ("#tut", []),
      ("#tut*", [1, 3]), ("-#tutorials", [2, 4]),
      ("site:github", [2]), ("site:tutorials", [4]), ("tutorials -craft", [3, 4]),
      ("after:7d", [1, 2, 4]), ("-after:7d", [3]), ("before:7d tutorials", [3]),
      ("is:dead", [1, 2, 3, 4]), ("is:nothing craft", [1]), ("!!", [1, 2, 3, 4]),
    ] as [(String, [Visit.ID])])
  func finds(_ text: String, _ expected: [Visit.ID]) {
    var filter = VisitFilter(SavedFilter(text), now: Self.now)
    #expect(Self.visits.filter { filter.matches($0) }.map(\.id) == expected)
  }
}
