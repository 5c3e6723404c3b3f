import Foundation
import LinkPreview
import LinkStore
import Markup

/// What's done with the page in the reader, or with the selected link.
extension AppState {
  /// The link that commands act on: the selected one, or else the page.
  private var readerTarget: LinkMetadata? {
    guard let page else { return nil }
    guard let link = page.selectedLink else { return page.metadata }
    var metadata = LinkMetadata(originalURL: link.url)
    // A name for lists of links until the page is fetched.
    metadata.title = link.text.isEmpty ? nil : link.text
    return metadata
  }

  /// The address that's shown in full.
  var addressInReader: String? {
    page.map { $0.selectedLink?.url.absoluteString ?? $0.metadata.address.text }
  }

  mutating func openFromReader() -> [Effect] {
    guard let page, let target = readerTarget else { return [] }
    let isPage = page.selectedLink == nil
    let mark = isPage ? page.saved.map { [Effect.write(.markOpened($0.id))] } : nil
    return [.system(.open(target.originalURL))] + (mark ?? [])
  }

  mutating func saveFromReader() -> [Effect] {
    guard let page, let target = readerTarget, canSave() else { return [] }
    let id = beginSave()
    if page.selectedLink == nil { self.page?.save.begin(id, target) }
    // A link's text isn't its page's title.
    let metadata = page.selectedLink == nil ? target : LinkMetadata(originalURL: target.originalURL)
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
    let article = page.selectedLink == nil ? page.shown?.loaded.article : nil
    let markdown = article.map { article in
      SharedText([target]).markdown + "\n\n" + article.markdown
    }
    sheet = ShareSheet(.page(target, markdown: markdown), capabilities: shareCapabilities)
  }

  /// Marks the page as read, or as unread if it was.
  mutating func markPage() -> [Effect] {
    guard let page, canChange(), page.mark.pendingID == nil else { return [] }
    let isRead = page.readAt == nil
    let id = nextRequest()
    self.page?.mark.begin(id, isRead)
    // The page may have another address than the link on screen by the time of the answer.
    return [.write(.markRead(id, .page(page.url), isRead))]
  }

  /// Marks saved links as read, or as unread if the one at the cursor is read.
  mutating func markTargets() -> [Effect] {
    let targets = saved.targets
    guard !targets.isEmpty, canChange() else { return [] }
    let reference =
      saved.selectedIDs.isEmpty ? saved.linkAtCursor : targets.lazy.compactMap(saved.link).first
    let isRead = reference?.reading?.readAt == nil
    return [.write(.markRead(nextRequest(), .links(targets), isRead))]
  }

  mutating func endMark(_ id: RequestID, _ result: Result<Bool, StoreError>) -> [Effect] {
    switch result {
    case .success(let isRead):
      reader?.update(where: { $0.mark.isPending(id) }) { page in
        _ = page.mark.end(id)
        page.readAt = isRead ? now : nil
      }
      notice = .success(isRead ? "Marked as read." : "Marked as unread.")
    case .failure(let error):
      reader?.update(where: { $0.mark.isPending(id) }) { _ = $0.mark.end(id) }
      notice = .failure("Not marked: \(error).")
    }
    return reloadList()
  }
}
