import Foundation
import LinkPreview
import Links
import Localization

/// The context of a feature's update: the surroundings that it may read, the ids for its requests,
/// the notice, and the calls to other features.
struct UpdateContext {
  private(set) var surroundings: Surroundings
  /// A message about the latest event.
  var notice: Notice?
  private(set) var lastRequest: RequestID
  fileprivate var calls: [(inout AppState) -> [Effect]] = []

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

  /// Records that the network was lost or is back.
  mutating func setNetwork(isUp: Bool) {
    surroundings.isOffline = !isUp
    also {
      $0.surroundings.isOffline = !isUp
      $0.saved.backfill.forgetMissingHosts()
    }
  }

  /// Makes a call to another feature after the update.
  mutating func then(_ call: @escaping (inout AppState) -> [Effect]) { calls.append(call) }

  /// Changes another feature after the update.
  mutating func also(_ change: @escaping (inout AppState) -> Void) {
    then { state in
      change(&state)
      return []
    }
  }

  /// Whether links can be changed. If not, shows a notice with the reason.
  mutating func canChange() -> Bool {
    notice = surroundings.changeRefusal ?? notice
    return surroundings.writeError == nil
  }

  /// Whether links can be saved. If not, shows a notice with the reason.
  mutating func canSave() -> Bool {
    notice = surroundings.saveRefusal ?? notice
    return surroundings.writeError == nil
  }
}

/// The calls that several features make.
extension UpdateContext {
  mutating func open(_ modal: Modal) { also { $0.modals.open(modal) } }

  mutating func send(_ action: Action) { then { $0.respond(to: action) } }

  mutating func change(_ request: ChangeRequest, _ kind: ChangeKind) {
    then { $0.update(\.saved) { $0.change(request, kind, in: &$1) } }
  }

  mutating func changeTags(_ ids: [SavedLink.ID], _ tags: TagChange) {
    then { $0.update(\.saved) { $0.changeTags(of: ids, tags, in: &$1) } }
  }

  mutating func save(_ metadata: LinkMetadata, for saver: AppState.Saver) {
    then { $0.save(metadata, for: saver) }
  }

  /// Checks whether the card on Spin is saved.
  mutating func lookUpCard() { then { $0.update(\.spin) { $0.lookUp(in: &$1) } } }

  mutating func retryFailedPictures() { also { $0.surroundings.pictures.forgetFailures() } }

  /// Drops the keys that wait for a screen, because it won't come.
  mutating func dropTypeAhead() { also { $0.input.typeAhead.removeAll() } }
}

extension AppState {
  /// Returns the id of the next request.
  mutating func nextRequest() -> RequestID {
    lastRequest = lastRequest.next
    return lastRequest
  }

  /// Updates a feature, and makes its calls to others.
  mutating func update<Feature>(
    _ path: WritableKeyPath<AppState, Feature>,
    _ change: (inout Feature, inout UpdateContext) -> [Effect]
  ) -> [Effect] {
    var context = UpdateContext(surroundings, notice: notice, lastRequest: lastRequest)
    var effects = change(&self[keyPath: path], &context)
    (notice, lastRequest) = (context.notice, context.lastRequest)
    for call in context.calls { effects += call(&self) }
    return effects
  }

  /// Updates a feature that has no effects of its own, and makes its calls to others.
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
}
