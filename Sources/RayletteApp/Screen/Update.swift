import Markup
import Foundation
import LinkStore

/// What an action does to the state, and what the world is to do about it.
///
/// Total and synchronous: every action has a meaning in every state, if only none.
public func update(_ state: inout AppState, _ action: Action) -> [Effect] {
  respond(to: action, in: &state) + catchUp(&state) + fetchingMissing(in: &state)
    + followPictures(&state)
}

func respond(to action: Action, in state: inout AppState) -> [Effect] {
  switch action {
  case .keyPressed, .pasted, .mouse: return updateInput(&state, action)
  case .waitIsLong(let id): updateWait(&state, id)

  case .spinPressed, .cancelPressed, .retryPressed, .savePressed, .fetchContinues, .previewLoaded,
    .spinLookedUp, .previewRefreshed:
    return updateSpin(&state, action) + shareWhatWasAwaited(&state)

  case .selectionMoved, .filterPressed, .backPressed, .sortPressed, .markPressed, .rangePressed,
    .markAllPressed, .trashPressed, .rowPressed, .savedListed, .savedRead, .storeChanged,
    .missingFetched:
    return updateList(&state, action)
  case .removePressed, .restorePressed, .tagsPressed, .undoPressed, .redoPressed, .linkSaved,
    .linksSaved, .changed, .tagsRead, .acceptMovesPressed, .notePressed, .noteEdited:
    return updateChanges(&state, action)
  case .refreshPressed, .checkPressed, .jobStarted, .jobProgressed, .jobEnded:
    return updateWork(&state, action)
  case .wheelPressed, .wheelMade: return updateWheel(&state, action)

  case .sharePressed, .copyPressed, .shareMoved, .shareChosen, .shareKeyPressed, .shareCancelled,
    .shareEnded:
    return updateShare(&state, action)

  case .detailsPressed, .detailsMoved, .detailsClosed, .inspected:
    return updateDetails(&state, action)

  case .openPressed, .questionAnswered, .browserOpened: return updateOpening(&state, action)
  case .addressPressed: state.cover = state.address.map { .address($0) }
  case .overlayDismissed: state.cover = nil
  case .storeFailed(let error):
    state.notice = .failure("\(error).")
    switch error {
    case .begunAnew, .replaced:
      // What was listed, and what takes changes back, is about links of another file.
      state.saved.history = ChangeHistory()
      return state.reloadList()
    default: break
    }

  case .tabPressed(let tab):
    state.tab = tab
    state.prompt = nil
    // The list may still be unread, or have been changed by another raylette.
    guard tab == .saved else { return [] }
    state.saved.isVisited = true
    return state.requestList(state.saved.requestedQuery)

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
    return state.readMissingRows()
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
