import LinkPreview
import Links

extension SavedState {
  mutating func beginRefresh(in turn: inout Turn) -> [Effect] {
    // Reloading a page reloads its picture too.
    turn.ask(.retryFailedPictures)
    icons.forgetFailures()
    return beginJob(.refresh, in: &turn)
  }

  /// Starts a job over the selected links. Without a selection, a refresh covers the link at the
  /// cursor, and a check covers all listed links. Only one job runs at a time.
  mutating func beginJob(_ kind: BackgroundJob.Kind, in turn: inout Turn) -> [Effect] {
    guard job == nil else {
      turn.notice = .information("Something is under way; press esc to stop it.")
      return []
    }
    guard turn.canChange() else { return [] }
    let ids = kind == .check && selectedIDs.isEmpty ? ids : targets
    guard !ids.isEmpty else { return [] }
    if kind == .check, ids.count > Self.unconfirmedChecks {
      turn.ask(.open(.question(.check(ids))))
      return []
    }
    return begin(kind, of: ids, in: &turn)
  }

  /// The number of links to check without asking first.
  private static let unconfirmedChecks = 50

  mutating func begin(
    _ kind: BackgroundJob.Kind, of ids: [SavedLink.ID], in turn: inout Turn
  ) -> [Effect] {
    guard job == nil else {
      turn.notice = .information("Something is under way; press esc to stop it.")
      return []
    }
    let id = turn.nextRequest()
    jobRequest.begin(id, BackgroundJob(kind: kind, total: ids.count))
    return [.job(kind == .check ? .check(id, ids) : .refresh(id, ids))]
  }

  /// Shows the progress of a change of many links.
  mutating func beginChangeJob(_ id: RequestID, total: Int) {
    if job == nil { jobRequest.begin(id, BackgroundJob(kind: .change, total: total)) }
  }

  mutating func progressJob(_ id: RequestID, done: Int) {
    if jobRequest.isPending(id) { jobRequest.update { $0.done = done } }
  }

  mutating func endJob(
    _ id: RequestID, _ result: JobResult, in turn: inout Turn
  ) -> [Effect] {
    _ = jobRequest.end(id)
    if case .refreshed(_, _, let failures) = result {
      backfill.failures.merge(failures) { $1 }
    }
    switch result {
    case .refreshed(let metadata, 1, let failures) where metadata.isEmpty && failures.count == 1:
      let error = failures.values.first
      turn.notice = .failure(
        "Not refreshed: \(error?.detail ?? error?.sentence.lowercasedFirst ?? "").")
      return []
    case .refreshed(let metadata, let failed, _) where metadata.isEmpty:
      turn.notice = .information("\(ChangeKind.refreshed(failed: failed).message(count: 0)).")
      return []
    case .refreshed(let metadata, let failed, _):
      return change(.make(.setMetadata(metadata)), .refreshed(failed: failed), in: &turn)
    case .checked(let counts):
      turn.notice = .information("\(counts.message).")
      return reload(isExternal: true, in: &turn)
    case .changed: return []
    }
  }
}
