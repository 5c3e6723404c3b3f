import ArgumentParser
import Foundation
import LinkStore
import Links
import Localization
import Markup

/// `raylette cache`: shows and empties the cache of pages and images. Saved links aren't part of
/// it.
struct CacheCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "cache",
      abstract: localized("Show, prune and clear fetched metadata and images."),
      discussion: localized("Saved links have their own copy, and are never touched."),
      subcommands: [CacheInfoCommand.self, CachePruneCommand.self, CacheClearCommand.self],
      defaultSubcommand: CacheInfoCommand.self)
  }
}

struct CacheInfoCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "info", abstract: localized("Show where the cache is and what's in it."),
      discussion: localized(
        """
        Prints one fact per line: name, tab, value. Dates are when a page was fetched, in ISO 8601. \
        With --json, prints one object with the keys file, size (of the file, in bytes), limit (of \
        its pages and images, in bytes), pages, oldest, newest, images, imageSize (in bytes), and \
        articles, articleSize and articleIndexSize of the texts that are kept with saved links, which \
        clear leaves alone; all are always present.
        """))
  }

  @Flag(help: ArgumentHelp(localized("Print one JSON object.")))
  var json = false

  func run() async throws {
    let environment = Invocation.current.environment
    let limit = try ConfigurationFile(environment: environment).read().cacheLimit
    let info = try await CacheInfo(CacheAccess(environment: environment), limit: limit)
    if json { return try CommandOutput.printJSON(info.json) }
    try await CommandOutput.inResultLanguage {
      for columns in info.columns { try CommandOutput.print(columns: columns) }
    }
  }
}

/// What's in the cache.
struct CacheInfo {
  private let file: String
  private let size: Int
  private let limit: Int
  private let pages: MetadataCache.Summary?
  private let kept: KeptSize

  init(_ access: CacheAccess, limit: Int) async throws {
    pages = try await access.summary()
    file = access.path
    size = access.fileSize
    self.limit = limit
    kept = await KeptSize.at(access.location) ?? KeptSize()
  }

  var columns: [[String]] {
    [
      [localized("file"), file],
      [localized("size"), localized("\(size.megabytes) (limit \(limit.megabytes))")],
      [localized("pages"), "\(pages?.pageCount ?? 0)"],
      [localized("oldest", context: "page"), pages?.oldest?.formatted(.iso8601) ?? Self.none],
      [localized("newest", context: "page"), pages?.newest?.formatted(.iso8601) ?? Self.none],
      [localized("images"), "\(pages?.imageCount ?? 0)"],
      [localized("image size"), (pages?.imageSize ?? 0).megabytes],
      [localized("kept texts"), kept.summary],
    ]
  }

  private static var none: String { localized("none", context: "page") }

  /// All keys are always present, with null for missing values.
  var json: JSONObject {
    [
      "file": file, "size": size, "limit": limit, "pages": pages?.pageCount ?? 0,
      "oldest": pages?.oldest, "newest": pages?.newest, "images": pages?.imageCount ?? 0,
      "imageSize": pages?.imageSize ?? 0, "articles": kept.articles,
      "articleSize": kept.storedBytes + kept.pictureBytes, "articleIndexSize": kept.indexBytes,
    ]
  }
}
