import Testing

@testable import raylette

/// The names that a misspelt one may mean.
struct NearestNameTests {
  static let distances: [(String, String, Int)] = [
    ("", "", 0), ("a", "", 1), ("list", "list", 0), ("lst", "list", 1), ("lsit", "list", 1),
    ("savd", "saved", 1), ("kitten", "sitting", 3), ("solarised", "solarized", 1),
  ]

  @Test("a slip is a letter too many, too few, wrong, or swapped", arguments: distances)
  func distance(a: String, b: String, expected: Int) {
    #expect(NearestName.distance(a, b) == expected)
    #expect(NearestName.distance(b, a) == expected)
  }
}
