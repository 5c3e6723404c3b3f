import Foundation
import LinkPreview
import Links
import Localization

/// The context of a feature's update: the surroundings that it may read, the ids for its requests,
/// the notice, and the outcomes for other features.
struct UpdateContext {
  private(set) var surroundings: Surroundings
  /// A message about the latest event.
  var notice: Notice?
  private(set) var lastRequest: RequestID
  private(set) var outcomes: [Outcome] = []

  init(_ surroundings: Surroundings, notice: Notice?, lastRequest: RequestID) {
    self.surroundings = surroundings
    self.notice = notice
    self.lastRequest = lastRequest
  }

  /// Returns the id of the next request.
  mutating func nextRequest() -> RequestID {
    lastRequest = lastRequest.next
    return lastRequest
  }

  /// Adds an outcome for other features, which handle it after the update.
  mutating func ask(_ outcome: Outcome) { outcomes.append(outcome) }

  /// Records that the network was lost or is back.
  mutating func setNetwork(isUp: Bool) {
    surroundings.isOffline = !isUp
    ask(.networkChanged(isUp: isUp))
  }

  /// Whether links can be changed. If not, shows a notice with the reason.
  mutating func canChange() -> Bool { canWrite(localized("Not changed")) }

  /// Whether links can be saved. If not, shows a notice with the reason.
  mutating func canSave() -> Bool { canWrite(localized("Not saved")) }

  private mutating func canWrite(_ failure: String) -> Bool {
    guard let obstacle = surroundings.writeError else { return true }
    notice = .failure(localized("\(failure): \(obstacle)."))
    return false
  }
}

/// A request from one feature to others. ``AppState`` passes it on.
enum Outcome {
  /// Sends an action to another feature.
  case send(Action)
  /// Runs the command of a name, if it's possible.
  case run(String)

  // Modals
  case open(Modal)
  /// Closes the lines being typed and the letters at links.
  case closeLines
  case closeSheet
  /// Closes the sync view, because the exchange with other devices has ended.
  case closeSync
  /// Lists the tags in use, if the list of tags is open.
  case showTags(Result<[TagCount], StoreError>)
  /// Reads the list of excluded links and hosts again, because removing an entry failed.
  case relistNever

  // Saved links
  case change(ChangeRequest, ChangeKind)
  /// Adds and removes tags.
  case changeTags([SavedLink.ID], TagChange)
  /// Saves a link.
  case save(LinkMetadata, Saver)
  /// Lists the saved links again.
  case reloadList
  /// Reads the tags in use.
  case readTags
  /// Saved links have changed.
  case linksChanged
  /// Links were moved to the trash at a time, or restored if that's nil.
  case linksMoved([SavedLink.ID], trashedAt: Date?)
  /// Reports a change, with the key that undoes it.
  case sayChange(ChangeOutcome, ChangeKind)
  /// Reports a change by its message, with the key that undoes it.
  case sayUndoable(String)
  /// Reports why the last change can't be undone, with the key that undoes the one before.
  case sayPermanence(String)

  // Spin
  /// Excludes the card on Spin, or its host, from all wheels.
  case never(NeverAgain)
  /// Excluding or allowing a link or host has ended.
  case neverEnded(RequestID, ChangeDirection)
  /// Checks whether the card on Spin is saved.
  case lookUpCard
  /// Shows a page's new state on its card, if the card is on Spin.
  case showReloaded(URL, CachedMetadata)
  /// A page was fetched, or its fetch failed.
  case hostTried(LinkMetadataError?)
  case networkChanged(isUp: Bool)
  /// Drops the prefetched link, because the wheel has changed.
  case dropPrefetch
  /// Ends the tasks of the previous wheel.
  case leaveWheel(keepsCard: Bool)
  case showSpin
  /// Shows Spin with the new wheel of the selected links.
  case showWheelOfLinks

  // Reader
  /// Marks the page in the reader as read or unread.
  case markPage(URL, isRead: Bool)
  /// A request has changed the reading states of pages; nil if it failed.
  case pagesMarked(RequestID, ReadingChange?)
  /// Stores the reading position in a page. See ``Effect/Write/readingPlace(_:_:after:)``.
  case storePlace(URL, ReadingPlace, after: ReadingPlace?)

  // The screen
  /// Opens the shared links in the browser.
  case openShared(ShareSheet.Subject)
  case retryFailedPictures
  case retryFailedIcons
  /// Drops the keys that wait for a screen, because it won't come.
  case dropTypeAhead

  /// The page or the card that waits for a link to be saved.
  enum Saver { case page, card, nothing }
}

/// The features' requests to each other.
extension AppState {
  /// Updates a feature, and passes its outcomes on.
  mutating func update<Feature>(
    _ path: WritableKeyPath<AppState, Feature>,
    _ change: (inout Feature, inout UpdateContext) -> [Effect]
  ) -> [Effect] {
    var context = UpdateContext(surroundings, notice: notice, lastRequest: lastRequest)
    var effects = change(&self[keyPath: path], &context)
    (notice, lastRequest) = (context.notice, context.lastRequest)
    for outcome in context.outcomes { effects += hand(on: outcome) }
    return effects
  }

