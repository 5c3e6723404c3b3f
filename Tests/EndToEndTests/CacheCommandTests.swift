import Foundation
import LinkPreview
import LinkStore
import TestSupport
import Testing

/// `raylette cache`.
@Suite(.takesTurn)
struct CacheCommandTests {
  /// Fills a home with two pages and two images, 100 days and a day old, and a saved link.
  private func fill(_ home: TemporaryHome) async throws {
    let now = Date()
    let location = StoreLocation(environment: home.environment, folder: "raylette")
    let cache = MetadataCache(location: location)
    for (name, days) in [("old", 100.0), ("new", 1)] {
      let date = now - days * 86_400
      let url = try #require(URL(string: "https://a.example/\(name)"))
      var metadata = LinkMetadata(originalURL: url)
      metadata.title = String(repeating: name, count: 100_000)
      try await cache.store(metadata, at: date)
      await cache.store(image: Data(count: 1_000_000), for: url, at: date)
    }
    let run = try await home.saved("import", "-", input: "https://a.example/old\n")
    #expect(run.exitCode == 0)
  }

  @Test("without a cache, info says so and creates nothing, and there's nothing to remove")
  func none() async throws {
    try await withTemporaryHome { home in
      let info = try await CommandRun(["cache"], in: home)
      #expect(info.exitCode == 0 && info.error.isEmpty)
      let values = Dictionary(
        uniqueKeysWithValues: info.lines.map { line in
          let columns = line.split(separator: "\t").map(String.init)
          return (columns[0], columns[1])
        })
      #expect(values["pages"] == "0" && values["oldest"] == "none" && values["images"] == "0")
      #expect(values["size"] == "0.0 MB (limit 200.0 MB)")
      for arguments in [["clear"], ["prune", "--older-than", "1"]] {
        let run = try await CommandRun(["cache"] + arguments, in: home)
        #expect(run.exitCode == 0 && run.output == "removed: 0 pages and 0 images, 0.0 MB\n")
      }
      #expect(!FileManager.default.fileExists(atPath: home.file(".cache").path()))
    }
  }

  @Test("info --json is one object with all keys")
  func json() async throws {
    try await withTemporaryHome { home in
      let keys = [
        "articleIndexSize", "articleSize", "articles", "file", "imageSize", "images", "limit",
        "newest", "oldest", "pages", "size",
      ]
      for isFull in [false, true] {
        if isFull { try await fill(home) }
        let run = try await CommandRun(
          "RAYLETTE_CACHE_SIZE=50 cache info --json", in: home)
        #expect(run.exitCode == 0 && run.lines.count == 1)
        let object = try #require(
          try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
        #expect(object.keys.sorted() == keys)
        #expect(object["limit"] as? Int == 50_000_000)
        #expect(object["pages"] as? Int == (isFull ? 2 : 0))
        #expect(object["imageSize"] as? Int == (isFull ? 2_000_000 : 0))
        #expect((object["oldest"] is NSNull) == !isFull)
        if isFull { #expect(try #require(object["size"] as? Int) > 600_000) }
      }
    }
  }

  static let removals: [(arguments: [String], removed: String, left: [Int?])] = [
    (["clear"], "2 pages and 2 images, 2.6 MB", [0, 0]),
    (["prune", "--older-than", "30"], "1 page and 1 image, 1.3 MB", [1, 1]),
    (["prune", "--older-than", "200"], "0 pages and 0 images, 0.0 MB", [2, 2]),
    (["prune", "--size", "0.4"], "1 page and 0 images, 0.3 MB", [1, 2]),
  ]

  @Test(
    "prune and clear remove pages and images, and no saved link; a dry run removes nothing",
    arguments: removals)
  func remove(arguments: [String], removed: String, left: [Int?]) async throws {
    try await withTemporaryHome { home in
      try await fill(home)
      func counts() async throws -> [Int?] {
        let location = StoreLocation(environment: home.environment, folder: "raylette")
        let summary = try await MetadataCache(location: location).summary()
        return [summary?.pageCount, summary?.imageCount]
      }
      let dry = try await CommandRun(["cache"] + arguments + ["--dry-run"], in: home)
      #expect(dry.exitCode == 0 && dry.output == "would be removed: \(removed)\n")
      #expect(try await counts() == [2, 2])
      let run = try await CommandRun(["cache"] + arguments, in: home)
      #expect(run.exitCode == 0 && run.output == "removed: \(removed)\n", "\(run.error)")
      #expect(try await counts() == left)
      #expect(try await home.savedAddresses == ["https://a.example/old"])
    }
  }

  static let mistakes: [(arguments: [String], error: String)] = [
    (["prune"], "say what to remove, with either --older-than or --size."),
    (
      ["prune", "--size", "1", "--older-than", "1"],
      "say what to remove, with either --older-than or --size."
    ),
    (["prune", "--older-than=-1"], "--older-than takes 0 to 100000 days, not -1."),
    (["prune", "--size", "nan"], "--size takes 0 to 100000 megabytes, not nan."),
  ]

  @Test("arguments that make no sense are an error", arguments: mistakes)
  func mistake(arguments: [String], error: String) async throws {
    try await withTemporaryHome { home in
      let run = try await CommandRun(["cache"] + arguments, in: home)
      #expect(run.exitCode == 2)
      #expect(run.error == "raylette: \(error) See raylette cache prune --help.\n")
    }
  }

  @Test("a cache that can't be written is an error, and stays readable")
  func readOnly() async throws {
    try await withTemporaryHome { home in
      let run = try await CommandRun(
        "XDG_CACHE_HOME=\(TemporaryHome.unwritableFolder) cache clear", in: home)
      #expect(run.exitCode == 0 && run.output.hasPrefix("removed: 0 pages"))
      // A folder in the file's place can't be opened, whoever runs the test.
      let folder = home.file(".cache/raylette/metadata.sqlite")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let info = try await CommandRun(["cache", "info"], in: home)
      #expect(info.error.split(separator: "\n").count == 1, "\(info.error)")
    }
  }
}
