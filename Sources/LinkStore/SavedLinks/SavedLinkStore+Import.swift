public import Bookmarks
public import Foundation
import GRDB
import LinkPreview
public import Links
import Markup

/// The result of an import.
public struct ImportReport: Hashable, Sendable {
  /// The number of new links.
  public var added = 0
  /// The number of links that were restored from the trash.
  public var restored = 0
  /// The number of existing links that gained tags, a note, a title, a summary or an earlier date.
  public var enriched = 0
  /// The number of existing links that already had everything in the file.
  public var known = 0
  /// The skipped entries, at most the first thousand.
  public var problems: [BookmarkProblem] = []
  /// The number of all skipped entries.
  public var problemCount = 0
  /// The number of skipped entries of each kind, in the order in which the kinds first appeared.
  public private(set) var skipped: [SkippedEntries] = []
  /// The number of notes that are longer than notes may be, so that a part of them isn't kept.
  public var cutNotes = 0
  /// The format the file was read as.
  public var format: BookmarkFormat?
  /// Why files of browsers couldn't be read. Nothing of them was imported, unlike of the others.
  public var unreadFiles: [BookmarkFileError] = []

  /// The number of links in the file, whatever happened to them.
  public var linkCount: Int { added + restored + enriched + known }

  /// Creates an empty report.
  public init() {}
}

/// The number of skipped entries of a kind.
public struct SkippedEntries: Hashable, Sendable {
  /// What's wrong with the entries.
  public let kind: BookmarkProblem.Kind
  /// The number of entries.
  public fileprivate(set) var count: Int
}

extension ImportReport {
  fileprivate mutating func countSkipped(_ kind: BookmarkProblem.Kind) {
    problemCount += 1
    // A damaged file may have a new scheme in each line.
    let kind = skipped.count < 100 ? kind : .notAnAddress
    if let index = skipped.firstIndex(where: { $0.kind == kind }) {
      skipped[index].count += 1
    } else {
      skipped.append(SkippedEntries(kind: kind, count: 1))
    }
  }
}

/// The reason why an import failed. A failed import changes nothing.
public enum ImportError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file can't be read to its end, or the import was cancelled.
  case file(BookmarkFileError)
  /// The store failed.
  case store(StoreError)

  public var description: String {
    switch self {
    case .file(let error): error.description
    case .store(let error): error.description
    }
  }
}

extension SavedLinkStore {
  /// Imports all links of a file in one transaction. If the file can't be read to its end, or the
  /// import is cancelled, nothing changes. Importing a file again adds nothing.
  ///
  /// - Parameters:
  ///   - reader: reads the file.
  ///   - date: the date for links that have none in the file.
  ///   - isDryRun: whether to only report what would happen, without changing anything.
  ///   - progress: called from time to time, on another thread.
  /// - Returns: what was imported.
  public func importLinks(
    from reader: BookmarkReader, at date: Date, isDryRun: Bool = false,
    progress: @escaping @Sendable (BookmarkReader.Progress) -> Void = { _ in }
  ) async throws(ImportError) -> ImportReport {
    try await importLinks(
      from: [Source(reader)], at: date, isDryRun: isDryRun, progress: progress)
  }

  /// A file to import.
  struct Source: Sendable {
    let reader: BookmarkReader
    /// The file of a browser, if it's one. If it can't be read, the others are imported anyway.
    var browserFile: BrowserFile?

    init(_ reader: BookmarkReader) { self.reader = reader }

    init(_ file: BrowserFile) {
      reader = file.reader
      browserFile = file
    }
  }

  /// What was read of browsers.
  struct ReadBrowsers {
    /// The pages of each browser.
    var pages: [WebBrowser: Set<FollowedPage>] = [:]
    /// The files that couldn't be read.
    var unread: [URL] = []
  }

  /// Imports all links of several files in one transaction.
  /// - Parameter completion: called at the end of the transaction.
  func importLinks(
    from sources: [Source], at date: Date, isDryRun: Bool,
    progress: @escaping @Sendable (BookmarkReader.Progress) -> Void,
    completion: @escaping @Sendable (ReadBrowsers, Database) throws -> Void = { _, _ in }
  ) async throws(ImportError) -> ImportReport {
    let result: Result<ImportReport, BookmarkFileError>
    do throws(StoreError) {
      result = try await importInTransaction(
        from: sources, at: date, isDryRun: isDryRun, progress: progress, completion: completion)
    } catch .stopped {
      throw .file(.cancelled)
    } catch {
      throw .store(error)
    }
    switch result {
    case .success(let report): return report
    case .failure(let error): throw .file(error)
    }
  }

