import Bookmarks
import Foundation
import LinkPreview
import LinkStore
import Links
import Localization

/// Times lists of saved links by filter and order, in a store of generated links:
///
///     RAYLETTE_LISTING_BENCHMARK=1 swift run -c release ListingBenchmark [LINKS, 100000] [FILTER ...]
///
/// Prints the fastest and the median of 21 runs of each in milliseconds, after one to fill caches, as
/// while a filter is typed. The fastest says more on a busy machine. `LISTING_HOME` names a folder that
/// keeps the store for the next time. `LISTING_SCRIPT=chinese` makes titles and summaries of Chinese characters.
@main
enum ListingBenchmark {
  static func main() async throws {
    let arguments = CommandLine.arguments.dropFirst()
    let count = arguments.first.flatMap { Int($0) } ?? 100_000
    let folder = ProcessInfo.processInfo.environment["LISTING_HOME"]
    let home =
      folder.map { URL(filePath: $0) }
      ?? FileManager.default.temporaryDirectory.appending(path: "listing-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
    defer { if folder == nil { try? FileManager.default.removeItem(at: home) } }
    let location = StoreLocation(
      environment: ["HOME": home.path(percentEncoded: false)], folder: "listing")
    let store = try SavedLinkStore(location: location)
    if try store.count() == 0 {
      try await fill(store, count: count, file: home.appending(path: "links.jsonl"))
    }
    print("\(try store.count()) links")
    let filters =
      arguments.count > 1
      ? Array(arguments.dropFirst()) : isChinese ? Self.chineseFilters : Self.filters
    for filter in filters {
      for sort in Self.sorts {
        let query = SavedQuery(filter: SavedFilter(filter), sort: sort)
        try await time("\(filter)  \(sort)") { try await store.list(query, rows: 90).ids.count }
      }
    }
    guard arguments.count < 2 else { return }
    // A change of any link makes the order out of date.
    for language in [nil, .english, isChinese ? .simplifiedChinese : .japanese] as [Language?] {
      var query = SavedQuery(sort: .title)
      query.titleLanguage = language
      try await time("first by title, \(language?.rawValue ?? "for scripts")") {
        try await store.markOpened(1, at: .now)
        return try await store.list(query, rows: 90).ids.count
      }
    }
    let first = SavedFilter(isChinese ? "学习" : "wif")
    try await time("first \(first.text)") {
      try await store.markOpened(1, at: .now)
      return try await store.list(SavedQuery(filter: first), rows: 90).ids.count
    }
    try await time("tags()") { try await store.tags().count }
  }

  private static let filters = [
    "", "s", "e", "sw", "swift", "swift ray", "swift r", "wif", "#swift", "s -video", "is:dead",
    "is:unread",
    "after:1y", "s is:unread", "crftng", "swftray", "aeiou", "zzzzq",
  ]
  private static let chineseFilters = ["", "学", "学习", "编程", "机器学习", "学习 -编程", "swift"]
  private static let isChinese =
    ProcessInfo.processInfo.environment["LISTING_SCRIPT"] == "chinese"
  private static let sorts: [SavedSort] = [.newest, .relevance]

  private static func time(_ name: String, _ body: () async throws -> Int) async throws {
    _ = try await body()
    var times: [Duration] = []
    var count = 0
    for _ in 0..<21 {
      times.append(try await ContinuousClock().measure { count = try await body() })
    }
    times.sort()
    func text(_ time: Duration) -> String {
      (time / .milliseconds(1)).formatted(.number.precision(.fractionLength(1)))
    }
    print(
      name.padding(toLength: 30, withPad: " ", startingAt: 0),
      "fastest \(text(times[0]))  median \(text(times[10]))  (\(count))")
  }

  private static let words = """
    swift ray tracing tutorial shader vulkan metal linux kernel terminal unicode database sqlite index search fuzzy \
    network socket graph path light shadow texture camera matrix vector compiler parser lexer async actor memory \
    cache profile bench render frame buffer image codec font glyph layout widget event loop the a of in one \
    weekend crafting interpreters how to build your own from scratch guide video
    """.split(separator: " ").map(String.init)

  /// Imports links that have fetched metadata. Each tenth has been checked, and is dead.
  private static func fill(_ store: SavedLinkStore, count: Int, file: URL) async throws {
    var random = SplitMix64(seed: 42)
    func words(_ range: ClosedRange<Int>) -> [String] {
      (0..<Int.random(in: range, using: &random)).compactMap { _ in
        // Each fourth word is a rare one.
        Int.random(in: 0..<4, using: &random) == 0
          ? String(Int.random(in: 46_656...1_679_615, using: &random), radix: 36)
          : Self.words.randomElement(using: &random)
      }
    }
    // Characters by how often they occur, with a comma after about ten.
    func characters(_ range: ClosedRange<Int>) -> String {
      var text = ""
      for _ in 0..<Int.random(in: range, using: &random) {
        let rank = min(
          Int.random(in: 0..<60, using: &random) * Int.random(in: 0..<50, using: &random),
          Int.random(in: 0..<3_000, using: &random))
        let common = Array("的学习编程机器一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里")
        if rank < common.count {
          text.append(common[rank])
        } else if let scalar = Unicode.Scalar(0x4E00 + rank) {
          text.unicodeScalars.append(scalar)
        }
        if Int.random(in: 0..<10, using: &random) == 0 { text.append("，") }
      }
      return text
    }
    var bytes: [UInt8] = []
    let writer = BookmarkWriter<Never>(format: .jsonLines) { bytes += $0 }
    guard var writer else { return }
    for number in 0..<count {
      guard
        let url = URL(
          string: "https://\(words(1...1)[0]).test/\(words(1...2).joined(separator: "-"))-\(number)"
        )
      else { continue }
      var metadata = LinkMetadata(originalURL: url)
      metadata.title =
        isChinese ? characters(6...20) : words(3...9).joined(separator: " ").capitalized
      metadata.summary = isChinese ? characters(20...60) : words(8...25).joined(separator: " ")
      metadata.siteName = words(1...2).joined(separator: " ")
      writer.write(
        Bookmark(
          url: url, title: metadata.title, summary: metadata.summary, tags: words(1...4),
          savedAt: Date(timeIntervalSince1970: 1_500_000_000 + Double(number) * 3_600),
          metadata: try JSONEncoder().encode(metadata)))
    }
    writer.finish()
    try Data(bytes).write(to: file)
    _ = try await store.importLinks(from: BookmarkReader(file: file), at: .now)
    let ids = try await store.list(SavedQuery()).ids
    let checks = stride(from: 0, to: ids.count, by: 10).map {
      (ids[$0], LinkCheck(outcome: .gone, checkedAt: .now))
    }
    try await store.mark(Dictionary(uniqueKeysWithValues: checks))
  }
}
