import Foundation
import LinkPreview
import Links

/// An update of a feature: what it may read, the ids for its requests, the notice, and what it asks
/// of others.
struct Turn {
  let surroundings: Surroundings
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
  /// - Parameter isPage: Whether it's the page in the reader.
  case save(LinkMetadata, isPage: Bool)
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
}

extension AppState {
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
    case .save(let metadata, let isPage):
      guard canSave() else { return [] }
      let id = beginSave()
      if isPage { reader.beginSave(id, metadata) }
      return [.write(.save(id, metadata))]
    case .markPage(let url, let isRead):
      let effects = change(.mark(.page(url), isRead: isRead), .marked(isRead: isRead))
      if !effects.isEmpty { reader.beginMark(lastRequest, isRead: isRead) }
      return effects
    case .storePlace(let url, let place):
      return saved.writeError == nil ? [.write(.readingPlace(url, place))] : []
    case .showReloaded(let url, let entry):
      guard var spin, spin.url == url, !spin.isLoading else { return [] }
      spin.phase = .shown(entry)
      self.spin = spin
      return countAsSeen(spin) + lookUpSpin()
    case .closeSheet: modals.sheet = nil
    case .openShared(let subject):
      // Uses the links of the sheet, because the cursor may have moved.
      switch subject {
      case .card: return openSpin()
      case .saved(let ids): return open(ids)
      case .page(let metadata, _): return [.system(.open(metadata.originalURL))]
      }
    case .closeSync: modals.close { $0 == .sync }
    }
    return []
  }
}
