import Foundation
import Links
import TerminalGrid

/// Applies an action to the state and returns the effects to run.
///
/// Total and synchronous: every action is valid in every state, even if it does nothing.
public func update(_ state: inout AppState, _ action: Action) -> [Effect] {
  var effects = state.respond(to: action)
  effects += state.reconcileShare()
  effects += state.catchUp()
  // The screen's content decides what is said and fetched, however it came about.
  effects += state.reconcileSpin()
  effects += state.modals.cancelAbandoned()
  effects += state.reconcileDetails()
  effects += state.reconcileSaved()
  effects += state.reconcilePictures()
  effects += state.reconcileIcons()
  return effects
}

extension AppState {
  /// Requests what the details show, for the link on screen.
  fileprivate mutating func reconcileDetails() -> [Effect] {
    guard let details = modals.details else { return [] }
    let isListed = tab == .saved && !reader.isOpen
    let link = isListed ? details.saved.flatMap { saved.link($0.id) } : nil
    return updateModal(\.details) { $0.reconcile(with: link, in: &$1) }
  }

  /// Says what's new on Spin, and requests what it shows and needs next.
  fileprivate mutating func reconcileSpin() -> [Effect] {
    guard tab == .spin else { return [] }
    let isOnScreen = isSpinOnScreen
    let isWelcoming = saved.total > 0
    return update(\.spin) { spin, turn in
      spin.reconcileNetworkNews(isOnScreen: isOnScreen, in: &turn)
      return spin.reconcilePrefetch(in: &turn)
        + spin.reconcileRecentlySaved(isWelcoming: isWelcoming, in: &turn)
    }
  }

  /// Requests what the links on screen still need.
  fileprivate mutating func reconcileSaved() -> [Effect] {
    let isOnScreen = tab == .saved
    return update(\.saved) { $0.reconcile(isOnScreen: isOnScreen, in: &$1) }
  }

  fileprivate mutating func reconcileIcons() -> [Effect] {
    let isOnScreen = tab == .saved
    return update(\.saved) { $0.reconcileIcons(isOnScreen: isOnScreen, in: &$1) }
  }

  /// Lists the saved links again, because they have changed.
  mutating func reloadList(
    position: ListRequest.Position = .kept, isAwaited: Bool = false, isExternal: Bool = false
  ) -> [Effect] {
    update(\.saved) {
      $0.reload(position: position, isAwaited: isAwaited, isExternal: isExternal, in: &$1)
    }
  }

  /// Whether Spin is shown with nothing in front of it.
  var isSpinOnScreen: Bool { tab == .spin && !reader.isOpen && modals.isEmpty }

  /// Checks whether the link on Spin is saved.
  mutating func lookUpSpin() -> [Effect] { update(\.spin) { $0.lookUp(in: &$1) } }

