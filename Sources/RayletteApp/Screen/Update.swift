import Foundation
import Links
import Localization
import TerminalGrid

/// Applies an action to the state and returns the effects to run.
///
/// Total and synchronous: every action is valid in every state, even if it does nothing.
package func update(_ state: inout AppState, _ action: Action) -> [Effect] {
  state.respond(to: action)
  state.reconcile()
  return state.takeEffects()
}

extension AppState {
  /// Requests and reports whatever the screen's content needs, whichever event led to it.
  mutating func reconcile() {
    let card = spin.card.map { (url: $0.url, metadata: $0.saveableMetadata) }
    updateModal(\.sheet) { $0.reconcile(with: card, in: &$1) }
    catchUp()
    readAwaitedCard()
    if tab == .spin {
      let isInFront = isSpinInFront
      let isWelcoming = saved.total > 0
      update(\.spin) {
        $0.reconcile(isInFront: isInFront, isWelcoming: isWelcoming, in: &$1)
      }
    }
    effects += modals.takeAbandoned().map { .cancel($0) }
    let isListed = tab == .saved && !reader.isOpen
    let listed = isListed ? modals.details?.saved.flatMap { saved.link($0.id) } : nil
    updateModal(\.details) { $0.reconcile(with: listed, in: &$1) }
    let isSavedOnScreen = tab == .saved
    update(\.saved) { $0.reconcile(isOnScreen: isSavedOnScreen, in: &$1) }
    if surroundings.pictures.form != nil {
      let picture = self.pictureOnScreen
      update(\.surroundings.pictures) { $0.show(picture, in: &$1) }
    }
    update(\.saved) { $0.reconcileIcons(isOnScreen: isSavedOnScreen, in: &$1) }
  }

  mutating func respond(to action: Action) {
    switch action {
    case .keyPressed, .pasted, .mouse, .command: return handleInput(action)
    case .tabClicked(let tab): return show(tab)
    case .spin(let action): return update(\.spin) { $0.update(action, in: &$1) }
    case .wheel(let action): return update(\.spin.wheels) { $0.update(action, in: &$1) }
    case .saved(let action):
      let isTyping = modals.top?.typedLine != nil
      let isOnScreen = tab == .saved
      return update(\.saved) {
        $0.update(action, isTyping: isTyping, isOnScreen: isOnScreen, in: &$1)
      }
    case .changes(.linkSaved(let id, let result)): return endSave(id, result)
    case .changes(let action): return update(\.saved) { $0.update(action, in: &$1) }
    case .reader(let action): return update(\.reader) { $0.update(action, in: &$1) }
    case .chooser(.choicesRead(let id, let result)): return endChoices(id, result)
    case .share(let action): return update(\.modals) { $0.update(action, in: &$1) }
    case .details(let action): return updateModal(\.details) { $0.update(action, in: &$1) }
    case .sync(let action): return update(\.sync) { $0.update(action, in: &$1) }
    case .program(let action): return respond(to: action)
    }
  }

  private mutating func respond(to action: ProgramAction) {
    switch action {
    case .started:
      saved.isTrashPurgeDue = true
      beginTips()
      update(\.saved) { saved, context in
        saved.purgeTrash(in: &context)
        saved.findBrowsers(in: &context)
        saved.importNewBookmarks(in: &context)
      }
      run(.job(.updateWheels))
      if tab == .saved { show(.saved) }
    case .storeChanged:
      update(\.saved) { $0.reload(isExternal: true, in: &$1) }
      update(\.spin) { $0.lookUp(in: &$1) }
      run(.read(.wheel(spin.wheel.id)))
    case .wheelsChanged: return run(.job(.updateWheels))
    case .searchesShared(let searches): surroundings.sharedSearches = searches
    // Only the exchange with other devices needs to know.
    case .focused: return
    case .storeFailed(let error): return update(\.saved) { $0.report(error, in: &$1) }
    case .networkChanged(let isUp):
      return update(\.spin) { $0.adapt(toNetwork: isUp, in: &$1) }
    case .meterChanged(let isMetered):
      surroundings.isMetered = isMetered
      if isMetered { effects += spin.dropPrefetch() + spin.beginningRequest.cancel() }
    case .resized(let size):
      surroundings.size = size
      modals.help?.adapt(to: surroundings)
      modals.details?.adapt(to: surroundings)
      reader.layOutAgain(in: surroundings)
      return update(\.saved) { $0.adapt(in: &$1) }
    case .terminalAnswered(let answers):
      if let background = answers.background { surroundings.appearance.adapt(to: background) }
      surroundings.pictures.adapt(to: answers)
      reader.layOutAgain(in: surroundings)
    case .pasteRefused(let limit):
      notice = .failure(
        localized("What was pasted has over \(limit.grouped) characters; none was taken."))
    case .letterRefused(let letter):
      // Such a locale can't show it either.
      let name = letter.unicodeScalars.map { scalar in
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
      }.list
      notice = .failure(localized("This locale has no \(name); use a UTF-8 locale."))
    case .timePassed(let date):
      surroundings.now = date
      update(\.saved) { $0.purgeTrash(in: &$1) }
      storePlace()
    // Uses the exit code that shells report for a process ended by a signal.
    case .interrupted(let signal):
      exitCode = 128 + signal
      return storePlace()
    case .previewLoaded(let id, let result, let failedAt):
      guard modals.details?.reloadRequest.isPending(id) == true else {
        return update(\.spin) { $0.endFetch(id, result, failedAt: failedAt, in: &$1) }
      }
      return updateModal(\.details) { $0.endReload(id, result, in: &$1) }
    case .pictureLoaded(let request, let picture):
      surroundings.pictures.keep(picture, for: request)
      reader.makeRoom(for: picture, of: request, in: surroundings)
    case .waitIsLong(let id):
      if let awaited = AwaitedResults(in: self).next, awaited.id == id {
        input.typeAhead.isNoticeShown = true
        notice = .information(awaited.message)
      }
    }
  }

  /// Shows a link as saved wherever it's on screen.
  private mutating func endSave(_ id: RequestID, _ result: Result<SaveOutcome, StoreError>) {
    let link = try? result.get().link
    if let link { surroundings.now = max(surroundings.now, link.savedAt) }
    update(\.spin) { $0.endSave(id, link, in: &$1) }
    update(\.reader) { $0.endSave(id, link, in: &$1) }
    // The card on screen may be another link of the same page.
    let isOfCard = link.map { $0.id == spin.card?.saved?.id } ?? true
    update(\.saved) { $0.endSave(id, result, in: &$1) }
    if !isOfCard { update(\.spin) { $0.lookUp(in: &$1) } }
  }

  /// Stores the reading position in the page in the reader.
  mutating func storePlace() {
    update(\.reader) { $0.storePlace(in: &$1) }
  }
}
