import Foundation
import LinkPreview
import LinkStore

extension AppState {
  /// Requests findings for the link on screen. Cancels the request when the details are closed, for
  /// whatever reason.
  mutating func followDetails() -> [Effect] {
    showChangedLink()
    guard let details else { return findingsRequest.cancel() + detailsRequest.cancel() }
    guard details.findings == .awaited, findingsRequest.subject != details.url else { return [] }
    let id = nextRequest()
    return findingsRequest.begin(id, details.url)
      + [.fetch(.findings(id, details.url, timeout: timeout))]
  }

  mutating func endFindings(
    _ id: RequestID, _ result: Result<[PageCheck.Finding], LinkMetadataError>
  ) {
    guard findingsRequest.end(id) != nil else { return }
    switch result {
    case .success(let findings): details?.findings = .found(findings)
    case .failure(let error): details?.findings = .failed(error)
    }
  }

  /// Shows a saved link as the list has it, which may have changed since the details were opened.
  private mutating func showChangedLink() {
    guard let details, let shown = details.saved, tab == .saved, reader == nil,
      let link = saved.link(shown.id), link != shown
    else { return }
    self.details?.saved = link
    self.details?.metadata = link.metadata
  }

  /// Loads the page again, with its preview problems.
  mutating func reloadDetails() -> [Effect] {
    guard let details, detailsRequest.subject == nil else { return [] }
    pictures.forgetFailures()
    icons.forgetFailures()
    self.details?.findings = .awaited
    let id = nextRequest()
    return findingsRequest.cancel() + detailsRequest.begin(id, details.url)
      + [.fetch(.preview(id, details.url, timeout: timeout, ignoringCache: true))]
  }

  /// Shows what the page says now, in the details and on the card, and saves it with a saved link.
  /// - Returns: The effects, or nil if the answer isn't about details.
  mutating func endReload(
    ofDetails id: RequestID, _ result: Result<MetadataCache.Entry, LinkMetadataError>
  ) -> [Effect]? {
    guard let url = detailsRequest.end(id), let details else { return nil }
    switch result {
    case .failure(let error):
      notice = .failure(error.messageOfReload)
      return []
    case .success(let entry):
      self.details?.fetchedAt = entry.fetchedAt
      if let link = details.saved {
        if link.trashedAt != nil {
          self.details?.metadata = entry.metadata
          return []
        }
        return change(.make(.setMetadata([link.id: entry.metadata])), .refreshed(failed: 0))
      }
      self.details?.metadata = entry.metadata
      notice = .information("Loaded again.")
      guard var spin, spin.url == url, !spin.isLoading else { return [] }
      spin.phase = .shown(entry)
      self.spin = spin
      return countAsSeen(spin) + lookUpSpin()
    }
  }

  mutating func scrollDetails(_ movement: Movement) {
    guard let details else { return }
    let layout = DetailsLayout(details, in: self)
    let page = max(1, layout.visibleRows - 1)
    let target =
      switch movement {
      case .up: details.scroll - 1
      case .down: details.scroll + 1
      case .pageUp: details.scroll - page
      case .pageDown: details.scroll + page
      case .halfPageUp: details.scroll - max(1, layout.visibleRows / 2)
      case .halfPageDown: details.scroll + max(1, layout.visibleRows / 2)
      case .toFirst: 0
      case .toLast: layout.scrollLimit
      }
    self.details?.scroll = min(max(0, target), layout.scrollLimit)
  }
}

extension LinkMetadataError {
  /// Why a page that's shown couldn't be loaded again.
  var messageOfReload: String { "Not loaded again: \(detail.map { "\($0)." } ?? sentence)" }
}
