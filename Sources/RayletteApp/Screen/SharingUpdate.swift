import Links

/// Opening and sharing the links on screen.
extension AppState {
  // MARK: - Opening

  /// Opens links in the browser: the selected ones, or else the one at the cursor.
  mutating func openTargets() -> [Effect] {
    tab == .spin ? spin.card?.opening ?? [] : open(saved.targets)
  }

  /// The number of links to open without asking first.
  private static let unconfirmedLimit = 5

  mutating func open(_ ids: [SavedLink.ID]) -> [Effect] {
    guard ids.count <= Self.unconfirmedLimit else {
      modals.open(.question(.open(ids)))
      return []
    }
    return openAll(ids)
  }

  func openAll(_ ids: [SavedLink.ID]) -> [Effect] {
    // Doesn't read links on screen again, because reading waits for a change that's being written.
    let known = ids.flatMap { id -> [Effect] in
      guard let link = saved.link(id) else { return [] }
      return [.system(.open(link.url)), .write(.markOpened(id))]
    }
    let unknown = ids.filter { saved.link($0) == nil }
    return known + (unknown.isEmpty ? [] : [.system(.openSaved(unknown))])
  }

  mutating func report(_ result: Result<BrowserName, BrowserFailure>) {
    switch result {
    case .success(let browser): notice = .information("Opened in \(browser.name).")
    case .failure(let failure):
      notice = .failure("\(failure.sentence) Press O to see the address.")
    }
  }

  // MARK: - Sharing

  mutating func openShareSheet(for subject: ShareSheet.Subject) {
    modals.open(.share(ShareSheet(subject, capabilities: self.shareCapabilities)))
  }

  mutating func copyAddress() -> [Effect] {
    shareSubject.map { [.share(nextRequest(), .copy(.address), $0.source)] } ?? []
  }

  /// Lets the share sheet know about the card on Spin.
  mutating func reconcileShare() -> [Effect] {
    let card = spin.card.map { (url: $0.url, metadata: $0.saveableMetadata) }
    return updateModal(\.sheet) { $0.reconcile(with: card, in: &$1) }
  }

  mutating func endShare(
    _ id: RequestID, _ activity: ShareActivity, _ result: Result<ShareOutcome, ShareFailure>
  ) {
    let isOfSheet = modals.sheet?.phase == .working(id, activity)
    switch result {
    case .success(let outcome):
      if isOfSheet { modals.sheet = nil }
      if let message = outcome.message(of: activity) { notice = .success(message) }
      if isOfSheet, case .code(let code, let address) = outcome {
        modals.open(.code(code, address: address))
      }
    case .failure(let failure):
      if isOfSheet { modals.sheet?.phase = .choosing }
      notice =
        failure == .cancelled
        ? activity.cancellation
        : .failure("\(activity.description.failure): \(failure.sentence)")
    }
  }
}
