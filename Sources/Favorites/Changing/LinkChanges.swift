import Bookmarks
package import Foundation
package import LinkPreview
import LinkStore
package import Links
import Markup

/// Changes of saved links and wheels. Each is one change in the log, which can be undone.
package struct LinkChanges: Sendable {
  let saved: SavedLinkStore
  let wheels: WheelStore
  /// Says where browsers have their profiles.
  let environment: [String: String]
  let now: @Sendable () -> Date

  /// The result of a change, and the change's entry in the log; nil if it had no effect.
  package typealias Recorded<Value> = (value: Value, entry: LinkChange.ID?)

  package func save(_ metadata: LinkMetadata) async throws(StoreError) -> Recorded<SaveOutcome> {
    let recording = saved.recording(.saved, at: now())
    let outcome = try await recording.save(metadata, at: now())
    return (outcome, recording.recordedChange)
  }

  /// Saves addresses without fetching them.
  /// - Returns: what was saved, also before an error.
  package func save(_ urls: [URL]) async -> (Recorded<AddressesSaved>, StoreError?) {
    let recording = saved.recording(.saved, at: now())
    let (additions, failure) = await recording.addInBatches(urls.map { WebAddress($0) }, at: now)
    var outcome = AddressesSaved(
      saved: [], known: 0, first: additions.first?.outcome.link.id)
    for addition in additions {
      switch addition.outcome {
      case .saved(let link), .restored(let link): outcome.saved.append(link.id)
      case .alreadySaved: outcome.known += 1
      }
    }
    return ((outcome, recording.recordedChange), failure)
  }

  /// Returns what a request changes, and its kind in the log, which for some only the store can tell.
  /// - Parameter kind: the kind of the other requests.
  package func change(
    for request: ChangeRequest, _ kind: ChangeKind
  ) async throws(StoreError) -> (change: StoreChange, kind: ChangeKind) {
    switch request {
    case .make(let change): return (.links(change), kind)
    case .acceptMoves(let ids):
      return (.links(.setAddresses(try await saved.moves(of: ids))), kind)
    case .mark(.page(let url), let isRead):
      let isRead = isRead ?? true
      let change = ReadingChange(isRead: isRead, [WebAddress(url)], at: now())
      return (.reading(change), .marked(isRead: change.isRead))
    case .mark(.links(let ids), let isRead):
      let links = try await saved.links(ids)
      let isRead = isRead ?? links.contains { $0.reading?.readAt == nil }
      let change = ReadingChange(isRead: isRead, links.map(\.address), at: now())
      return (.reading(change), .marked(isRead: change.isRead))
    case .never(let entry): return (.never(entry), kind)
    case .allow(let subject): return (.allow(subject), kind)
    }
  }

  /// Makes a change, or a part of it if the task is cancelled or an error occurs.
  /// - Parameter progress: called with the number of links that are done.
  package func make(
    _ change: StoreChange, _ kind: ChangeKind, progress: @Sendable (Int) -> Void = { _ in }
  ) async -> Recorded<ChangeOutcome> {
    guard change.count > 0 else { return (ChangeOutcome(), nil) }
    let made = await change.apply(to: saved, wheels, as: kind, at: now(), progress: progress)
    return (made.outcome, made.entry)
  }

  /// - Parameter change: the change to undo; nil for the latest of this device, if it isn't one to
  ///   ask about.
  package func undo(_ change: LinkChange.ID?) async throws(StoreError) -> ChangeOutcome {
    try await replayed(try await saved.undo(change, at: now(), isCareful: change == nil))
  }

  /// Redoes the change that was undone last.
  package func redo() async throws(StoreError) -> ChangeOutcome {
    try await replayed(try await saved.redo(at: now()))
  }

  private func replayed(_ change: ReplayedChange?) async throws(StoreError) -> ChangeOutcome {
    if let change, !change.isHeld { try await wheels.updateSession(after: change) }
    return ChangeOutcome(change)
  }

  /// Deletes links for good that were removed more than 30 days ago.
  /// - Returns: false if another program has locked the file, so that it's to be tried again.
  package func purgeTrash() async -> Bool {
    do throws(StoreError) {
      try await saved.deleteExpired(at: now())
    } catch {
      if case .busy = error { return false }
    }
    return true
  }
}

/// The bookmarks of browsers.
extension LinkChanges {
  /// Returns the browsers that have bookmarks, without reading any.
  package func browsers() -> [WebBrowser] {
    let found = Set(BrowserProfile.all(environment: environment).map(\.browser))
    return WebBrowser.allCases.filter(found.contains)
  }

  /// Counts the bookmarks of each browser.
  /// - Throws: ``StoreError/stopped`` if the task is cancelled.
  package func bookmarks() throws(StoreError) -> [BrowserBookmarks] {
    do { return try BrowserBookmarks.counted(in: profiles) } catch { throw .stopped }
  }

  private var profiles: [BrowserProfile] {
    BrowserProfile.all(environment: environment, readsLists: true)
  }

  /// Imports all bookmarks of browsers as one change. If the task is cancelled, nothing changes.
  /// - Parameter progress: called with the number of entries that are read.
  @concurrent package func importBookmarks(
    of browsers: [WebBrowser], progress: @escaping @Sendable (Int) -> Void
  ) async -> Recorded<Result<ImportedBookmarks, ImportFailure>> {
    let recording = saved.recording(.imported, at: now())
    do throws(ImportError) {
      let report = try await recording.importLinks(
        from: profiles.filter { browsers.contains($0.browser) }, at: now()
      ) { progress($0.entryCount) }
      return (.success(ImportedBookmarks(report)), recording.recordedChange)
    } catch {
      return (.failure(ImportFailure(error)), recording.recordedChange)
    }
  }

  /// Imports what's new in the browsers that are followed.
  /// - Returns: nil if no browser is followed.
  @concurrent package func importNewBookmarks() async -> Recorded<[FollowedImport]>? {
    guard let followed = try? await saved.followedBrowsers(), !followed.isEmpty else { return nil }
    let recording = saved.recording(.imported, at: now())
    let imports = (try? await recording.importNewBookmarks(of: profiles, at: now())) ?? []
    return (imports, recording.recordedChange)
  }
}

extension ImportedBookmarks {
  fileprivate init(_ report: ImportReport) {
    self.init(
      added: report.added + report.restored, enriched: report.enriched,
      skipped: report.problemCount, problem: report.unreadFiles.first?.description)
  }
}

extension ImportFailure {
  fileprivate init(_ error: ImportError) {
    self = error == .file(.cancelled) ? .stopped : .failed(error.description)
  }
}
