import Articles
import Foundation
import LinkPreview
import Links
import Markup

extension AppState {
  mutating func respond(to action: ReaderAction) -> [Effect] {
    switch action {
    case .readPressed: return openReader()
    case .backPressed: return goBackInReader()
    case .deselectPressed: page?.link = nil
    case .moved(let movement): moveInReader(movement)
    case .widened(let step): widenReader(by: step)
    case .shifted(let columns): shiftReader(by: columns)
    case .findPressed: beginFind()
    case .matchPressed(let step): goToMatch(step)
    case .contentsPressed: chooseHeading()
    case .linksPressed: chooseLink()
    case .linkPressed(let step): selectLink(step)
    case .hintsPressed: showHints()
    case .followPressed: return followLink()
    case .openPressed: return openFromReader()
    case .savePressed: return saveFromReader()
    case .copyPressed: return copyFromReader()
    case .sharePressed: shareFromReader()
    case .markPressed: return markPage()
    case .markLinksPressed: return markTargets()
    case .reloadPressed: return reloadPage()
    case .progressed(let id, let elapsed): progressReader(id, elapsed: elapsed)
    case .loaded(let id, let result): endArticle(id, result)
    case .placeStored: return reloadList()
    }
    return []
  }

  // MARK: - Opening and closing

  /// The page that can be read now: that of the link on screen.
  var readSubject: (metadata: LinkMetadata, saved: SavedLink?)? {
    switch tab {
    case .spin:
      guard let spin else { return nil }
      return (spin.saveableMetadata ?? LinkMetadata(originalURL: spin.url), spin.saved)
    case .saved: return saved.linkAtCursor.map { ($0.metadata, $0) }
    }
  }

  private mutating func openReader() -> [Effect] {
    guard let (metadata, saved) = readSubject else { return [] }
    reader = Reader(ReaderPage(metadata, saved: saved))
    return loadPage()
  }

  /// Requests the text of the page on screen.
  /// - Parameter ignoringCopy: Whether to fetch it even if there's a kept copy.
  private mutating func loadPage(ignoringCopy: Bool = false) -> [Effect] {
    guard let page else { return [] }
    let id = nextRequest()
    let url = page.url
    self.page?.phase = .loading(elapsed: .zero)
    let cancellation = self.page?.request.begin(id, url) ?? []
    return cancellation
      + [
        .fetch(
          .article(
            id, url, saved: page.saved?.id, timeout: self.timeout, ignoringCopy: ignoringCopy))
      ]
  }

  /// Fetches the page again, where it's shown or failed.
  private mutating func reloadPage() -> [Effect] {
    guard let page, !page.isLoading else { return [] }
    let effects = storePlace()
    self.page?.former = page.shown
    self.page?.pictureRooms = page.pictureRooms.filter { $0.value.rows > 0 }
    self.page?.search = nil
    self.page?.link = nil
    pictures.forgetFailures()
    return effects + loadPage(ignoringCopy: true)
  }

  /// Reads the page of the selected link, with a way back, or goes from a mark to its note or back.
  private mutating func followLink() -> [Effect] {
    guard let page, let link = page.selectedLink else { return [] }
    guard let url = link.url else {
      followNote(link.target)
      return []
    }
    guard url.withoutFragment != page.metadata.url.withoutFragment else {
      notice = .information("This link leads to a place on the same page.")
      return []
    }
    let effects = storePlace()
    reader?.push(ReaderPage(LinkMetadata(originalURL: url), saved: nil))
    return effects + loadPage()
  }

  /// Goes back to the page before, or closes the reader.
  private mutating func goBackInReader() -> [Effect] {
    guard let reader else { return [] }
    if let former = page?.former {
      // Only fetching it again is cancelled.
      let effects = page?.request.cancel() ?? []
      page?.show(former)
      relayoutReader()
      return effects
    }
    if let link = page?.selectedLink, page?.noteOrigin != nil, case .noteMark = link.target {
      followNote(link.target)
      return []
    }
    guard reader.canGoBack else { return closeReader() }
    let effects = leavePage()
    self.reader?.pop()
    relayoutReader()
    return effects
  }