  private func importInTransaction(
    from sources: [Source], at date: Date, isDryRun: Bool,
    progress: @escaping @Sendable (BookmarkReader.Progress) -> Void,
    completion: @escaping @Sendable (ReadBrowsers, Database) throws -> Void
  ) async throws(StoreError) -> Result<ImportReport, BookmarkFileError> {
    try await write(.imported, at: date) { db -> Result<ImportReport, BookmarkFileError> in
      var report = ImportReport()
      var browsers = ReadBrowsers()
      do {
        // Rolls back what was read before a failure.
        try db.inSavepoint {
          try LinkTextIndex.insertingMany(in: db) {
            var pages = try PageFilter(in: db)
            for source in sources {
              guard let file = source.browserFile else {
                _ = try Self.importEntries(
                  of: source, at: date, into: &report, pages: &pages, in: db, progress: progress)
                continue
              }
              let before = report
              do {
                try db.inSavepoint {
                  browsers.pages[file.browser, default: []].formUnion(
                    try Self.importEntries(
                      of: source, at: date, into: &report, pages: &pages, in: db,
                      progress: progress))
                  return .commit
                }
              } catch let error as BookmarkFileError where error != .cancelled {
                report = before
                report.unreadFiles.append(error)
                browsers.unread.append(file.url)
              }
            }
            if let error = report.unreadFiles.first, browsers.unread.count == sources.count {
              throw error
            }
          }
          if !isDryRun { try completion(browsers, db) }
          return isDryRun ? .rollback : .commit
        }
        return .success(report)
      } catch let error as BookmarkFileError {
        return .failure(error)
      }
    }
  }

  /// Imports the entries of a file.
  /// - Returns: the pages in the file of a browser.
  private static func importEntries(
    of source: Source, at date: Date, into report: inout ImportReport, pages: inout PageFilter,
    in db: Database, progress: (BookmarkReader.Progress) -> Void
  ) throws -> Set<FollowedPage> {
    let before = report.linkCount + report.problemCount
    var failure: (any Error)?
    var found: Set<FollowedPage> = []
    do throws(BookmarkFileError) {
      report.format = try source.reader.read { part in
        var part = part
        part.entryCount += before
        progress(part)
      } _: { entry throws(CancellationError) in
        do {
          let key = try importEntry(entry, at: date, into: &report, pages: &pages, in: db)
          if let key, source.browserFile != nil { found.insert(FollowedPage(key: key)) }
        } catch {
          failure = error
          throw CancellationError()
        }
      }
    } catch {
      throw failure ?? error
    }
    return found
  }

  /// - Returns: the key of the bookmark's page; nil for a problem.
  private static func importEntry(
    _ entry: Result<Bookmark, BookmarkProblem>, at date: Date, into report: inout ImportReport,
    pages: inout PageFilter, in db: Database
  ) throws -> String? {
    switch entry {
    case .failure(let problem):
      report.countSkipped(problem.kind)
      if report.problems.count < 1_000 { report.problems.append(problem) }
      return nil
    case .success(let bookmark):
      let key = LinkKey.key(of: bookmark.address)
      // Looks the link up first, because every conflict on insertion would use up an id.
      if try pages.mayContain(key, in: db),
        let known = try known(key, in: db)
      {
        let isWhole = joined(note: known["note"], with: bookmark.note ?? "") != nil
        if bookmark.isNoteCut || !isWhole { report.cutNotes += 1 }
        let isEnriched = try enrich(known, with: bookmark, in: db)
        if known["trashedAt"] != nil {
          try db.cachedStatement(sql: "UPDATE link SET trashedAt = NULL WHERE id = ?")
            .execute(arguments: [known["id"] as Int64])
          report.restored += 1
        } else if isEnriched {
          report.enriched += 1
        } else {
          report.known += 1
        }
      } else {
        var record = try LinkRecord(bookmark, key: key, at: date)
        try record.insert(in: db)
        report.added += 1
        if bookmark.isNoteCut { report.cutNotes += 1 }
      }
      return key
    }
  }

