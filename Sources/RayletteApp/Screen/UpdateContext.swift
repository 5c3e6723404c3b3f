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
  fileprivate var effects: [Effect] = []
  fileprivate var calls: [(inout AppState) -> Void] = []

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

  /// Adds effects to those of the update.
  mutating func run(_ effects: [Effect]) { self.effects += effects }
  mutating func run(_ effect: Effect) { effects.append(effect) }

  /// Begins a request in place of the pending one, which is cancelled.
  /// - Parameter effect: returns the effect of the request with an id.
  mutating func begin<Subject>(
    _ request: inout LatestRequest<Subject>, _ subject: Subject, _ effect: (RequestID) -> Effect
  ) {
    let id = nextRequest()
    run(request.begin(id, subject))
    run(effect(id))
  }

  mutating func say(_ notice: Notice) { self.notice = notice }
  mutating func inform(_ text: String) { notice = .information(text) }
  mutating func fail(_ text: String) { notice = .failure(text) }

  /// Shows a message that ends in advice about a command.
  mutating func inform(
    _ text: String, advising command: String, on screen: Focus? = nil,
    _ sentence: (_ key: String) -> String
  ) {
    inform(surroundings.keyMap.message(text, advising: command, on: screen, sentence))
  }

  /// Records that the network was lost or is back.
  mutating func setNetwork(isUp: Bool) {
    surroundings.isOffline = !isUp
    then {
      $0.surroundings.isOffline = !isUp
      $0.saved.backfill.forgetMissingHosts()
    }
  }

  /// Makes a call to another feature after the update.
  mutating func then(_ call: @escaping (inout AppState) -> Void) { calls.append(call) }

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
  mutating func open(_ modal: Modal) { then { $0.modals.open(modal) } }

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

  mutating func retryFailedPictures() { then { $0.surroundings.pictures.forgetFailures() } }

  /// Drops the keys that wait for a screen, because it won't come.
  mutating func dropTypeAhead() { then { $0.input.typeAhead.removeAll() } }
}

extension AppState {
  /// Returns the id of the next request.
  mutating func nextRequest() -> RequestID {
    lastRequest = lastRequest.next
    return lastRequest
  }

  /// Adds an effect to those of the update.
  mutating func run(_ effect: Effect) { effects.append(effect) }

  /// Returns the effects of the update, which ends with them.
  mutating func takeEffects() -> [Effect] {
    defer { effects = [] }
    return effects
  }

  /// Updates a feature, and makes its calls to others.
  mutating func update<Feature>(
    _ path: WritableKeyPath<AppState, Feature>,
    _ change: (inout Feature, inout UpdateContext) -> Void
  ) {
    var context = UpdateContext(surroundings, notice: notice, lastRequest: lastRequest)
    change(&self[keyPath: path], &context)
    (notice, lastRequest) = (context.notice, context.lastRequest)
    effects += context.effects
    for call in context.calls { call(&self) }
  }

  /// Updates a modal if it's open.
  mutating func updateModal<Feature>(
    _ path: WritableKeyPath<ModalStack, Feature?>,
    _ change: (inout Feature, inout UpdateContext) -> Void
  ) {
    update(\.modals) { modals, context in
      guard var feature = modals[keyPath: path] else { return }
      change(&feature, &context)
      modals[keyPath: path] = feature
    }
  }
}
