import Bookmarks
import Foundation
import Links
import LinkStore
import Favorites
import RayletteApp

/// Imports the bookmarks of browsers.
extension StoreWriter {
  /// Imports all bookmarks of browsers as one change, with progress. If it's cancelled, nothing
  /// changes.
  func importBookmarks(_ id: RequestID, of browsers: [WebBrowser]) async {
    let recording = saved.recording(.imported, at: now())
    let result = await runConcurrently(id) {
      [environment, now, sendAction] () async -> Result<ImportReport, ImportError> in
      let profiles = BrowserProfile.all(environment: environment, readsLists: true)
        .filter { browsers.contains($0.browser) }
      do throws(ImportError) {
        return .success(
          try await recording.importLinks(from: profiles, at: now()) {
            sendAction(.saved(.jobProgressed(id, done: $0.entryCount)))
          })
      } catch {
        return .failure(error)
      }
    }
    entries[id] = recording.recordedChange
    post(
      .changes(
        .bookmarksImported(id, result.map(ImportedBookmarks.init).mapError(ImportFailure.init))))
  }

  /// Imports what's new in the browsers that are followed. Does nothing if the store isn't writable,
  /// because the screen already says so.
  ///
  /// Other changes don't wait for it, because the files of browsers can be large.
  func importNewBookmarks(_ id: RequestID) {
    let recording = saved.recording(.imported, at: now())
    tasks.run(id) { [environment, now] in
      guard
        let imports = await Self.newBookmarks(
          into: recording, environment: environment, at: now())
      else { return }
      self.entries[id] = recording.recordedChange
      // A program that was started at the same time may have imported them before the list was
      // watched.
      self.post(
        imports.isEmpty ? .program(.storeChanged) : .changes(.newBookmarksImported(id, imports)))
    }
  }

  /// - Returns: nil if no browser is followed.
  @concurrent private static func newBookmarks(
    into store: SavedLinkStore, environment: [String: String], at date: Date
  ) async -> [FollowedImport]? {
    guard let followed = try? await store.followedBrowsers(), !followed.isEmpty else { return nil }
    let profiles = BrowserProfile.all(environment: environment, readsLists: true)
    return (try? await store.importNewBookmarks(of: profiles, at: date)) ?? []
  }

  /// Runs a body off the main actor in its own task, so that only this change can be cancelled, and
  /// not the whole queue.
  private func runConcurrently<Value: Sendable>(
    _ id: RequestID, _ body: @escaping @Sendable () async -> Value
  ) async -> Value {
    let task = Task { @concurrent in await body() }
    tasks.run(id) {
      await withTaskCancellationHandler {
        _ = await task.value
      } onCancel: {
        task.cancel()
      }
    }
    return await task.value
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