  static func known(_ key: String, in db: Database) throws -> Row? {
    try Row.fetchOne(
      db.cachedStatement(
        sql: "SELECT id, tags, note, title, summary, savedAt, trashedAt FROM link WHERE key = ?"),
      arguments: [key])
  }

  /// Adds what the link lacks: tags, a title, a summary, the new part of the note, and an earlier
  /// date. Leaves everything else unchanged. Returns whether anything was added.
  @discardableResult
  static func enrich(_ row: Row, with bookmark: Bookmark, in db: Database) throws -> Bool {
    let tags = split(row["tags"])
    let more = Array(unique(tags + bookmark.tags).prefix(max(tags.count, Bookmark.listedTagLimit)))
    let note: String = row["note"]
    let newNote = joined(note: note, with: bookmark.note ?? "") ?? note
    let title: String? = row["title"]
    let summary: String? = row["summary"]
    let savedAt: Double = row["savedAt"]
    let earliest = earlier(savedAt, bookmark.savedAt?.timeIntervalSince1970)
    guard
      more != tags || newNote != note || earliest != savedAt
        || (title == nil && bookmark.title != nil) || (summary == nil && bookmark.summary != nil)
    else { return false }
    try db.cachedStatement(
      sql: "UPDATE link SET tags = ?, note = ?, title = ?, summary = ?, savedAt = ? WHERE id = ?"
    ).execute(
      arguments: [
        joined(more), newNote, title ?? bookmark.title, summary ?? bookmark.summary, earliest,
        row["id"] as Int64,
      ])
    return true
  }

  /// Returns the earlier one of a saved date and a file's, in seconds since 1970. A date that the file
  /// has in days, minutes or seconds isn't earlier than a more precise one within them.
  private static func earlier(_ savedAt: Double, _ other: Double?) -> Double {
    guard let other, other < savedAt else { return savedAt }
    let milliseconds = (other * 1_000).rounded()
    let precision = [86_400_000, 60_000, 1_000, 1].first {
      milliseconds.truncatingRemainder(dividingBy: $0) == 0
    }
    // In floating point, a whole number of milliseconds may be a little less.
    let saved = (savedAt * 1_000 + 0.001).rounded(.down)
    return saved - milliseconds < precision ?? 1 ? savedAt : other
  }

  /// Returns both notes, one below the other. If one contains the other, returns only that one, so
  /// that importing again adds nothing. Returns nil if both together are longer than a note may be.
  private static func joined(note: String, with other: String) -> String? {
    if other.isEmpty || note.contains(other) { return note }
    if note.isEmpty || other.contains(note) { return other }
    // Without a limit, thousands of duplicates would make the note endless.
    return note.utf8.count + other.utf8.count < TextLimit.note ? note + "\n" + other : nil
  }

  /// The largest id of a link, or 0.
  static func lastID(in db: Database) throws -> SavedLink.ID {
    try Int64.fetchOne(db, sql: "SELECT max(id) FROM link") ?? 0
  }

  /// Removes tags that differ only in case.
  static func unique(_ tags: [String]) -> [String] {
    guard tags.count > 1 else { return tags }
    var keys: Set<String> = []
    return tags.filter { keys.insert($0.tagKey).inserted }
  }
}

/// Finds out which pages may be saved already, so that an import of many new links needn't look up
/// each of them.
struct PageFilter {
  /// The hash values of all keys. Nil until enough lookups have happened to justify reading them.
  private var hashes: Set<Int>?
  private var lookups = 0
  private let sufficientLookups: Int

  init(in db: Database) throws {
    // Reading a key takes about a sixteenth of a lookup.
    sufficientLookups = max(1_000, Int(try SavedLinkStore.lastID(in: db)) / 16)
  }

  /// Whether the page with this key may be saved. Counts the page as saved from now on.
  mutating func mayContain(_ key: String, in db: Database) throws -> Bool {
    if hashes == nil, lookups >= sufficientLookups { hashes = try Self.hashes(in: db) }
    lookups += 1
    guard let isNew = hashes?.insert(key.hashValue).inserted else { return true }
    return !isNew
  }

  private static func hashes(in db: Database) throws -> Set<Int> {
    var hashes: Set<Int> = []
    let keys = try String.fetchCursor(db, sql: "SELECT key FROM link")
    while let key = try keys.next() { hashes.insert(key.hashValue) }
    return hashes
  }
}
