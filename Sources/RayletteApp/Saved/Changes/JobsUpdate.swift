import LinkPreview
import Links

extension AppState {
  mutating func beginRefresh() -> [Effect] {
    // Reloading a page reloads its picture too.
    self.pictures.forgetFailures()
    saved.icons.forgetFailures()
    return beginJob(.refresh)
  }

  /// Starts a job over the selected links. Without a selection, a refresh covers the link at the
  /// cursor, and a check covers all listed links. Only one job runs at a time.
  mutating func beginJob(_ kind: BackgroundJob.Kind) -> [Effect] {
    guard job == nil else {
      notice = .information("Something is under way; press esc to stop it.")
      return []
    }
    guard canChange() else { return [] }
    let ids = kind == .check && saved.selectedIDs.isEmpty ? saved.ids : saved.targets
    guard !ids.isEmpty else { return [] }
    if kind == .check, ids.count > Self.unconfirmedChecks {
      modals.open(.question(.check(ids)))
      return []
    }
    return begin(kind, of: ids)
  }

  /// The number of links to check without asking first.
  private static let unconfirmedChecks = 50

  mutating func begin(_ kind: BackgroundJob.Kind, of ids: [SavedLink.ID]) -> [Effect] {
    guard job == nil else {
      notice = .information("Something is under way; press esc to stop it.")
      return []
    }
    let id = nextRequest()
    saved.jobRequest.begin(id, BackgroundJob(kind: kind, total: ids.count))
    return [.job(kind == .check ? .check(id, ids) : .refresh(id, ids))]
  }

  /// Shows the progress of a change of many links.
  mutating func beginChangeJob(_ id: RequestID, total: Int) {
    if job == nil { saved.jobRequest.begin(id, BackgroundJob(kind: .change, total: total)) }
  }

  mutating func progressJob(_ id: RequestID, done: Int) {
    if saved.jobRequest.isPending(id) { saved.jobRequest.update { $0.done = done } }
  }

  mutating func endJob(_ id: RequestID, _ result: JobResult) -> [Effect] {
    _ = saved.jobRequest.end(id)
    if case .refreshed(_, _, let failures) = result {
      saved.backfill.failures.merge(failures) { $1 }
    }
    switch result {
    case .refreshed(let metadata, 1, let failures) where metadata.isEmpty && failures.count == 1:
      let error = failures.values.first
      notice = .failure("Not refreshed: \(error?.detail ?? error?.sentence.lowercasedFirst ?? "").")
      return []
    case .refreshed(let metadata, let failed, _) where metadata.isEmpty:
      notice = .information("\(ChangeKind.refreshed(failed: failed).message(count: 0)).")
      return []
    case .refreshed(let metadata, let failed, _):
      return change(.make(.setMetadata(metadata)), .refreshed(failed: failed))
    case .checked(let counts):
      notice = .information("\(counts.message).")
      return reloadList(isExternal: true)
    case .changed: return []
    }
  }
}