  mutating func respond(to action: Action) -> [Effect] {
    switch action {
    case .keyPressed, .pasted, .mouse: return handleInput(action)
    case .waitIsLong(let id): showWaitNotice(for: id)

    // Spin
    case .spin(let action): return update(\.spin) { $0.update(action, in: &$1) }
    case .wheel(let action): return update(\.spin.wheels) { $0.update(action, in: &$1) }
    case .wheelPressed: return tab == .saved ? makeWheel() : respond(to: .wheel(.originalPressed))
    case .previewLoaded(let id, let result, let failedAt):
      guard modals.details?.reloadRequest.isPending(id) == true else {
        return update(\.spin) { $0.endFetch(id, result, failedAt: failedAt, in: &$1) }
      }
      return updateModal(\.details) { $0.endReload(id, result, in: &$1) }
    case .networkChanged(let isUp):
      return update(\.spin) { $0.adapt(toNetwork: isUp, in: &$1) }
    case .meterChanged(let isMetered):
      self.isMetered = isMetered
      return isMetered ? spin.dropPrefetch() : []

    // Saved
    case .saved(let action):
      let isTyping = modals.top?.typedLine != nil
      let isOnScreen = tab == .saved
      return update(\.saved) {
        $0.update(action, isTyping: isTyping, isOnScreen: isOnScreen, in: &$1)
      }
    case .tagsPressed:
      guard tab == .spin else { return update(\.saved) { $0.beginTags(in: &$1) } }
      return update(\.spin) { spin, turn in
        spin.beginTags(in: &turn)
        return []
      }
    case .notePressed:
      return tab == .spin
        ? update(\.spin) { $0.editNote(in: &$1) } : update(\.saved) { $0.editNote(in: &$1) }
    case .addPressed: if canSave() { modals.open(.prompt(Prompt(.address))) }
    case .undoPressed: return undo()
    case .redoPressed: return redo()
    case .changed(let id, let direction, let result): return endChange(id, direction, result)
    case .linkSaved(let id, let result): return endSave(id, result)
    case .linksSaved(let id, let result): return endSave(ofAddresses: id, result)
    case .trashEmptied(let id, let result): return endEmptying(id, result)
    case .clearHistoryPressed: modals.open(.question(.clearHistory))
    case .historyCleared(let id, let result): endClearing(id, result)
    case .storeChanged:
      return reloadList(isExternal: true) + lookUpSpin() + [.read(.wheel(spin.wheel.id))]
    case .wheelsChanged: return [.job(.updateWheels)]
    case .storeFailed(let error): return report(error)

    // Share
    case .sharePressed: if let shareSubject { openShareSheet(for: shareSubject) }
    case .copyPressed: return copyAddress()
    case .share(let action): return updateModal(\.sheet) { $0.update(action, in: &$1) }
    case .shareEnded(let id, let activity, let result): endShare(id, activity, result)
    case .openPressed: return openTargets()
    case .browserOpened(let result): report(result)
    case .questionAnswered: return answerQuestion()
    case .addressPressed: if let address { modals.open(.address(address)) }
    case .modalClosed: modals.close()

    case .readPressed:
      guard let page = readablePage else { return [] }
      return update(\.reader) { $0.open(page, in: &$1) }
    case .reader(let action): return update(\.reader) { $0.update(action, in: &$1) }

    // Palette, details, sync and help
    case .chooser(let action): return respond(to: action)
    case .palettePressed: openPalette()
    case .palette(let action): return respond(to: action)
    case .detailsPressed: if let detailsSubject { modals.open(.details(detailsSubject)) }
    case .details(let action): return updateModal(\.details) { $0.update(action, in: &$1) }
    case .syncPressed: if sync.status != nil { modals.open(.sync) }
    case .sync(let action): return update(\.sync) { $0.update(action, in: &$1) }
    case .helpPressed: modals.open(.help(HelpState(of: screenFocus)))
    case .help(let action): modals.help?.update(action, in: surroundings)

    // The screen
    case .started:
      saved.isTrashPurgeDue = true
      return purgeTrash() + [.job(.updateWheels)] + (tab == .saved ? show(.saved) : [])
    case .tabPressed(let tab): return show(tab)
    case .resized(let size): return resize(to: size)
    case .terminalAnswered(let answers):
      adapt(to: answers)
      reader.layOutAgain(in: surroundings)
    case .pictureLoaded(let request, let picture):
      self.pictures.keep(picture, for: request)
      reader.makeRoom(for: picture, of: request, in: surroundings)
    case .timePassed(let date):
      self.now = date
      return purgeTrash() + storePlace()
    case .quitPressed:
      exitCode = 0
      return storePlace()
    // Uses the exit code that shells report for a process ended by a signal.
    case .interrupted(let signal):
      exitCode = 128 + signal
      return storePlace()
    }
    return []
  }

  /// Stores how far the page in the reader was read.
  private mutating func storePlace() -> [Effect] {
    update(\.reader) { reader, turn in
      reader.storePlace(in: &turn)
      return []
    }
  }

  private mutating func show(_ tab: Tab) -> [Effect] {
    let effects = update(\.reader) { $0.close(in: &$1) }
    self.tab = tab
    modals.closeLines()
    guard tab == .saved else { return effects }
    return effects + update(\.saved) { $0.appear(in: &$1) }
  }

  private mutating func resize(to size: Size) -> [Effect] {
    self.size = size
    modals.help?.adapt(to: surroundings)
    modals.details?.adapt(to: surroundings)
    reader.layOutAgain(in: surroundings)
    return update(\.saved) { $0.adapt(in: &$1) }
  }

  private mutating func adapt(to answers: TerminalAnswers) {
    if let background = answers.background { self.appearance.adapt(to: background) }
    self.pictures.adapt(to: answers)
  }

  private mutating func report(_ error: StoreError) -> [Effect] {
    notice = .failure("\(error).")
    switch error {
    case .recreated, .replaced:
      // The list and the offered change are about links of another file.
      saved.undo = UndoState()
      return reloadList()
    case .unreadable, .corrupt, .foreign, .newer, .readOnly, .full, .busy, .logRemoved, .setAside,
      .cacheUnavailable, .undone, .failed, .stopped:
      return []
    }
  }
}
