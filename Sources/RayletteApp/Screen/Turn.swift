import Foundation
import LinkPreview
import Links

/// An update of a feature: what it may read, the ids for its requests, the notice, and what it asks
/// of others.
struct Turn {
  private(set) var surroundings: Surroundings
  /// A message about what just happened.
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

  /// Asks for something that other features do, after the update.
  mutating func ask(_ outcome: Outcome) { outcomes.append(outcome) }

  /// Notes that the network was lost or is back.
  mutating func setNetwork(isUp: Bool) {
    surroundings.isOffline = !isUp
    ask(.networkChanged(isUp: isUp))
  }

  /// Whether links can be changed. If not, shows a notice with the reason.
  mutating func canChange() -> Bool { canWrite("Not changed") }

  /// Whether links can be saved. If not, shows a notice with the reason.
  mutating func canSave() -> Bool { canWrite("Not saved") }

  private mutating func canWrite(_ failure: String) -> Bool {
    guard let obstacle = surroundings.writeError else { return true }
    notice = .failure("\(failure): \(obstacle).")
    return false
  }
}

/// A request of a feature to others. ``AppState`` hands it on.
enum Outcome {
  case change(ChangeRequest, ChangeKind)
  case open(Modal)
  /// Closes the lines being typed and the letters at links.
  case closeLines
  case retryFailedPictures
  case retryFailedIcons
  /// Lists the saved links again.
  case reloadList
  /// Saves a link.
  case save(LinkMetadata, Saver)
  /// Adds and removes tags.
  case changeTags([SavedLink.ID], TagTerms)
  /// Reads the tags in use, for completion.
  case readTags(of: [SavedLink.ID])
  /// Lists the tags in use, if they're to be chosen from.
  case showTags(Result<[TagCount], StoreError>)
  case saveAddresses([URL])
  /// Opens saved links in the browser.
  case openSaved([SavedLink.ID])
  /// Saved links have changed.
  case linksChanged
  /// A page was fetched, or couldn't be.
  case hostTried(LinkMetadataError?)
  /// Never shows the card on Spin again, or none of its host.
  case never(NeverAgain)
  /// Marks the page in the reader as read or unread.
  case markPage(URL, isRead: Bool)
  /// Stores how far a page was read.
  case storePlace(URL, ReadingPlace)
  /// Shows what a page says now on its card, if it's on Spin.
  case showReloaded(URL, CachedMetadata)
  case closeSheet
  /// Opens what's shared in the browser.
  case openShared(ShareSheet.Subject)
  /// There's no exchange with other devices any more to show.
  case closeSync
  case networkChanged(isUp: Bool)
  /// Forgets the link that comes up next, because the wheel is another one.
  case dropPrefetch
  /// Stops what was begun for the wheel before.
  case leaveWheel(keepsCard: Bool)
  /// Shows Spin, where the selected links are the wheel now.
  case showWheelOfLinks
  /// Drops the keys that were typed for something that doesn't come.
  case dropTypeAhead

  /// What waits for a link to be saved.
  enum Saver { case page, card, nothing }
}

extension AppState {
  /// Whether links can be changed. If not, shows a notice with the reason.
  mutating func canChange() -> Bool { canWrite { $0.canChange() } }

  /// Whether links can be saved. If not, shows a notice with the reason.
  mutating func canSave() -> Bool { canWrite { $0.canSave() } }

  private mutating func canWrite(_ check: (inout Turn) -> Bool) -> Bool {
    var turn = Turn(surroundings, notice: notice, lastRequest: lastRequest)
    defer { notice = turn.notice }
    return check(&turn)
  }

  /// Lets a feature update itself, and hands on what it asks for.
  mutating func update<Feature>(
    _ path: WritableKeyPath<AppState, Feature>,
    _ change: (inout Feature, inout Turn) -> [Effect]
  ) -> [Effect] {
    var turn = Turn(surroundings, notice: notice, lastRequest: lastRequest)
    var effects = change(&self[keyPath: path], &turn)
    (notice, lastRequest) = (turn.notice, turn.lastRequest)
    for outcome in turn.outcomes { effects += hand(on: outcome) }
    return effects
  }

  /// Lets a modal update itself, if it's there.
  mutating func updateModal<Feature>(
    _ path: WritableKeyPath<ModalStack, Feature?>,
    _ change: (inout Feature, inout Turn) -> [Effect]
  ) -> [Effect] {
    update(\.modals) { modals, turn in
      guard var feature = modals[keyPath: path] else { return [] }
      defer { modals[keyPath: path] = feature }
      return change(&feature, &turn)
    }
  }

  private mutating func hand(on outcome: Outcome) -> [Effect] {
    switch outcome {
    case .change(let request, let kind): return change(request, kind)
    case .open(let modal): modals.open(modal)
    case .closeLines: modals.closeLines()
    case .retryFailedPictures: self.pictures.forgetFailures()
    case .retryFailedIcons: saved.icons.forgetFailures()
    case .reloadList: return reloadList()
    case .save(let metadata, let saver):
      let id = beginSave()
      switch saver {
      case .page: reader.beginSave(id, metadata)
      case .card: spin.beginSave(id, metadata)
      case .nothing: break
      }
      return [.write(.save(id, metadata))]
    case .changeTags(let ids, let terms): return changeTags(of: ids, terms)
    case .readTags(let ids): return update(\.saved) { $0.readTags(of: ids, in: &$1) }
    case .showTags(let result): showTags(result)
    case .saveAddresses(let urls):
      let id = beginSave()
      return [.write(.saveAddresses(id, urls))]
    case .openSaved(let ids): return open(ids)
    case .linksChanged: spin.recentlySaved.isOutdated = true
    case .hostTried(let failure):
      return update(\.spin) { $0.learn(fromFailure: failure, in: &$1) }
    case .never(let entry):
      let effects = change(.never(entry), .never(entry.name))
      if !effects.isEmpty { spin.beginNever(lastRequest) }
      return effects
    case .markPage(let url, let isRead):
      let effects = change(.mark(.page(url), isRead: isRead), .marked(isRead: isRead))
      if !effects.isEmpty { reader.beginMark(lastRequest, isRead: isRead) }
      return effects
    case .storePlace(let url, let place):
      return self.writeError == nil ? [.write(.readingPlace(url, place))] : []
    case .showReloaded(let url, let entry):
      return update(\.spin) { $0.show(entry, of: url, in: &$1) }
    case .closeSheet: modals.sheet = nil
    case .openShared(let subject):
      // Uses the links of the sheet, because the cursor may have moved.
      switch subject {
      case .card: return spin.card?.opening ?? []
      case .saved(let ids): return open(ids)
      case .page(let metadata, _): return [.system(.open(metadata.originalURL))]
      }
    case .closeSync: modals.close { $0 == .sync }
    case .networkChanged(let isUp):
      self.isOffline = !isUp
      saved.backfill.forgetMissingHosts()
    case .dropPrefetch: return spin.dropPrefetch()
    case .leaveWheel(let keepsCard): return spin.leaveWheel(keepsCard: keepsCard, in: surroundings)
    case .showWheelOfLinks:
      saved.selection.clear()
      tab = .spin
    case .dropTypeAhead: typeAhead.removeAll()
    }
    return []
  }
}
