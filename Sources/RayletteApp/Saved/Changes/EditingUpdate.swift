import Foundation
import LinkPreview
import Links
import Markup

/// Saving a typed address, and editing a link's title and address.
extension AppState {
  /// Marks the link at the cursor as read, or as unread if it was. Marks selected links as read if
  /// any of them is unread, and else as unread.
  mutating func markTargets() -> [Effect] {
    // Only the store knows all selected links, and the cursor's is shown as it is on screen.
    let isRead = saved.selectedIDs.isEmpty ? saved.linkAtCursor?.reading?.readAt == nil : nil
    return change(.mark(.links(saved.targets), isRead: isRead), .marked(isRead: isRead ?? true))
  }

  /// Saves the addresses in a prompt. A name such as `example.org` counts as one.
  mutating func save(_ prompt: Prompt) -> [Effect] {
    let text = prompt.text.trimmingCharacters(in: .whitespaces)
    guard !text.isEmpty else { return [] }
    var urls = URL.webAddresses(in: text)
    if urls.isEmpty, let address = WebAddress(typed: text)?.url { urls = [address] }
    guard !urls.isEmpty else { return refuse(prompt) }
    let id = beginSave()
    return [.write(.saveAddresses(id, urls))]
  }

  /// Asks for a new title, and then for a new address.
  mutating func editLink() {
    guard canChange() else { return }
    let targets = saved.targets
    guard targets.count == 1, let link = saved.link(targets[0]) else {
      if targets.count > 1 {
        notice = .information("Titles are edited one by one; deselect the others first.")
      }
      return
    }
    modals.open(.prompt(Prompt(.title(link.id), text: link.metadata.title ?? "")))
  }

  /// Changes a title, and asks for the address. An empty title is that of the page.
  mutating func retitle(_ id: SavedLink.ID, _ text: String) -> [Effect] {
    guard let link = saved.link(id) else { return reportGone() }
    modals.open(.prompt(Prompt(.newAddress(id), text: link.metadata.address.text)))
    let title = PlainText.folded(text) ?? ""
    guard title != link.metadata.title ?? "" else { return [] }
    return change(.make(.setTitles([id: title])), .retitled)
  }

  mutating func readdress(_ id: SavedLink.ID, _ prompt: Prompt) -> [Effect] {
    guard let address = WebAddress(typed: prompt.text) else { return refuse(prompt) }
    guard let link = saved.link(id) else { return reportGone() }
    guard address != link.metadata.address else { return [] }
    return change(.make(.setAddresses([id: address])), .readdressed)
  }

  /// Another program has removed the link while the prompt was shown.
  private mutating func reportGone() -> [Effect] {
    notice = .failure("That link isn't in the list any more; nothing was changed.")
    return []
  }

  /// Keeps a prompt whose text isn't an address.
  private mutating func refuse(_ prompt: Prompt) -> [Effect] {
    modals.open(.prompt(prompt))
    notice = .failure("That isn't a web address.")
    return []
  }
}
