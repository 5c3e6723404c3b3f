import LinkPreview
import Links

/// Saving the link on Spin, and tagging and noting it there.
extension AppState {
  /// Saves the link on Spin.
  /// - Parameter next: What to do once it's saved.
  mutating func saveSpin(then next: Spin.AfterSave? = nil) -> [Effect] {
    guard let metadata = spin?.saveableMetadata, canSave() else { return [] }
    let id = beginSave()
    spin?.save.begin(id, metadata)
    spin?.afterSave = next
    return [.write(.save(id, metadata))]
  }

  /// Shows the link on Spin as saved, and does what was asked for after that.
  /// - Returns: The effects, or nil if the save wasn't one of Spin.
  mutating func endSave(ofSpin id: RequestID, _ link: SavedLink?) -> [Effect]? {
    var next: Spin.AfterSave?
    var isOfSpin = false
    trail.update(where: { $0.save.isPending(id) }) {
      _ = $0.save.end(id)
      isOfSpin = true
      (next, $0.afterSave) = ($0.afterSave, nil)
      if let link { $0.saved = link }
    }
    guard isOfSpin else { return nil }
    guard let link else { return [] }
    switch next {
    case .tag(let terms)?: return changeTags(of: [link.id], terms)
    case .note(let note)?: return change(.make(.setNotes([link.id: note])), .noted)
    case nil: return []
    }
  }

  /// Asks for tags of the link on Spin. It's saved along with them.
  mutating func beginSpinTags() -> [Effect] {
    guard let spin, spin.saveableMetadata != nil, canChange() else { return [] }
    modals.open(.prompt(Prompt(.spinTags(spin.id))))
    return readTags(of: [spin.saved?.id].compactMap(\.self))
  }

  mutating func tagSpin(_ id: RequestID, _ text: String) -> [Effect] {
    let terms = TagTerms(text)
    guard let spin, spin.id == id, !terms.isEmpty else { return [] }
    if let link = spin.saved { return changeTags(of: [link.id], terms) }
    return saveSpin(then: .tag(terms))
  }

  /// Opens the note of the link on Spin in the editor. A link that isn't saved is saved along with
  /// its note.
  mutating func editSpinNote() -> [Effect] {
    guard let spin, canChange() else { return [] }
    return [.system(spin.saved.map { .editNote($0.id) } ?? .writeNote(spin.id))]
  }

  /// Saves the link on Spin with the note that was written for it. Without a note, it isn't saved.
  mutating func endNote(
    ofSpin id: RequestID, _ result: Result<String?, EditorFailure>
  ) -> [Effect] {
    switch result {
    case .success(let note?) where !note.isEmpty:
      guard let spin, spin.id == id else {
        notice = .failure("That card isn't on screen any more; its link wasn't saved.")
        return []
      }
      if let link = spin.saved { return change(.make(.setNotes([link.id: note])), .noted) }
      return saveSpin(then: .note(note))
    case .success: notice = .information("No note was written, so the link wasn't saved.")
    case .failure(.failed(let editor)):
      notice = .failure("\(editor) failed; the link wasn't saved.")
    case .failure(let failure): notice = .failure(failure.sentence)
    }
    return []
  }
}
