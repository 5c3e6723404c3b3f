package import LinkPreview
package import Links
import Localization

/// A long-running task that reports its progress.
struct BackgroundJob: Equatable, Sendable {
  enum Kind: Hashable, Sendable { case refresh, check, change, importing }
  var kind: Kind
  var done = 0
  var total: Int

  /// The progress line on screen.
  var progressText: String {
    switch kind {
    case .refresh: localized("Refreshing \(done.grouped) of \(total.grouped).")
    case .check: localized("Checking \(done.grouped) of \(total.grouped).")
    case .change: localized("Changing \(done.grouped) of \(total.grouped).")
    case .importing: localized("Importing \(done.grouped) of \(total.grouped).")
    }
  }

  /// What a screen reader says of it. It doesn't change while the job runs.
  var announcement: String {
    switch kind {
    case .refresh: localized("Refreshing \(total, "link").")
    case .check: localized("Checking \(total, "link").")
    case .change: localized("Changing \(total, "link").")
    case .importing: localized("Importing \(total, "link").")
    }
  }
}

/// The result of a job.
package enum JobResult: Equatable, Sendable {
  /// The new metadata of the pages, the number of failures, and the reasons of those that were
  /// tried.
  case refreshed(
    [SavedLink.ID: LinkMetadata], failed: Int, failures: [SavedLink.ID: LinkMetadataError] = [:])
  case checked(CheckCounts)
  case changed
}

extension SavedState {
  /// Fetches the pages of the selected links or the one at the cursor again.
  mutating func beginRefresh(in context: inout UpdateContext) {
    // Reloading a page reloads its picture too.
    context.retryFailedPictures()
    icons.forgetFailures()
    return beginJob(.refresh, ofAll: false, in: &context)
  }

  /// Starts a job over all listed links, or else over the selected ones or the one at the cursor.
  /// Asks first if the job fetches many pages. Only one job runs at a time.
  mutating func beginJob(
    _ kind: BackgroundJob.Kind, ofAll all: Bool, in context: inout UpdateContext
  ) {
    guard job == nil else {
      context.notice = Self.jobIsRunning(context.surroundings.keyMap)
      return
    }
    guard context.canChange() else { return }
    let ids = all ? ids : targets
    guard !ids.isEmpty else { return }
    if ids.count > Self.unconfirmedFetches {
      return context.open(.question(kind == .check ? .check(ids) : .refresh(ids)))
    }
    return begin(kind, of: ids, in: &context)
  }

  static func jobIsRunning(_ keyMap: KeyMap) -> Notice {
    .information(
      keyMap.advice(by: "saved.back", on: .saved) {
        localized("Something is under way; press \($0) to stop it.")
      } ?? localized("Something is under way."))
  }

  /// The number of pages to fetch without asking first.
  private static let unconfirmedFetches = 50

  mutating func begin(
    _ kind: BackgroundJob.Kind, of ids: [SavedLink.ID], in context: inout UpdateContext
  ) {
    guard job == nil else {
      context.notice = Self.jobIsRunning(context.surroundings.keyMap)
      return
    }
    let id = context.nextRequest()
    jobRequest.begin(id, BackgroundJob(kind: kind, total: ids.count))
    context.run(.job(kind == .check ? .check(id, ids) : .refresh(id, ids)))
  }

  /// Shows the progress of a change of many links.
  mutating func beginChangeJob(_ id: RequestID, total: Int) {
    if job == nil { jobRequest.begin(id, BackgroundJob(kind: .change, total: total)) }
  }

  mutating func progressJob(_ id: RequestID, done: Int) {
    if jobRequest.isPending(id) { jobRequest.update { $0.done = done } }
  }

  mutating func endJob(_ id: RequestID, _ result: JobResult, in context: inout UpdateContext) {
    _ = jobRequest.end(id)
    if case .refreshed(_, _, let failures) = result {
      backfill.failures.merge(failures) { $1 }
    }
    switch result {
    case .refreshed(let metadata, 1, let failures) where metadata.isEmpty && failures.count == 1:
      let error = failures.values.first
      return context.fail(
        localized("Not refreshed: \(error?.detail ?? error?.sentence.lowercasedFirst ?? "")."))
    case .refreshed(let metadata, let failed, _) where metadata.isEmpty:
      return context.inform(ChangeKind.refreshed(failed: failed).message(count: 0).asSentence)
    case .refreshed(let metadata, let failed, _):
      change(.make(.setMetadata(metadata)), .refreshed(failed: failed), in: &context)
    case .checked(let counts):
      context.inform("\(counts.message).")
      return reload(isExternal: true, in: &context)
    case .changed: return
    }
  }
}
