import Foundation
import LinkPreview
import Links
import Markup
import TestSupport
import Testing

@testable import LinkStore

/// What a filter finds in a real store.
struct SavedFilterTests {
  private static let links: [(address: String, title: String?, summary: String?, tags: [String])] =
    [
      (
        "https://example.org/ray", "Ray Tracing in One Weekend", "Spheres and light",
        ["graphics", "c++"]
      ),
      (
        "https://github.com/a/typescript", "TypeScript compiler", "A café for types",
        ["js", "compilers"]
      ),
      (
        "https://gist.github.com/b", "Swift Concurrency", "Actors; tracing rays is another thing",
        ["swift"]
      ),
      ("https://example.jp/%E5%85%A5", "日本語の入門チュートリアル", nil, ["日本語"]),
      (
        "https://naïve.example/C%23", nil, #"He said "stop" and (left) * OR NOT"#,
        ["c#", "two words"]
      ),
    ]

  @Test(
    "filters find words, phrases, tags and sites, and exclude terms",
    arguments: [
      ("", [4, 3, 2, 1, 0]), ("   ", [4, 3, 2, 1, 0]), ("ray", [2, 0]), ("RAY trac", [2, 0]),
      ("\"ray tracing\"", [0]), ("\"ray trac", [0]), ("\"ray trac\"", []),
      ("trac -weekend", [2]), ("-ray", [4, 3, 1]), ("-#swift -ray", [4, 3, 1]), ("cafe", [1]),
      ("café", [1]),
      ("#comp", []), ("#comp*", [1]), ("#c++", [0]), ("#c#", [4]), ("c++", [0]), ("#swift", [2]),
      ("#ray", []),
      ("site:github", [2, 1]), ("site:github.com", [2, 1]), ("site:gist.github.com", [2]),
      ("site:EXAMPLE.org ray", [0]), ("-site:example.org ray", [2]), ("#two", []),
      ("#\"two words\"", [4]),
      ("入門", [3]), ("チュート", [3]), ("#日本", []), ("#日本*", [3]), ("script", [1]), ("pescr", [1]),
      ("spher light", [0]),
      ("stop", [4]), ("\"", [4, 3, 2, 1, 0]), ("-", [4, 3, 2, 1, 0]), ("(left) *", [4]),
      ("NOT", [4]), ("xyzzy", []), ("ray xyzzy", []), ("a-b", []), ("typescript compiler", [1]),
      ("'; DROP TABLE link; --", []), ("ray\0\" x", []), ("\0ray", [2, 0]),
      ("x\"\u{301} OR ray {", []),
    ])
  func finds(text: String, expected: [Int]) async throws {
    try await withTemporaryHome { home in
      let store = try SavedLinkStore(
        location: StoreLocation(environment: home.environment, folder: "raylette"))
      for (index, link) in Self.links.enumerated() {
        var metadata = LinkMetadata(originalURL: try #require(URL(webAddress: link.address)))
        metadata.title = link.title
        metadata.summary = link.summary
        let date = Date(timeIntervalSince1970: Double(index))
        guard case .saved(let saved) = try await store.save(metadata, at: date) else {
          Issue.record("not saved: \(metadata.originalURL)")
          return
        }
        try await store.apply(.addTags(link.tags, to: [saved.id]), at: date)
      }
      let found = try await store.list(SavedQuery(filter: SavedFilter(text))).ids
      #expect(found.map { Int($0) - 1 } == expected)
    }
  }

  @Test("changed and removed links aren't found by their old text")
  func followsChanges() async throws {
    try await withTemporaryHome { home in
      let store = try SavedLinkStore(
        location: StoreLocation(environment: home.environment, folder: "raylette"))
      var metadata = LinkMetadata(
        originalURL: try #require(URL(webAddress: "https://example.org/")))
      metadata.title = "Before"
      guard case .saved(let link) = try await store.save(metadata, at: .now) else {
        Issue.record("not saved")
        return
      }
      func count(_ text: String, isTrash: Bool = false) async throws -> Int {
        try await store.list(SavedQuery(filter: SavedFilter(text), isTrash: isTrash)).ids.count
      }
      #expect(try await count("before") == 1)
      metadata.title = "After"
      try await store.apply(.setMetadata([link.id: metadata]), at: .now)
      #expect(try await (count("before"), count("after")) == (0, 1))
      try await store.apply(.set(.note, [link.id: "my words"]), at: .now)
      #expect(try await count("words") == 1)
      try await store.apply(.trash([link.id], at: .now), at: .now)
      #expect(try await (count("after"), count("after", isTrash: true)) == (0, 1))
      #expect(try await store.emptyTrash(removedBefore: .distantFuture) == 1)
      #expect(try await count("after", isTrash: true) == 0)
    }
  }
}
