import Markup
public import Bookmarks
public import Foundation
import GRDB
import LinkPreview

/// What came of an import.
public struct ImportReport: Hashable, Sendable {
  /// Links that were not there before.
  public var added = 0
  /// Links that lay in the trash, and are out of it now.
  public var restored = 0
  /// Links that were there, and learned tags, a note, a title or an earlier date.
  public var enriched = 0
  /// Links that were there, with all that the file says of them.
  public var known = 0
  /// Entries that were skipped, the first thousand.
  public var problems: [BookmarkProblem] = []
  public var problemCount = 0
  /// What the file was read as.
  public var format: BookmarkFormat?

  /// Links of the file, whatever came of them.
  public var linkCount: Int { added + restored + enriched + known }

  /// Nothing was read yet.
  public init() {}
}

extension SavedLinkStore {
  /// Takes in all links of a file, in one transaction: a file that can't be read to its end, and a
  /// cancelled import, change nothing. Importing again adds nothing.
  ///
  /// - Parameters:
  ///   - reader: of the file.
  ///   - date: when links were saved whose file does not tell.
  ///   - isDryRun: whether it only tells what would come of it, and changes nothing.
  ///   - progress: called now and then, on another thread.
  public func importLinks(
    from reader: BookmarkReader, at date: Date, isDryRun: Bool = false,
    progress: @escaping @Sendable (BookmarkReader.Progress) -> Void = { _ in }
  ) async throws(StoreError) -> Result<ImportReport, BookmarkFileError> {
    do {
      return try await importInOneGo(
        from: reader, at: date, isDryRun: isDryRun, progress: progress)
    } catch .stopped {
      return .failure(.cancelled)
    }
  }

  private func importInOneGo(
    from reader: BookmarkReader, at date: Date, isDryRun: Bool,
    progress: @escaping @Sendable (BookmarkReader.Progress) -> Void
  ) async throws(StoreError) -> Result<ImportReport, BookmarkFileError> {
    try await file.write { db -> Result<ImportReport, BookmarkFileError> in
      var report = ImportReport()
      var failure: (any Error)?
      // A savepoint, because what could be read before a failure must not stay.
      try db.execute(sql: "SAVEPOINT import")
      do {
        try Self.indexingAtOnce(in: db) {
          report.format = try reader.read(progress: progress) { entry throws(CancellationError) in
            do {
              try Self.take(entry, at: date, into: &report, in: db)
            } catch {
              failure = error
              throw CancellationError()
            }
          }
        }
        try db.execute(sql: isDryRun ? "ROLLBACK TO import; RELEASE import" : "RELEASE import")
        return .success(report)
      } catch {
        try? db.execute(sql: "ROLLBACK TO import; RELEASE import")
        if let failure { throw failure }
        guard let error = error as? BookmarkFileError else { throw error }
        return .failure(error)
      }
    }
  }

  private static func take(
    _ entry: Result<Bookmark, BookmarkProblem>, at date: Date, into report: inout ImportReport,
    in db: Database
  ) throws {
    switch entry {
    case .failure(let problem):
      report.problemCount += 1
      if report.problems.count < 1_000 { report.problems.append(problem) }
    case .success(let bookmark):
      let key = LinkKey.key(of: bookmark.address)
      // Not left to a conflict: each would use up an id.
      if let known = try known(bookmark.address, key: key, in: db) {
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
        try insert(bookmark, key: key, at: date, in: db)
        report.added += 1
      }
    }
  }

  private static func insert(
    _ bookmark: Bookmark, key: String, at date: Date, in db: Database
  ) throws {
    let metadata = bookmark.linkMetadata
    try db.cachedStatement(
      sql: """
        INSERT INTO link (url, key, host, title, site, summary, tags, note, metadata, savedAt, openedAt)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """
    ).execute(
      arguments: [
        bookmark.address.text, key, metadata?.url.displayHost ?? bookmark.address.displayHost,
        metadata?.title ?? bookmark.title, metadata?.siteName,
        metadata?.summary ?? bookmark.summary, joined(unique(bookmark.tags)), bookmark.note ?? "",
        try metadata.map { try JSONEncoder().encode($0) },
        (bookmark.savedAt ?? date).timeIntervalSince1970,
        bookmark.openedAt?.timeIntervalSince1970,
      ])
  }

  private static func known(
    _ address: WebAddress, key: String, in db: Database
  ) throws -> Row? {
    let rows = try Row.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT id, url, tags, note, title, summary, savedAt, trashedAt FROM link
          WHERE \(ofPage) ORDER BY key
          """),
      arguments: [key, key])
    return best(of: rows, for: address)
  }

  /// Adds what is missing: tags, a title, a summary, the words of the note that are not there yet, and the
  /// earlier date. Nothing else of what is there changes.
  private static func enrich(_ row: Row, with bookmark: Bookmark, in db: Database) throws -> Bool {
    let tags = split(row["tags"])
    let more = Array(unique(tags + bookmark.tags).prefix(max(tags.count, Bookmark.tagLimit)))
    let note: String = row["note"]
    let newNote = joined(note: note, with: bookmark.note ?? "")
    let title: String? = row["title"]
    let summary: String? = row["summary"]
    let savedAt: Double = row["savedAt"]
    let earliest = min(savedAt, bookmark.savedAt?.timeIntervalSince1970 ?? savedAt)
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

  /// Both notes, one below the other; one of them where it has the other in it, so that importing again
  /// adds nothing.
  private static func joined(note: String, with other: String) -> String {
    if other.isEmpty || note.contains(other) { return note }
    if note.isEmpty || other.contains(note) { return other }
    // As long as a note of a file may be; else thousands of duplicates would make it endless.
    return note.utf8.count + other.utf8.count < 20_000 ? note + "\n" + other : note
  }

  /// Without those that differ in case only.
  static func unique(_ tags: [String]) -> [String] {
    guard tags.count > 1 else { return tags }
    var keys: Set<String> = []
    return tags.filter { keys.insert($0.lowercased()).inserted }
  }
}
