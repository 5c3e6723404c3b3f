import Links

extension AppState {
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
}