  /// Closes the reader with all its pages.
  mutating func closeReader() -> [Effect] {
    guard let reader else { return [] }
    let effects = leavePage()
    let others = reader.pages.dropLast().compactMap(\.request.pendingID)
    self.reader = nil
    modals.closeLines()
    return effects + others.map { .cancel($0) }
  }

  private mutating func leavePage() -> [Effect] {
    storePlace() + (page?.request.cancel() ?? [])
  }

  // MARK: - Answers

  private mutating func progressReader(_ id: RequestID, elapsed: Duration) {
    reader?.update(where: { $0.request.isPending(id) }) { $0.phase = .loading(elapsed: elapsed) }
  }

  /// Shows an article on the page that it was requested for, at the place where reading stopped.
  private mutating func endArticle(_ id: RequestID, _ result: Result<LoadedArticle, ArticleError>) {
    guard let page = reader?.pages.last(where: { $0.request.isPending(id) }) else { return }
    var loading = page
    _ = loading.request.end(id)
    switch result {
    case .failure(let error):
      if let former = loading.former {
        loading.show(former)
        if id == self.page?.request.pendingID {
          notice = .failure("Not fetched again: \(error.sentence)")
        }
      } else {
        loading.phase = .failed(error)
      }
    case .success(let loaded):
      loading.former = nil
      loading.saved = loaded.saved ?? loading.saved
      loading.readAt = loaded.reading?.readAt
      loading.storedPlace = loaded.reading?.place
      loading.phase = .shown(.init(loaded: loaded, layout: layout(loaded, of: loading)))
      if loading.anchor == .start, let place = loaded.reading?.place,
        ReaderPage.isWorthReturning(to: place)
      {
        loading.anchor = ArticleAnchor(block: place.block, offset: place.offset)
        if id == self.page?.request.pendingID, notice == nil {
          notice = .information("Continued at \(place.percent). g goes to the top.")
        }
      }
      loading.settle(rows: ReaderLayout(self).rows, limit: scrollLimit(of: loading))
      loading.search = searchOfList(in: loading)
    }
    reader?.update(where: { $0.request.isPending(id) }) { $0 = loading }
    relayoutReader()
  }

  /// Returns the search for what the list was filtered by, so that n goes to where it stands.
  private func searchOfList(in page: ReaderPage) -> ReaderSearch? {
    guard tab == .saved, reader?.canGoBack == false, let layout = page.layout else { return nil }
    return saved.query.filter.textWords.lazy.map { ReaderSearch($0, in: layout) }
      .first { !$0.matches.isEmpty }
  }

  /// Lays the page on screen out again if what the layout depends on has changed. The text at the
  /// top of the screen stays there.
  mutating func relayoutReader() {
    guard var page, let shown = page.shown else { return }
    let settings = ReaderLayout(self).settings(of: page, in: self)
    if shown.layout.settings != settings {
      page.phase = .shown(.init(loaded: shown.loaded, layout: layout(shown.loaded, of: page)))
      page.search = page.search.flatMap { search in
        page.layout.map { ReaderSearch(search.text, in: $0) }
      }
    }
    page.settle(rows: ReaderLayout(self).rows, limit: scrollLimit(of: page))
    self.page = page
  }
}

extension ReaderPage {
  /// Shows again what was shown before.
  fileprivate mutating func show(_ former: Shown) {
    self.former = nil
    phase = .shown(former)
  }

  /// Places at the beginning and at the end aren't where somebody stopped.
  fileprivate static func isWorthReturning(to place: ReadingPlace) -> Bool {
    place.progress > 0 && place.progress < 0.98
  }

  /// Shows the text of ``anchor`` at the top.
  fileprivate mutating func settle(rows: Int, limit: Int) {
    guard let layout else { return }
    top = anchor == .start ? 0 : min(limit, layout.line(at: anchor))
  }
}

extension ReadingPlace {
  /// How much is read: `42 %`.
  var percent: String { "\(Int((progress * 100).rounded())) %" }
}

extension URL {
  fileprivate var withoutFragment: String {
    String(absoluteString.prefix { $0 != "#" })
  }
}
