import Articles
import Foundation
import LinkPreview
import Links
import Localization
import Markup
import TerminalGrid

extension ReaderState {
  mutating func update(_ action: ReaderAction, in context: inout UpdateContext) {
    switch action {
    case .clicked(let x, let y, let count): return press(x: x, y: y, count: count, in: &context)
    case .scrolled(let rows): move(.lines(rows), in: &context)
    case .progressed(let id, let elapsed):
      update(where: { $0.request.isPending(id) }) { $0.phase = .loading(elapsed: elapsed) }
    case .loaded(let id, let result): endLoad(id, result, in: &context)
    case .placeStored: context.then { $0.update(\.saved) { $0.reload(in: &$1) } }
    }
  }

  // MARK: - Opening and closing

  /// Opens a page in the reader.
  mutating func open(_ page: ReaderPage, in context: inout UpdateContext) {
    removeAll()
    push(page)
    return load(in: &context)
  }

  /// Requests the text of the page on screen.
  /// - Parameter ignoringCopy: whether to fetch the page even if there's a stored copy.
  private mutating func load(ignoringCopy: Bool = false, in context: inout UpdateContext) {
    guard let page else { return }
    let id = context.nextRequest()
    let url = page.url
    self.page?.phase = .loading(elapsed: .zero)
    context.run(self.page?.request.begin(id, url) ?? [])
    context.run(
      .fetch(
        .article(
          id, url, saved: page.saved?.id, timeout: context.surroundings.timeout,
          ignoringCopy: ignoringCopy)))
  }

  /// Fetches the page again, or retries after a failure.
  mutating func reload(in context: inout UpdateContext) {
    guard let page, !page.isLoading else { return }
    storePlace(in: &context)
    self.page?.previous = page.content
    self.page?.pictureRooms = page.pictureRooms.filter { $0.value.rows > 0 }
    self.page?.search = nil
    self.page?.link = nil
    context.retryFailedPictures()
    return load(ignoringCopy: true, in: &context)
  }

  /// Opens the page of the selected link, or goes from a reference to its note or back.
  mutating func followLink(in context: inout UpdateContext) {
    guard let page, let link = page.selectedLink else { return }
    guard let url = link.url else {
      return followNote(link.target, in: &context)
    }
    guard url.withoutFragment != page.metadata.url.withoutFragment else {
      return context.inform(localized("This link leads to a place on the same page."))
    }
    storePlace(in: &context)
    push(ReaderPage(LinkMetadata(originalURL: url), saved: nil))
    return load(in: &context)
  }

  /// Goes back to the previous page, or closes the reader.
  mutating func goBack(in context: inout UpdateContext) {
    guard isOpen else { return }
    if let previous = page?.previous {
      // Cancels only a request that fetches the page again.
      context.run(page?.request.cancel() ?? [])
      page?.show(previous)
      return layOutAgain(in: context.surroundings)
    }
    if let link = page?.selectedLink, page?.noteOrigin != nil, case .noteMark = link.target {
      return followNote(link.target, in: &context)
    }
    guard canGoBack else { return close(in: &context) }
    storePlace(in: &context)
    context.run(page?.request.cancel() ?? [])
    pop()
    layOutAgain(in: context.surroundings)
  }

  /// Closes the reader with all its pages.
  mutating func close(in context: inout UpdateContext) {
    guard isOpen else { return }
    storePlace(in: &context)
    let others = pages.dropLast().compactMap(\.request.pendingID)
    context.run((page?.request.cancel() ?? []) + others.map { .cancel($0) })
    removeAll()
    context.then { $0.modals.closeLines() }
  }

  // MARK: - Commands for the page, or for the one that the selected link leads to

  /// The link that commands act on: the selected one, or else the page.
  private var target: LinkMetadata? {
    guard let page else { return nil }
    guard let link = page.selectedPage else { return page.metadata }
    var metadata = LinkMetadata(originalURL: link.url)
    // Until the page is fetched, lists of links show the link's text as the name.
    metadata.title = link.text.isEmpty ? nil : link.text
    return metadata
  }

  /// The address to show in full.
  var address: String? {
    page.map { $0.selectedPage?.url.absoluteString ?? $0.metadata.address.text }
  }

