public import Bookmarks
public import Foundation
import GRDB
import LinkPreview
public import Links
import Markup

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
    try await write(.imported, at: date) { journal -> Result<ImportReport, BookmarkFileError> in
      let db = journal.db
      var report = ImportReport()
      var browsers = ReadBrowsers()
      do {
        // Rolls back what was read before a failure.
        try db.inSavepoint {
          var pages = try PageFilter(in: db)
          for source in sources {
            guard let file = source.browserFile else {
              _ = try Self.importEntries(
                of: source, at: date, into: &report, pages: &pages, in: journal,
                progress: progress)
              continue
            }
            let before = report
            do {
              try db.inSavepoint {
                browsers.pages[file.browser, default: []].formUnion(
                  try Self.importEntries(
                    of: source, at: date, into: &report, pages: &pages, in: journal,
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
    in journal: Journal, progress: (BookmarkReader.Progress) -> Void
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
          let key = try importEntry(entry, at: date, into: &report, pages: &pages, in: journal)
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
    pages: inout PageFilter, in journal: Journal
  ) throws -> String? {
    let db = journal.db
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
        let isEnriched = try enrich(known, with: bookmark, in: journal)
        if known["trashedAt"] != nil {
          try journal.set([.trashedAt: nil as Double?], of: known["id"])
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
  static func enrich(
    _ row: Row, with bookmark: Bookmark, in journal: Journal
  ) throws -> Bool {
    let knownTags: String = row["tags"]
    let tags = split(knownTags)
    let more = Array(unique(tags + bookmark.tags).prefix(max(tags.count, Bookmark.listedTagLimit)))
    let note: String = row["note"]
    let newNote = joined(note: note, with: bookmark.note ?? "") ?? note
    let title: String? = row["title"]
    let summary: String? = row["summary"]
    let savedAt: Double = row["savedAt"]
    let earliest = earlier(savedAt, bookmark.savedAt?.timeIntervalSince1970)
    return try journal.write(
      [
        (.tags, row["tags"], (more == tags ? knownTags : joined(more)).databaseValue),
        (.note, row["note"], newNote.databaseValue),
        (.title, row["title"], (title ?? bookmark.title).databaseValue),
        (.summary, row["summary"], (summary ?? bookmark.summary).databaseValue),
        (.savedAt, row["savedAt"], earliest.databaseValue),
      ], of: row["id"])
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

extension SavedLinkStore {
  /// Imports all bookmarks of browsers in one transaction. If the import is cancelled, or no file can
  /// be read, nothing changes. Of a file that can't be read to its end, nothing is imported, and
  /// ``ImportReport/unreadFiles`` says why. Importing again adds nothing; links in the trash are
  /// restored. Browsers may be running: what they wrote last is read, too, and their files stay as
  /// they are.
  ///
  /// - Parameters:
  ///   - profiles: of any browsers.
  ///   - follows: whether ``importNewBookmarks(of:at:)`` adds what's new in these browsers from now
  ///     on.
  ///   - onlyProfile: the name of the only profile to follow.
  ///   - date: the date for links that have none in their file.
  ///   - isDryRun: whether to only report what would happen, without changing anything.
  ///   - progress: called from time to time, on another thread.
  public func importLinks(
    from profiles: [BrowserProfile], follows: Bool = false, onlyProfile: String? = nil,
    at date: Date, isDryRun: Bool = false,
    progress: @escaping @Sendable (BookmarkReader.Progress) -> Void = { _ in }
  ) async throws(ImportError) -> ImportReport {
    let sources = BrowserFile.all(of: profiles).map(Source.init)
    // The files may change while they're read, which the next start has to notice.
    let states = Dictionary(grouping: profiles, by: \.browser).mapValues { profiles in
      FollowedState(of: profiles.flatMap(\.files))
    }
    return try await importLinks(
      from: sources, at: date, isDryRun: isDryRun, progress: progress
    ) { read, db in
      for (browser, state) in states {
        if follows {
          var state = state
          state.forget(read.unread)
          try FollowedTables.follow(browser, profile: onlyProfile, state, since: date, in: db)
        }
        // Also for a browser that's followed already: what's imported now counts as seen.
        try FollowedTables.see(read.pages[browser] ?? [], of: browser, in: db)
      }
    }
  }
}

extension SavedLinkStore {
  /// Returns the browsers whose new bookmarks are imported at each start.
  package func followedBrowsers() async throws(StoreError) -> [FollowedBrowser] {
    let browsers = try await file.read { db in
      try Row.fetchAll(db, sql: "SELECT * FROM followedBrowser ORDER BY since")
        .compactMap(FollowedBrowser.init)
    }
    return browsers ?? []
  }

  /// Stops importing the new bookmarks of a browser.
  /// - Returns: false if it wasn't followed.
  public func unfollow(_ browser: WebBrowser) async throws(StoreError) -> Bool {
    try await file.write { db in
      try db.execute(
        sql: "DELETE FROM followedBrowser WHERE browser = ?", arguments: [browser.rawValue])
      return db.changesCount > 0
    }
  }

  /// Imports the bookmarks that are new in the followed browsers since the last call. Leaves links
  /// that are saved or in the trash as they are. Several programs may do this at once.
  ///
  /// - Parameters:
  ///   - profiles: of all browsers; those that aren't followed aren't read.
  ///   - date: the date for links that have none in the browser.
  /// - Returns: the browsers with new links, and those that can't be read.
  @concurrent
  public func importNewBookmarks(
    of profiles: [BrowserProfile], at date: Date
  ) async throws(StoreError) -> [FollowedImport] {
    var imports: [FollowedImport] = []
    for followed in try await followedBrowsers() {
      let files = BrowserFile.all(of: profiles.filter(followed.includes))
      // The files may change while they're read, which the next call has to notice.
      var state = FollowedState(of: files.map(\.url))
      // A profile that's gone, as on a drive that isn't mounted, may come back.
      let changed = files.filter { !state.isSame($0.url, as: followed.state) }
      if changed.isEmpty { continue }
      do {
        let known = try await file.read { try FollowedTables.pages(of: followed.browser, in: $0) }
        // Reads before anything is written, so that other programs needn't wait for the disk.
        let new = try NewBookmarks(in: changed, besides: known ?? [])
        state.forget(new.unread.map(\.file.url))
        let added = try await add(new, of: followed.browser, state, at: date)
        let problem = new.unread.first?.error.description
        if added > 0 || problem != nil {
          imports.append(
            FollowedImport(browser: followed.browser, added: added, problem: problem))
        }
      } catch is CancellationError {
        break
      } catch let error as StoreError {
        throw error
      } catch {
        continue
      }
    }
    return imports
  }

  /// Adds the bookmarks that weren't in the browser before, unless their pages are saved, in the
  /// trash, or deleted on any device.
  /// - Returns: the number of new links.
  private func add(
    _ new: NewBookmarks, of browser: WebBrowser, _ state: FollowedState, at date: Date
  ) async throws(StoreError) -> Int {
    try await write(.imported, at: date) { journal in
      let db = journal.db
      // It may no longer be followed by now.
      guard try FollowedTables.isFollowed(browser, in: db) else { return 0 }
      var adder = BookmarkAdder(browser: browser, date: date)
      for bookmark in new.bookmarks { try adder.add(bookmark, in: journal) }
      var state = state
      for file in new.large {
        do {
          try adder.addAll(of: file, in: journal)
        } catch BookmarkFileError.cancelled {
          throw CancellationError()
        } catch is BookmarkFileError {
          // It could be read a moment ago. What was added of it counts as seen.
          state.forget([file.url])
        }
      }
      try FollowedTables.set(state, of: browser, in: db)
      return adder.added.count
    }
  }
}
