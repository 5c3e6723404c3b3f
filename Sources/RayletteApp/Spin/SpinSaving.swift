import LinkPreview
import Links
import Localization

/// Saving the link on screen, tagging and noting it, and never showing it again.
extension SpinState {
  /// Saves the link on screen.
  /// - Parameter next: What to do once it's saved.
  mutating func save(then next: Spin.AfterSave? = nil, in context: inout UpdateContext) {
    guard let metadata = card?.saveableMetadata, context.canSave() else { return }
    card?.afterSave = next
    context.save(metadata, for: .card)
  }

  /// Moves the saved link of the card on screen to the trash.
  func remove(in context: inout UpdateContext) {
    guard let link = card?.saved, context.canChange() else { return }
    context.change(.make(.trash([link.id], at: context.surroundings.now)), .removed)
  }

  /// Waits for the request that saves the link on screen.
  mutating func beginSave(_ id: RequestID, _ metadata: LinkMetadata) {
    card?.save.begin(id, metadata)
  }

  /// Shows a card as saved, and does what was asked for after that.
  mutating func endSave(_ id: RequestID, _ link: SavedLink?, in context: inout UpdateContext) {
    var next: Spin.AfterSave?
    trail.update(where: { $0.save.isPending(id) }) {
      _ = $0.save.end(id)
      (next, $0.afterSave) = ($0.afterSave, nil)
      if let link { $0.saved = link }
    }
    guard let link else { return }
    switch next {
    case .tag(let tags)?: context.changeTags([link.id], tags)
    case .note(let note)?: context.change(.make(.set(.note, [link.id: note])), .noted)
    case nil: break
    }
  }

  /// Tags a link that wasn't saved when its tags were chosen.
  mutating func tag(_ id: RequestID, _ tags: TagChange, in context: inout UpdateContext) {
    guard let card, card.id == id else { return }
    guard let link = card.saved else { return save(then: .tag(tags), in: &context) }
    context.changeTags([link.id], tags)
  }

  /// Opens the note of the link on screen in the editor. A link that isn't saved is saved along with
  /// its note.
  func editNote(in context: inout UpdateContext) {
    guard let card, context.canChange() else { return }
    context.run(
      .system(card.saved.map { .editNote($0.id) } ?? .writeNote(card.id, card.link.address)))
  }

  /// Saves the link on screen with the note that was written for it. Without a note, it isn't saved.
  mutating func endNote(
    of id: RequestID, _ result: Result<String?, EditorFailure>, in context: inout UpdateContext
  ) {
    switch result {
    case .success(let note?) where !note.isEmpty:
      guard let card, card.id == id else {
        return context.fail(localized("That card isn't on screen any more; its link wasn't saved."))
      }
      guard let link = card.saved else { return save(then: .note(note), in: &context) }
      context.change(.make(.set(.note, [link.id: note])), .noted)
    case .success:
      context.inform(localized("No note was written, so the link wasn't saved."))
    case .failure(.failed(let editor, kept: nil)):
      context.fail(localized("\(editor) failed; the link wasn't saved."))
    case .failure(let failure): context.fail(failure.sentence)
    }
  }

  // MARK: - Never again

  /// Never shows the link on screen again, or none of its host, and goes on to the next link.
  mutating func never(wholeHost: Bool, in context: inout UpdateContext) {
    guard let card, context.canChange() else { return }
    let host = card.link.host
    let entry = NeverAgain(
      wholeHost ? .host(host) : .link(card.link.address),
      title: wholeHost ? nil : card.knownTitle, addedAt: context.surroundings.now)
    context.then { $0.exclude(entry) }
    let isNext = prefetch?.addresses.contains { Wheel.Link(address: $0).host == host } == true
    if wholeHost, isNext { context.run(dropPrefetch()) }
  }

  /// Waits for the change after which the link on screen never comes up again.
  mutating func beginNever(_ id: RequestID) {
    if let card { neverRequest.begin(id, card.id) }
  }

  /// Goes on to the next link once the one on screen never comes up again.
  /// - Parameter isOnScreen: Whether nothing is in front of the card.
  mutating func endNever(
    _ id: RequestID, _ direction: ChangeDirection, isOnScreen: Bool, in context: inout UpdateContext
  ) {
    let ended = neverRequest.end(id)
    // The link that was picked meanwhile may never come up again either.
    if direction == .redo { context.run(dropPrefetch()) }
    context.run(.read(.wheel(wheel.id)))
    guard direction == .make, isOnScreen, let ended, ended == card?.id else { return }
    let notice = context.notice
    spin(in: &context)
    context.notice = notice
  }
}

extension AppState {
  /// Excludes the card on Spin, or its host, from all wheels.
  fileprivate mutating func exclude(_ entry: NeverAgain) {
    var id: RequestID?
    update(\.saved) { id = $0.change(.never(entry), .never(entry.name), in: &$1) }
    if let id { spin.beginNever(id) }
  }

  /// Handles that excluding or allowing a link or host has ended.
  mutating func endNever(_ id: RequestID, _ direction: ChangeDirection) {
    let isOnScreen = tab == .spin && modals.isEmpty
    return update(\.spin) { $0.endNever(id, direction, isOnScreen: isOnScreen, in: &$1) }
  }
}
