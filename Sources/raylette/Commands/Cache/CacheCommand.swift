import Localization
import ArgumentParser
import Foundation
import Links
import LinkStore

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
        its pages, in bytes), pages, oldest, newest, imageFolder, images, imageSize (in bytes), and \
        articles, articleSize and articleIndexSize of the texts that are kept with saved links, which \
        clear leaves alone; all are always present.
        """))
  }

  @Flag(help: ArgumentHelp(localized("Print one JSON object.")))
  var json = false

  func run() async throws {
    let environment = Invocation.current.environment
    let limit = try ConfigurationFile(environment: environment).load().cacheLimit
    let info = try await CacheInfo(CacheAccess(environment: environment), limit: limit)
    if json { return try CommandOutput.printJSON(info) }
    try await CommandOutput.inResultLanguage {
      for columns in info.columns { try CommandOutput.print(columns: columns) }
    }
  }
}

/// The cache as JSON. All keys are always present, with null for missing values.
struct CacheInfo: Encodable {
  private let file: String
  private let size: Int
  private let limit: Int
  private let pages: MetadataCache.Summary?
  private let imageFolder: String
  private let images: CachedImages
  private let kept: KeptSize

  init(_ access: CacheAccess, limit: Int) async throws(CommandFailure) {
    pages = try await access.summary()
    file = access.path
    size = access.fileSize
    self.limit = limit
    imageFolder = access.location.imageFolder.path(percentEncoded: false)
    images = access.images()
    kept = await KeptSize.at(access.location) ?? KeptSize()
  }

  var columns: [[String]] {
    [
      [localized("file"), file],
      [localized("size"), localized("\(size.megabytes) (limit \(limit.megabytes))")],
      [localized("pages"), "\(pages?.pageCount ?? 0)"],
      [localized("oldest", context: "page"), pages?.oldest?.formatted(.iso8601) ?? Self.none],
      [localized("newest", context: "page"), pages?.newest?.formatted(.iso8601) ?? Self.none],
      [localized("image folder"), imageFolder],
      [localized("images"), "\(images.files.count)"],
      [localized("image size"), images.size.megabytes],
      [localized("kept texts"), kept.summary],
    ]
  }

  private static var none: String { localized("none", context: "page") }

  private enum CodingKeys: String, CodingKey {
    case file, size, limit, pages, oldest, newest, imageFolder, images, imageSize
    case articles, articleSize, articleIndexSize
  }

  func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(file, forKey: .file)
    try values.encode(size, forKey: .size)
    try values.encode(limit, forKey: .limit)
    try values.encode(pages?.pageCount ?? 0, forKey: .pages)
    try values.encode(pages?.oldest, forKey: .oldest)
    try values.encode(pages?.newest, forKey: .newest)
    try values.encode(imageFolder, forKey: .imageFolder)
    try values.encode(images.files.count, forKey: .images)
    try values.encode(images.size, forKey: .imageSize)
    try values.encode(kept.articles, forKey: .articles)
    try values.encode(kept.storedBytes + kept.pictureBytes, forKey: .articleSize)
    try values.encode(kept.indexBytes, forKey: .articleIndexSize)
  }
}