  /// Updates a feature that has no effects of its own, and passes its outcomes on.
  mutating func change<Feature>(
    _ path: WritableKeyPath<AppState, Feature>,
    _ body: (inout Feature, inout UpdateContext) -> Void
  ) -> [Effect] {
    update(path) { feature, context in
      body(&feature, &context)
      return []
    }
  }

  /// Updates a modal if it's open.
  mutating func updateModal<Feature>(
    _ path: WritableKeyPath<ModalStack, Feature?>,
    _ change: (inout Feature, inout UpdateContext) -> [Effect]
  ) -> [Effect] {
    update(\.modals) { modals, context in
      guard var feature = modals[keyPath: path] else { return [] }
      defer { modals[keyPath: path] = feature }
      return change(&feature, &context)
    }
  }

  private mutating func hand(on outcome: Outcome) -> [Effect] {
    switch outcome {
    case .send(let action): return respond(to: action)
    case .run(let command): return run(command)

    case .open(let modal): modals.open(modal)
    case .closeLines: modals.closeLines()
    case .closeSheet: modals.sheet = nil
    case .closeSync: modals.close { $0 == .sync }
    case .showTags(let result):
      return change(\.modals) { $0.showTags(result, in: &$1) }
    case .relistNever:
      let wheel = spin.wheel.id
      return update(\.modals) { $0.relistNever(of: wheel, in: &$1) }

    case .change(let request, let kind):
      return update(\.saved) { $0.change(request, kind, in: &$1) }
    case .changeTags(let ids, let tags):
      return update(\.saved) { $0.changeTags(of: ids, tags, in: &$1) }
    case .save(let metadata, let saver):
      let effects = update(\.saved) { saved, context in
        [.write(.save(saved.beginSave(in: &context), metadata))]
      }
      switch saver {
      case .page: reader.beginSave(lastRequest, metadata)
      case .card: spin.beginSave(lastRequest, metadata)
      case .nothing: break
      }
      return effects
    case .reloadList: return update(\.saved) { $0.reload(in: &$1) }
    case .readTags: return update(\.saved) { $0.readTags(in: &$1) }
    case .linksChanged: spin.recentlySaved.isOutdated = true
    case .linksMoved(let ids, let date): reader.endMove(of: ids, trashedAt: date)
    case .sayChange(let outcome, let kind):
      notice = outcome.notice(of: kind, undoKey: ScreenTexts(self).undoKey)
    case .sayUndoable(let message):
      let key = ScreenTexts(self).undoKey
      notice = .information(
        key.isEmpty ? message.asSentence : localized("\(message). Press \(key) to undo."))
    case .sayPermanence(let permanence):
      let key = ScreenTexts(self).undoKey
      let next =
        key.isEmpty || !saved.undo.canUndo
        ? nil : localized("Press \(key) again to undo the change before.")
      notice = .information([permanence, next].compactMap(\.self).paragraph)

    case .never(let entry):
      let effects = hand(on: .change(.never(entry), .never(entry.name)))
      if !effects.isEmpty { spin.beginNever(lastRequest) }
      return effects
    case .neverEnded(let id, let direction):
      let isOnScreen = tab == .spin && modals.isEmpty
      return update(\.spin) { $0.endNever(id, direction, isOnScreen: isOnScreen, in: &$1) }
    case .lookUpCard: return update(\.spin) { $0.lookUp(in: &$1) }
    case .showReloaded(let url, let entry):
      return update(\.spin) { $0.show(entry, of: url, in: &$1) }
    case .hostTried(let failure):
      return update(\.spin) { $0.learn(fromFailure: failure, in: &$1) }
    case .networkChanged(let isUp):
      self.isOffline = !isUp
      saved.backfill.forgetMissingHosts()
    case .dropPrefetch: return spin.dropPrefetch()
    case .leaveWheel(let keepsCard): return spin.leaveWheel(keepsCard: keepsCard, in: surroundings)
    case .showSpin: tab = .spin
    case .showWheelOfLinks:
      saved.selection.clear()
      tab = .spin

    case .markPage(let url, let isRead):
      let effects = hand(on: .change(.mark(.page(url), isRead: isRead), .marked(isRead: isRead)))
      if !effects.isEmpty { reader.beginMark(lastRequest, isRead: isRead) }
      return effects
    case .pagesMarked(let id, let reading): reader.endMark(id, reading)
    case .storePlace(let url, let place, let known):
      return self.writeError == nil ? [.write(.readingPlace(url, place, after: known))] : []

    case .openShared(let subject):
      // Uses the links of the sheet, because the cursor may have moved.
      switch subject {
      case .card: return spin.card?.opening ?? []
      case .saved(let ids): return update(\.saved) { $0.open(ids, in: &$1) }
      case .page(let metadata, _): return [.system(.open(metadata.originalURL))]
      }
    case .retryFailedPictures: self.pictures.forgetFailures()
    case .retryFailedIcons: saved.icons.forgetFailures()
    case .dropTypeAhead: input.typeAhead.removeAll()
    }
    return []
  }
}
