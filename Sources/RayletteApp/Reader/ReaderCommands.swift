import Articles
import Foundation
import LinkPreview
import Links
import Markup

/// What's done with the page in the reader, or with the one that the selected link leads to.
extension AppState {
  /// The link that commands act on: the selected one, or else the page.
  private var readerTarget: LinkMetadata? {
    guard let page else { return nil }
    guard let link = page.selectedPage else { return page.metadata }
    var metadata = LinkMetadata(originalURL: link.url)
    // A name for lists of links until the page is fetched.
    metadata.title = link.text.isEmpty ? nil : link.text
    return metadata
  }

  /// The address that's shown in full.
  var addressInReader: String? {
    page.map { $0.selectedPage?.url.absoluteString ?? $0.metadata.address.text }
  }

  mutating func openFromReader() -> [Effect] {
    guard let page, let target = readerTarget else { return [] }
    let isPage = page.selectedPage == nil
    let mark = isPage ? page.saved.map { [Effect.write(.markOpened($0.id))] } : nil
    return [.system(.open(target.originalURL))] + (mark ?? [])
  }

  mutating func saveFromReader() -> [Effect] {
    guard let page, let target = readerTarget, canSave() else { return [] }
    let id = beginSave()
    if page.selectedPage == nil { self.page?.save.begin(id, target) }
    // A link's text isn't its page's title.
    let metadata = page.selectedPage == nil ? target : LinkMetadata(originalURL: target.originalURL)
    return [.write(.save(id, metadata))]
  }

  /// Shows a page in the reader as saved.
  mutating func endSave(ofPage id: RequestID, _ link: SavedLink?) {
    reader?.update(where: { $0.save.isPending(id) }) { page in
      _ = page.save.end(id)
      if let link { page.saved = link }
    }
  }

  mutating func copyFromReader() -> [Effect] {
    guard let target = readerTarget else { return [] }
    return [.share(nextRequest(), .copy(.address), .link(target))]
  }

  mutating func shareFromReader() {
    guard let page, let target = readerTarget else { return }
    let article = page.selectedPage == nil ? page.shown?.loaded.article : nil
    let markdown = article.map { article in
      SharedText([target]).markdown + "\n\n" + article.markdown
    }
    openShareSheet(for: .page(target, markdown: markdown))
  }

  /// Marks the page as read, or as unread if it was.
  mutating func markPage() -> [Effect] {
    guard let page, page.mark.pendingID == nil else { return [] }
    let isRead = page.readAt == nil
    // The page may have another address than the link on screen by the time of the answer.
    let effects = change(.mark(.page(page.url), isRead: isRead), .marked(isRead: isRead))
    let id = lastRequest
    if !effects.isEmpty { self.page?.mark.begin(id, isRead) }
    return effects
  }

  /// Marks the link at the cursor as read, or as unread if it was. Marks selected links as read if
  /// any of them is unread, and else as unread.
  mutating func markTargets() -> [Effect] {
    // Only the store knows all selected links, and the cursor's is shown as it is on screen.
    let isRead = saved.selectedIDs.isEmpty ? saved.linkAtCursor?.reading?.readAt == nil : nil
    return change(.mark(.links(saved.targets), isRead: isRead), .marked(isRead: isRead ?? true))
  }

  /// Shows the pages in the reader as they were marked.
  /// - Parameter reading: What was changed, or nil if nothing was.
  mutating func endMark(_ id: RequestID, _ reading: ReadingChange?) {
    reader?.updateAll { page in
      _ = page.mark.end(id)
      if let state = reading?[WebAddress(page.url)] { page.readAt = state.readAt }
    }
  }

  /// Shows pages in the reader as saved or not, after their links went to the trash or came back.
  mutating func endMove(of ids: [SavedLink.ID], toTrash isTrashed: Bool) {
    let trashedAt = isTrashed ? self.now : nil
    reader?.updateAll { page in
      if let link = page.saved, ids.contains(link.id) { page.saved?.trashedAt = trashedAt }
    }
  }
}
