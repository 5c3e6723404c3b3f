import Foundation
import LinkStore

/// What an action does to the state, and what the world is to do about it.
///
/// Total and synchronous: every action has a meaning in every state, if only none.
public func update(_ state: inout AppState, _ action: Action) -> [Effect] {
  respond(to: action, in: &state) + fetchingMissing(in: &state) + followPictures(&state)
}

private func respond(to action: Action, in state: inout AppState) -> [Effect] {
  switch action {
  case .keyPressed(let key):
    state.notice = nil
    if state.prompt != nil { return updatePrompt(&state, key) }
    guard let bound = KeyMap.action(for: key, in: state) else { return [] }
    return respond(to: bound, in: &state)

  case .mouse(let event): return updateMouse(&state, event)

  case .spinPressed, .cancelPressed, .retryPressed, .savePressed, .fetchContinues, .previewLoaded,
    .spinLookedUp, .previewRefreshed:
    return updateSpin(&state, action) + shareWhatWasAwaited(&state)

  case .selectionMoved, .filterPressed, .backPressed, .sortPressed, .markPressed, .rangePressed,
    .markAllPressed, .trashPressed, .savedListed, .savedRead, .storeChanged, .missingFetched:
    return updateList(&state, action)
  case .removePressed, .putBackPressed, .tagsPressed, .undoPressed, .redoPressed, .linkSaved,
    .changed, .tagsRead, .acceptMovesPressed, .notePressed, .noteEdited:
    return updateChanges(&state, action)
  case .refreshPressed, .checkPressed, .workContinues, .workEnded, .longChangeBegan,
    .longChangeEnded:
    return updateWork(&state, action)
  case .wheelPressed, .wheelMade: return updateWheel(&state, action)

  case .sharePressed, .copyPressed, .shareMoved, .shareChosen, .shareKeyPressed, .shareCancelled,
    .shareEnded:
    return updateShare(&state, action)

  case .detailsPressed, .detailsMoved, .detailsClosed, .inspected:
    return updateDetails(&state, action)

  case .openPressed:
    if state.tab == .spin { return state.spin.map { [.open($0.url)] } ?? [] }
    return state.saved.selected.map { [.openSaved($0.id, $0.url)] } ?? []
  case .addressPressed: state.cover = state.address.map { .address($0) }
  case .coverClosed: state.cover = nil
  case .browserOpened(.success(let browser)):
    state.notice = .information("Opened in \(browser.name).")
  case .browserOpened(.failure(let failure)):
    state.notice = .failure("\(failure.sentence) Press O to see the address.")
  case .storeFailed(let error):
    state.notice = .failure("\(error).")

  case .tabPressed(let tab):
    state.tab = tab
    if tab == .saved { state.saved.isVisited = true }
    // The list may still be unread, or have been changed by another raylette.
    return tab == .saved ? [listing(of: state)] : []

  case .helpPressed: state.helpScroll = 0
  case .helpClosed: state.helpScroll = nil
  case .helpScrolled(let rows):
    let limit = HelpView.scrollLimit(in: state)
    state.helpScroll = state.helpScroll.map { min(max(0, $0 + rows), limit) }

  case .resized(let size):
    state.size = size
    state.saved.scroll(visibleRows: SavedView.visibleRows(in: state))
    state.helpScroll = state.helpScroll.map { min($0, HelpView.scrollLimit(in: state)) }
    if let details = state.details {
      let limit = DetailsView(details: details, state: state).scrollLimit
      state.details?.scroll = min(details.scroll, limit)
    }
    return missingRows(in: state)
  case .pictureLoaded(let request, let picture):
    state.pictures.keep(picture, for: request)
  case .timePassed(let date):
    state.now = date

  case .quitPressed: state.exitCode = 0
  // As shells report a process that a signal ended.
  case .interrupted(let signal): state.exitCode = 128 + signal
  }
  return []
}
