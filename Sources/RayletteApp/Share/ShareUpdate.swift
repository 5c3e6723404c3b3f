import Foundation
import LinkPreview
import LinkStore

extension AppState {
  /// The links that would be shared now.
  var shareSubject: ShareSheet.Subject? {
    switch tab {
    case .spin: spin == nil ? nil : .spin
    case .saved: saved.hasTargets ? .saved(saved.targets) : nil
    }
  }

  mutating func openShareSheet() {
    sheet = shareSubject.map { ShareSheet($0, capabilities: shareCapabilities) }
  }

  mutating func copyAddress() -> [Effect] {
    guard let source = shareSubject.flatMap(source) else { return [] }
    return [.share(nextRequest(), .copy(.address), source)]
  }

  mutating func moveInShareSheet(by step: Int) {
    guard let sheet else { return }
    self.sheet?.selection = min(max(0, sheet.selection + step), sheet.activities.count - 1)
  }

  mutating func chooseActivity() -> [Effect] { sheet?.selected.map { begin($0) } ?? [] }

  mutating func chooseActivity(withKey key: Character) -> [Effect] {
    guard let sheet,
      let index = sheet.activities.firstIndex(where: { sheet.key(of: $0) == key })
    else { return [] }
    self.sheet?.selection = index
    return chooseActivity()
  }

  /// Performs the activity that waited for the page, once the page has arrived or failed.
  mutating func followShare() -> [Effect] {
    guard case .waiting(let activity)? = sheet?.phase else { return [] }
    return begin(activity)
  }

  private mutating func begin(_ activity: ShareActivity) -> [Effect] {
    guard let sheet else { return [] }
    if activity == .open {
      overlay = nil
      // Uses the links of the sheet, because the cursor may have moved.
      switch sheet.subject {
      case .spin: return openSpin()
      case .saved(let ids): return open(ids)
      case .page(let metadata, _): return [.system(.open(metadata.originalURL))]
      }
    }
    if activity.description.needsPage, sheet.subject == .spin, spin?.isLoading == true {
      self.sheet?.phase = .waiting(activity)
      return []
    }
    guard let source = source(of: sheet.subject) else { return [] }
    let id = nextRequest()
    self.sheet?.phase = .working(id, activity)
    return [.share(id, activity, source)]
  }

  private func source(of subject: ShareSheet.Subject) -> ShareSource? {
    switch subject {
    case .spin: spin.map { .link($0.saveableMetadata ?? LinkMetadata(originalURL: $0.url)) }
    case .saved(let ids): .saved(ids)
    case .page(let metadata, let markdown):
      markdown.map { .article(metadata, markdown: $0) } ?? .link(metadata)
    }
  }

  mutating func cancelShare() -> [Effect] {
    switch sheet?.phase {
    case .waiting(let activity)?:
      sheet?.phase = .choosing
      notice = activity.cancellation
      return []
    // The sheet stays until the activity has ended, because it may be complete already.
    case .working(let id, _)?: return [.cancel(id)]
    case .choosing?, nil: return []
    }
  }

  mutating func endShare(
    _ id: RequestID, _ activity: ShareActivity, _ result: Result<ShareOutcome, ShareFailure>
  ) {
    let isOfSheet = sheet?.phase == .working(id, activity)
    switch result {
    case .success(let outcome):
      if isOfSheet { overlay = nil }
      if let message = outcome.message(of: activity) { notice = .success(message) }
      if isOfSheet, case .code(let code, let address) = outcome {
        overlay = .code(code, address: address)
      }
    case .failure(let failure):
      if isOfSheet { sheet?.phase = .choosing }
      notice =
        failure == .cancelled
        ? activity.cancellation
        : .failure("\(activity.description.failure): \(failure.sentence)")
    }
  }
}

extension ShareActivity {
  fileprivate var cancellation: Notice {
    let name = description.name
    // The name of the user's own command keeps its spelling.
    if case .command = self { return .information("Cancelled: \(name).") }
    return .information("Cancelled: \(name.lowercasedFirst).")
  }
}
