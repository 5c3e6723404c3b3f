import Foundation
import LinkPreview
import Links
import Markup

/// Marks, tags, notes, titles and addresses of links, and emptying the trash.
extension SavedState {
  /// Marks the link at the cursor as read, or as unread if it was. Marks selected links as read if
  /// any of them is unread, and else as unread.
  mutating func mark(in turn: inout Turn) -> [Effect] {
    // Only the store knows all selected links, and the cursor's is shown as it is on screen.
    let isRead = selectedIDs.isEmpty ? linkAtCursor?.reading?.readAt == nil : nil
    return change(
      .mark(.links(targets), isRead: isRead), .marked(isRead: isRead ?? true), in: &turn)
  }

  /// Asks whether to delete what the trash lists.
  mutating func askToEmptyTrash(in turn: inout Turn) {
    guard turn.canChange(), let newest = ids.first else { return }
    // Links that are removed after this one aren't part of the question.
    let date = link(newest)?.trashedAt.map { $0 + 0.001 } ?? turn.surroundings.now
    turn.ask(.open(.question(.emptyTrash(count: ids.count, removedBefore: date))))
  }

  // MARK: - Tags and notes

  mutating func beginTags(in turn: inout Turn) -> [Effect] {
    let targets = targets
    guard !targets.isEmpty, turn.canChange() else { return [] }
    turn.ask(.open(.prompt(Prompt(.tags(targets)))))
    return readTags(of: targets, in: &turn)
  }

  /// Reads the tags in use, for completion.
  mutating func readTags(of ids: [SavedLink.ID], in turn: inout Turn) -> [Effect] {
    let id = turn.nextRequest()
    return tagsRequest.begin(id, ids) + [.read(.tags(id))]
  }

  mutating func endTags(
    _ id: RequestID, _ result: Result<[TagCount], StoreError>, in turn: inout Turn
  ) {
    guard tagsRequest.end(id) != nil else { return }
    if case .success(let tags) = result { self.tags = tags.map(\.tag) }
    turn.ask(.showTags(result))
  }

  func editNote(in turn: inout Turn) -> [Effect] {
    guard turn.canChange() else { return [] }
    let targets = targets
    guard targets.count == 1 else {
      turn.notice = .information("A note belongs to one link; deselect the others first.")
      return []
    }
    return [.system(.editNote(targets[0]))]
  }

  mutating func endNote(
    of id: SavedLink.ID, _ result: Result<String?, EditorFailure>, in turn: inout Turn
  ) -> [Effect] {
    switch result {
    case .success(nil): break
    case .success(let note?): return change(.make(.setNotes([id: note])), .noted, in: &turn)
    case .failure(let failure): turn.notice = .failure(failure.sentence)
    }
    return []
  }

  // MARK: - Titles and addresses

  /// Asks for a new title, and then for a new address.
  mutating func edit(in turn: inout Turn) {
    guard turn.canChange() else { return }
    let targets = targets
    guard targets.count == 1, let link = link(targets[0]) else {
      if targets.count > 1 {
        turn.notice = .information("Titles are edited one by one; deselect the others first.")
      }
      return
    }
    turn.ask(.open(.prompt(Prompt(.title(link.id), text: link.metadata.title ?? ""))))
  }

  /// Changes a title, and asks for the address. An empty title is that of the page.
  mutating func retitle(
    _ id: SavedLink.ID, _ text: String, in turn: inout Turn
  ) -> [Effect] {
    guard let link = link(id) else {
      reportGone(in: &turn)
      return []
    }
    turn.ask(.open(.prompt(Prompt(.newAddress(id), text: link.metadata.address.text))))
    let title = PlainText.folded(text) ?? ""
    guard title != link.metadata.title ?? "" else { return [] }
    return change(.make(.setTitles([id: title])), .retitled, in: &turn)
  }

  mutating func readdress(
    _ id: SavedLink.ID, _ prompt: Prompt, in turn: inout Turn
  ) -> [Effect] {
    guard let address = WebAddress(typed: prompt.text) else {
      refuse(prompt, in: &turn)
      return []
    }
    guard let link = link(id) else {
      reportGone(in: &turn)
      return []
    }
    guard address != link.metadata.address else { return [] }
    return change(.make(.setAddresses([id: address])), .readdressed, in: &turn)
  }

  /// Saves the addresses in a prompt. A name such as `example.org` counts as one.
  mutating func save(_ prompt: Prompt, in turn: inout Turn) -> [Effect] {
    let text = prompt.text.trimmingCharacters(in: .whitespaces)
    guard !text.isEmpty else { return [] }
    var urls = URL.webAddresses(in: text)
    if urls.isEmpty, let address = WebAddress(typed: text)?.url { urls = [address] }
    guard !urls.isEmpty else {
      refuse(prompt, in: &turn)
      return []
    }
    return save(urls, in: &turn)
  }

  /// Another program has removed the link while the prompt was shown.
  private func reportGone(in turn: inout Turn) {
    turn.notice = .failure("That link isn't in the list any more; nothing was changed.")
  }

  /// Keeps a prompt whose text isn't an address.
  private func refuse(_ prompt: Prompt, in turn: inout Turn) {
    turn.ask(.open(.prompt(prompt)))
    turn.notice = .failure("That isn't a web address.")
  }
}