  /// Opens the page in the browser, and marks it as read, or opens the selected link.
  mutating func openTarget(in context: inout UpdateContext) {
    guard let page, let target else { return }
    context.run(.system(.open(target.originalURL)))
    guard page.selectedPage == nil, let saved = page.saved else { return }
    context.run(.write(.markOpened(saved.id)))
    markEnd(in: &context)
  }

  func saveTarget(in context: inout UpdateContext) {
    guard let page, let target, context.canSave() else { return }
    guard page.selectedPage == nil else {
      // A link's text isn't its page's title.
      context.save(LinkMetadata(originalURL: target.originalURL), for: .nothing)
      return
    }
    context.save(target, for: .page)
  }

  func copyTarget(in context: inout UpdateContext) {
    if let target { context.run(.share(context.nextRequest(), .copy(.address), .link(target))) }
  }

  func shareTarget(in context: inout UpdateContext) {
    guard let page, let target else { return }
    let article = page.selectedPage == nil ? page.content?.loaded.article : nil
    let markdown = article.map { article in
      SharedText([target]).markdown + "\n\n" + article.markdown
    }
    let capabilities = context.surroundings.shareCapabilities
    context.open(.share(ShareSheet(.page(target, markdown: markdown), capabilities: capabilities)))
  }

  /// Marks the page as read, or a read page as unread.
  mutating func markPage(in context: inout UpdateContext) {
    guard let page, page.mark.pendingID == nil else { return }
    self.page?.isMarkedAtEnd = true
    context.then { $0.mark(page.url, isRead: page.readAt == nil) }
  }

  /// Marks an unread page as read because its end was reached. Once the user has decided, the page
  /// keeps its mark as long as it's open.
  mutating func markEnd(in context: inout UpdateContext) {
    guard let page, page.content != nil, page.readAt == nil, !page.isMarkedAtEnd,
      context.surroundings.writeError == nil
    else { return }
    markPage(in: &context)
  }

  /// Tags a page that wasn't saved when its tags were chosen.
  mutating func tagPage(at url: URL, _ tags: TagChange, in context: inout UpdateContext) {
    guard let page, page.metadata.originalURL == url, context.canSave() else { return }
    self.page?.tagsAfterSave = tags
    context.save(page.metadata, for: .page)
  }

  /// Waits for the request that saves the page.
  mutating func beginSave(_ id: RequestID, _ metadata: LinkMetadata) {
    page?.save.begin(id, metadata)
  }

  /// Shows a page as saved, and adds the tags that waited for that.
  mutating func endSave(_ id: RequestID, _ link: SavedLink?, in context: inout UpdateContext) {
    var tags: TagChange?
    update(where: { $0.save.isPending(id) }) { page in
      _ = page.save.end(id)
      (tags, page.tagsAfterSave) = (page.tagsAfterSave, nil)
      if let link { page.saved = link }
    }
    if let link, let tags { context.changeTags([link.id], tags) }
  }

  /// Waits for the request that marks the page.
  mutating func beginMark(_ id: RequestID, isRead: Bool) { page?.mark.begin(id, isRead) }

  /// Shows the new reading state of pages.
  /// - Parameter reading: the new states, or nil if nothing was changed.
  mutating func endMark(_ id: RequestID, _ reading: ReadingChange?) {
    updateAll { page in
      // By now, the page may have another address than its link on screen.
      _ = page.mark.end(id)
      if let state = reading?[WebAddress(page.url)] { page.readAt = state.readAt }
    }
  }

  /// Updates pages after their links were moved to the trash or restored.
  /// - Parameter trashedAt: when the links were moved to the trash; nil if they were restored.
  mutating func endMove(of ids: [SavedLink.ID], trashedAt: Date?) {
    updateAll { page in
      if let link = page.saved, ids.contains(link.id) { page.saved?.trashedAt = trashedAt }
    }
  }

  // MARK: - Answers

