import Foundation
import LinkPreview

extension AppState {
  /// Requests findings for the link on screen. Cancels the request when the details are closed, for
  /// whatever reason.
  mutating func followDetails() -> [Effect] {
    guard let details else { return findingsRequest.cancel() }
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
