import Foundation
import LinkStore

/// What an action does to the state, and what the world is to do about it.
///
/// Total and synchronous: every action has a meaning in every state, if only none.
public func update(_ state: inout AppState, _ action: Action) -> [Effect] {
  switch action {
  case .keyPressed(let key):
    state.notice = nil
    guard let bound = KeyMap.action(for: key, in: state) else { return [] }
    return update(&state, bound)

  case .spinPressed, .cancelPressed, .retryPressed, .savePressed, .fetchContinues, .previewLoaded:
    return updateSpin(&state, action)

  case .selectionMoved, .removePressed, .undoPressed, .linkSaved, .linkRemoved, .linkRestored,
    .savedLinksRead:
    return updateSaved(&state, action)

  case .openPressed:
    let url = state.tab == .spin ? state.spin?.url : state.saved.selected?.url
    return url.map { [.open($0)] } ?? []

  case .browserOpened(.success(let browser)):
    state.notice = .information("Opened in \(browser.name).")
  case .browserOpened(.failure(let failure)):
    state.notice = .failure(failure.sentence)
  case .storeFailed(let error):
    state.notice = .failure("\(error).")

  case .tabPressed(let tab):
    state.tab = tab
    // Another raylette may have changed the file since.
    return tab == .saved ? [.readSavedLinks] : []

  case .helpPressed: state.helpScroll = 0
  case .helpClosed: state.helpScroll = nil
  case .helpScrolled(let rows):
    let limit = HelpView.scrollLimit(in: state)
    state.helpScroll = state.helpScroll.map { min(max(0, $0 + rows), limit) }

  case .resized(let size):
    state.size = size
    state.saved.scroll(visibleRows: SavedView.visibleRows(in: state))
    state.helpScroll = state.helpScroll.map { min($0, HelpView.scrollLimit(in: state)) }
  case .timePassed(let date):
    state.now = date

  case .quitPressed: state.exitCode = 0
  // As shells report a process that a signal ended.
  case .interrupted(let signal): state.exitCode = 128 + signal
  }
  return []
}
