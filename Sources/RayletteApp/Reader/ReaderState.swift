package import Articles
import Foundation
import LinkPreview
package import Links
import Markup

/// The reader above the tabs: the page that's read, and the pages whose links led there.
struct ReaderState: Equatable, Sendable {
  /// The open pages. The last one is on screen. Empty while the reader is closed.
  private(set) var pages: [ReaderPage] = []
  /// The width of the column of text, if there's room for it.
  var width = ReaderLayout.standardWidth
  /// The line at the top before a search.
  var searchOrigin = 0
  /// The list that the page was opened from. Nil if that's Spin.
  var list: ReadingList?
  /// The card of Spin that the reader leaves for another one, until that one is picked.
  var cardLeft: RequestID?

  var isOpen: Bool { !pages.isEmpty }

  /// The page on screen. Nil while the reader is closed.
  var page: ReaderPage? {
    get { pages.last }
    set { if let newValue, isOpen { pages[pages.count - 1] = newValue } }
  }

  /// Whether there's a previous page.
  var canGoBack: Bool { pages.count > 1 }

  mutating func push(_ page: ReaderPage) {
    pages.append(page)
    // Limits the pages to more than anybody goes back.
    if pages.count > Self.limit { pages.removeFirst() }
  }

  /// Goes back to the previous page.
  mutating func pop() { if canGoBack { pages.removeLast() } }

  mutating func removeAll() {
    pages = []
    list = nil
  }

  /// Changes the page that a request belongs to, even if another page is on screen.
  mutating func update(where matches: (ReaderPage) -> Bool, _ change: (inout ReaderPage) -> Void) {
    if let index = pages.lastIndex(where: matches) { change(&pages[index]) }
  }

  mutating func updateAll(_ change: (inout ReaderPage) -> Void) {
    for index in pages.indices { change(&pages[index]) }
  }

  private static let limit = 50
}

/// A page in the reader.
struct ReaderPage: Equatable, Sendable {
  /// The metadata that's known before the text.
  let metadata: LinkMetadata
  /// The saved link of the page; nil if the page isn't saved.
  var saved: SavedLink?
  var phase: Phase
  /// The number of rows for each drawn picture of the page.
  var pictureRooms: [URL: ArticleLayout.PictureRoom] = [:]
  /// The previous text, while the page is fetched again.
  var previous: Content?
  /// The request for the page's text.
  var request = LatestRequest<URL>()
  /// The request that saves the page.
  var save = LatestRequest<LinkMetadata>()
  /// The tags that wait until the page is saved.
  var tagsAfterSave: TagChange?
  /// The request that marks the page as read or unread.
  var mark = LatestRequest<Bool>()
  /// When the page was marked as read; nil if it's unread.
  var readAt: Date?
  /// Whether the page was marked since it was opened, so that reaching its end doesn't mark it.
  var isMarkedAtEnd = false
  /// The position at the top of the screen, which stays there when the layout changes.
  var anchor = ArticleAnchor.start
  /// The index of the line at the top.
  var top = 0
  /// The number of columns that wide blocks are scrolled sideways.
  var sideways = 0
  /// The index of the selected link.
  var link: Int?
  /// The reference that led to a note. The note leads back there.
  var noteOrigin: NoteOrigin?

  struct NoteOrigin: Equatable, Sendable {
    /// The index of the reference's link.
    let link: Int
    /// The position at the top of the screen.
    let anchor: ArticleAnchor
  }
  /// The search, with its matches.
  var search: ReaderSearch?
  /// The words of the list's filter when the page was opened from the list.
  var filterTerms: [String] = []
  /// The reading position that was stored last.
  var storedPlace: ReadingPlace?

  enum Phase: Equatable, Sendable {
    case loading(elapsed: Duration)
    case loaded(Content)
    case failed(ArticleError)
  }

  /// An article with its layout.
  struct Content: Equatable, Sendable {
    var loaded: LoadedArticle
    var layout: ArticleLayout
  }

  init(_ metadata: LinkMetadata, saved: SavedLink?) {
    self.metadata = metadata
    self.saved = saved
    phase = .loading(elapsed: .zero)
  }

  /// The address as it was saved or picked.
  var address: WebAddress { metadata.originalAddress }

  /// The address that the text is fetched from, and that the reading state belongs to. If the page
  /// is saved under another address, which the link redirects to, the saved address is used.
  var url: URL { saved?.url ?? metadata.originalURL }

  /// Whether the page is saved and not in the trash.
  var isSaved: Bool { saved.map { $0.trashedAt == nil } ?? false }

  var content: Content? { if case .loaded(let content) = phase { content } else { nil } }
  var layout: ArticleLayout? { content?.layout }
  var isLoading: Bool { if case .loading = phase { true } else { false } }
  var failure: ArticleError? { if case .failed(let error) = phase { error } else { nil } }

  var title: String { content?.loaded.article.title ?? metadata.displayTitle }

  /// The selected link.
  var selectedLink: ArticleLink? {
    guard let link, let layout, layout.links.indices.contains(link) else { return nil }
    return layout.links[link]
  }

  /// The text of the note whose reference is selected. Nil without such a selection or note.
  var selectedNote: String? {
    guard case .note(let label) = selectedLink?.target, let article = content?.loaded.article
    else { return nil }
    for case .footnotes(let notes) in article.blocks {
      guard let note = notes.first(where: { $0.label == label }) else { continue }
      return Article(title: nil, blocks: note.blocks).plainText
        .split(whereSeparator: \.isNewline).joined(separator: " ")
    }
    return nil
  }

  /// The page that the selected link leads to, and the link's text.
  var selectedPage: (url: URL, text: String)? {
    selectedLink.flatMap { link in link.url.map { ($0, link.text) } }
  }
}

/// An event that concerns the reader: the mouse, or the result of an effect.
package enum ReaderAction: Equatable, Sendable {
  /// A point of the screen was clicked.
  case clicked(x: Int, y: Int, count: Int)
  /// The mouse wheel was turned.
  case scrolled(rows: Int)

  case progressed(RequestID, elapsed: Duration)
  case loaded(RequestID, Result<LoadedArticle, ArticleError>)
  /// The reading position of a page was stored.
  case placeStored
}

/// A movement in an article.
package enum ReaderMovement: Hashable, Sendable {
  case by(Movement)
  /// To the next or the previous paragraph.
  case paragraph(Int)
  case heading(Int)
  case lines(Int)
}
