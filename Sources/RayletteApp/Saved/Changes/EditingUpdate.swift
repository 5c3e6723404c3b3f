import Foundation
import LinkPreview
import Links
import Localization
import Markup

/// Marks, tags, annotates and edits links, and empties the trash.
extension SavedState {
  /// Marks the link at the cursor as read, or a read link as unread. Marks selected links as read
  /// if any is unread, otherwise as unread.
  mutating func mark(in context: inout UpdateContext) {
    // Only the store knows all selected links. The link at the cursor has the state that's on
    // screen.
    let isRead = selectedIDs.isEmpty ? linkAtCursor?.reading?.readAt == nil : nil
    change(.mark(.links(targets), isRead: isRead), .marked(isRead: isRead ?? true), in: &context)
  }

  /// Moves the targets to the trash.
  mutating func removeTargets(in context: inout UpdateContext) {
    change(.make(.trash(targets, at: context.surroundings.now)), .removed, in: &context)
  }

  /// Asks for an address to save.
  func askForAddress(in context: inout UpdateContext) {
    if context.canSave() { context.open(.prompt(Prompt(.address))) }
  }

  /// Asks whether to delete the listed links in the trash.
  mutating func askToEmptyTrash(in context: inout UpdateContext) {
    guard context.canChange(), let newest = ids.first else { return }
    // The question doesn't include links that are removed later.
    let date = link(newest)?.trashedAt.map { $0 + 0.001 } ?? context.surroundings.now
    context.open(.question(.emptyTrash(count: ids.count, removedBefore: date)))
  }

  // MARK: - Tags and notes

  /// Reads the tags in use, for completion.
  mutating func readTags(in context: inout UpdateContext) {
    context.begin(&tagsRequest, listing.query) { .read(.tags($0)) }
  }

  mutating func endTags(
    _ id: RequestID, _ result: Result<[SavedFacets.Count], StoreError>,
    in context: inout UpdateContext
  ) {
    guard tagsRequest.end(id) != nil else { return }
    if case .success(let tags) = result { self.tags = tags }
    context.then { $0.showTags(result) }
  }

  func editNote(in context: inout UpdateContext) {
    guard context.canChange() else { return }
    let targets = targets
    guard targets.count == 1 else {
      return context.inform(localized("A note belongs to one link; deselect the others first."))
    }
    context.run(.system(.editNote(targets[0])))
  }

  mutating func endNote(
    of id: SavedLink.ID, _ result: Result<String?, EditorFailure>, in context: inout UpdateContext
  ) {
    switch result {
    case .success(nil): break
    case .success(let note?): change(.make(.set(.note, [id: note])), .noted, in: &context)
    case .failure(let failure): context.fail(failure.sentence)
    }
  }

  // MARK: - Titles and addresses

  /// Asks for a new title, and then for a new address.
  mutating func edit(in context: inout UpdateContext) {
    guard context.canChange() else { return }
    let targets = targets
    guard targets.count == 1, let link = link(targets[0]) else {
      if targets.count > 1 {
        context.inform(localized("Titles are edited one by one; deselect the others first."))
      }
      return
    }
    context.open(.prompt(Prompt(.title(link.id), text: link.metadata.title ?? "")))
  }

  /// Changes a title, and asks for the address. An empty title restores the page's own.
  mutating func retitle(_ id: SavedLink.ID, _ text: String, in context: inout UpdateContext) {
    guard let link = link(id) else {
      return reportGone(in: &context)
    }
    if let refusal = TextLimit.refusal(ofTitle: text) {
      context.open(.prompt(Prompt(.title(id), text: text)))
      return context.fail(refusal)
    }
    context.open(.prompt(Prompt(.newAddress(id), text: link.metadata.address.text)))
    let title = PlainText.folded(text) ?? ""
    guard title != link.metadata.title ?? "" else { return }
    change(.make(.set(.title, [id: title])), .retitled, in: &context)
  }

  mutating func readdress(_ id: SavedLink.ID, _ prompt: Prompt, in context: inout UpdateContext) {
    guard let address = WebAddress(typed: prompt.text) else {
      return refuse(prompt, in: &context)
    }
    guard let link = link(id) else {
      return reportGone(in: &context)
    }
    guard address != link.metadata.address else { return }
    change(.make(.setAddresses([id: address])), .readdressed, in: &context)
  }

  /// Saves the addresses in a prompt. A name such as `example.org` counts as an address.
  mutating func save(_ prompt: Prompt, in context: inout UpdateContext) {
    let text = prompt.text.trimmingCharacters(in: .whitespaces)
    guard !text.isEmpty else { return }
    var urls = URL.webAddresses(in: text)
    if urls.isEmpty, let address = WebAddress(typed: text)?.url { urls = [address] }
    guard !urls.isEmpty else {
      return refuse(prompt, in: &context)
    }
    return save(urls, in: &context)
  }

  /// Another program has removed the link while the prompt was shown.
  private func reportGone(in context: inout UpdateContext) {
    context.fail(localized("That link isn't in the list any more; nothing was changed."))
  }

  /// Keeps the prompt open, because its text isn't an address.
  private func refuse(_ prompt: Prompt, in context: inout UpdateContext) {
    context.open(.prompt(prompt))
    context.fail(localized("That isn't a web address."))
  }
}