  /// Shows an article on the page that requested it, at the stored reading position.
  private mutating func endLoad(
    _ id: RequestID, _ result: Result<LoadedArticle, ArticleError>, in context: inout UpdateContext
  ) {
    guard let page = pages.last(where: { $0.request.isPending(id) }) else { return }
    let surroundings = context.surroundings
    var loading = page
    _ = loading.request.end(id)
    switch result {
    case .failure(let error):
      if let previous = loading.previous {
        loading.show(previous)
        if id == self.page?.request.pendingID {
          context.fail(localized("Not fetched again: \(error.sentence)"))
        }
      } else {
        loading.phase = .failed(error)
      }
    case .success(let loaded):
      loading.previous = nil
      loading.saved = loaded.saved ?? loading.saved
      loading.readAt = loaded.reading?.readAt
      loading.storedPlace = loaded.reading?.place
      loading.phase = .loaded(
        .init(loaded: loaded, layout: layout(loaded, of: loading, in: surroundings)))
      if loading.anchor == .start, let place = loaded.reading?.place,
        ReaderPage.isWorthReturning(to: place)
      {
        loading.anchor = ArticleAnchor(block: place.block, offset: place.offset)
        if id == self.page?.request.pendingID, context.notice == nil {
          let message = localized("Continued at \(place.percent).")
          context.inform(message, advising: "move.first", on: .reader) {
            localized("\($0) goes to the top.")
          }
        }
      }
      loading.settle(limit: scrollLimit(of: loading, in: surroundings))
      loading.search = searchOfList(in: loading)
    }
    update(where: { $0.request.isPending(id) }) { $0 = loading }
    layOutAgain(in: surroundings)
  }

  /// Returns the search for the words of the list's filter, so that n goes to the matches.
  private func searchOfList(in page: ReaderPage) -> ReaderSearch? {
    guard !canGoBack, let layout = page.layout else { return nil }
    return page.filterTerms.lazy.map { ReaderSearch($0, in: layout) }.first { !$0.matches.isEmpty }
  }

  /// Gives a drawn picture its number of rows. The text at the top stays there.
  mutating func makeRoom(
    for picture: Picture?, of request: PictureRequest, in surroundings: Surroundings
  ) {
    guard request.isWhole, isOpen else { return }
    let room = ArticleLayout.PictureRoom(
      columns: request.size.columns, rows: picture?.size.rows ?? 0)
    update(where: { $0.metadata.originalURL == request.page }) { page in
      page.pictureRooms[request.url] = room
    }
    layOutAgain(in: surroundings)
  }

  /// Lays the page on screen out again if the layout's settings have changed. The text at the top
  /// of the screen stays there.
  mutating func layOutAgain(in surroundings: Surroundings) {
    guard var page, let content = page.content else { return }
    let settings = screenLayout(in: surroundings).settings(of: page, in: surroundings)
    if content.layout.settings != settings {
      page.phase = .loaded(
        .init(loaded: content.loaded, layout: layout(content.loaded, of: page, in: surroundings)))
      page.search = page.search.flatMap { search in
        page.layout.map { ReaderSearch(search.text, in: $0) }
      }
    }
    page.settle(limit: scrollLimit(of: page, in: surroundings))
    self.page = page
  }
}

extension AppState {
  /// Marks the page in the reader as read or unread.
  fileprivate mutating func mark(_ url: URL, isRead: Bool) {
    var id: RequestID?
    update(\.saved) {
      id = $0.change(.mark(.page(url), isRead: isRead), .marked(isRead: isRead), in: &$1)
    }
    if let id { reader.beginMark(id, isRead: isRead) }
  }
}

extension ReaderPage {
  /// Shows the previous text again.
  fileprivate mutating func show(_ previous: Content) {
    self.previous = nil
    phase = .loaded(previous)
  }

  /// Positions at the beginning or the end aren't worth returning to.
  fileprivate static func isWorthReturning(to place: ReadingPlace) -> Bool {
    place.progress > 0 && place.progress < 0.98
  }

  /// Scrolls to the text of ``anchor``.
  fileprivate mutating func settle(limit: Int) {
    guard let layout else { return }
    top = anchor == .start ? 0 : min(limit, layout.line(at: anchor))
  }
}

extension URL {
  fileprivate var withoutFragment: String {
    String(absoluteString.prefix { $0 != "#" })
  }
}
