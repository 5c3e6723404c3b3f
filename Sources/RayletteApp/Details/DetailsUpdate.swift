/// The part of ``update(_:_:)`` that shows everything known of a link.
func updateDetails(_ state: inout AppState, _ action: Action) -> [Effect] {
  switch action {
  case .detailsPressed:
    guard let details = state.detailsSubject else { return [] }
    state.details = details
    return [.inspect(details.url, timeout: state.timeout)]

  case .detailsMoved(let movement):
    guard let details = state.details else { return [] }
    let view = DetailsView(details: details, state: state)
    let page = max(1, view.visibleRows - 1)
    let target =
      switch movement {
      case .up: details.scroll - 1
      case .down: details.scroll + 1
      case .pageUp: details.scroll - page
      case .pageDown: details.scroll + page
      case .toFirst: 0
      case .toLast: view.scrollLimit
      }
    state.details?.scroll = min(max(0, target), view.scrollLimit)

  case .detailsClosed:
    state.cover = nil
    return [.stopInspection]

  case .inspected(let url, let result):
    // The answer for a link that was left comes too late.
    guard state.details?.url == url else { return [] }
    switch result {
    case .success(let findings): state.details?.findings = .found(findings)
    case .failure(let error): state.details?.findings = .failed(error)
    }

  default: break
  }
  return []
}
