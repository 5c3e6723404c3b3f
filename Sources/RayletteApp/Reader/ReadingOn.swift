import LinkPreview
import Links
import Localization
import TerminalGrid

/// The list that the page in the reader was opened from.
struct ReadingList: Equatable, Sendable {
  /// The links as they were listed then. One that no longer matches the filter once it's read keeps
  /// its place.
  let ids: [SavedLink.ID]
  /// The index of the link in the reader.
  var index: Int
  /// The links that were read here.
  var opened: [SavedLink.ID: SavedLink] = [:]

  /// The position of the link: `3 of 108`.
  var position: String {
    let (number, count) = ((index + 1).grouped, ids.count.grouped)
    return localized("\(number) of \(count)")
  }
}

/// Reads the next and the previous link of the list that the reader was opened from: saved links,
/// or the cards of Spin.
extension AppState {
  /// The list on screen, for the reader. Nil on Spin, whose cards have no numbers.
  var readingList: ReadingList? {
    guard tab == .saved, let link = saved.linkAtCursor else { return nil }
    return ReadingList(ids: saved.ids, index: saved.cursor, opened: [link.id: link])
  }

  /// Reads another link of the list. A page that's at its end is marked as read first.
  mutating func readOn(_ step: Int) {
    if step > 0 { update(\.reader) { $0.markReached(in: &$1) } }
    guard reader.list != nil else { return readCard(step) }
    guard let (index, link) = linkToRead(step) else { return }
    var list = reader.list
    list?.index = index
    list?.opened[link.id] = link
    var page = ReaderPage(link.metadata, saved: link)
    page.filterTerms = saved.query.filter.textWords
    open(page, of: list)
    if let row = saved.ids.firstIndex(of: link.id) {
      update(\.saved) { $0.moveCursor(to: row, in: &$1) }
    }
  }

  /// Opens a page in the reader.
  mutating func open(_ page: ReaderPage, of list: ReadingList?) {
    update(\.reader) { reader, context in
      reader.close(in: &context)
      reader.open(page, in: &context)
      reader.list = list
    }
  }

  /// Whether there's a link to read after or before the page in the reader. Spin always has a next
  /// one.
  func canReadOn(_ step: Int) -> Bool {
    guard reader.list == nil else { return linkToRead(step) != nil }
    return tab == .spin && (step > 0 || spin.trail.target(ofStep: step) != nil)
  }

  /// The link that comes after the page in the reader, if it's known yet.
  var nextToRead: LinkMetadata? {
    if reader.list != nil { return linkToRead(1)?.link.metadata }
    guard tab == .spin else { return nil }
    let next = spin.trail.target(ofStep: 1).map { spin.trail.spins[$0] } ?? spin.prefetch?.spin
    if case .loaded(let entry)? = next?.phase { return entry.metadata }
    return nil
  }

  /// The link after or before the page in the reader, and its index. Links that were removed
  /// meanwhile are left out.
  private func linkToRead(_ step: Int) -> (index: Int, link: SavedLink)? {
    guard let list = reader.list else { return nil }
    var index = list.index + step
    while list.ids.indices.contains(index) {
      let id = list.ids[index]
      if !saved.changes.isLeaving(id) {
        if let link = list.opened[id] { return (index, link) }
        if saved.ids.contains(id) { return saved.link(id).map { (index, $0) } }
      }
      index += step
    }
    return nil
  }

  // MARK: - The cards of Spin

  private mutating func readCard(_ step: Int) {
    let before = spin.card?.id
    if spin.trail.target(ofStep: step) != nil {
      update(\.spin) { $0.go(step, in: &$1) }
    } else {
      update(\.spin) { $0.spin(in: &$1) }
    }
    reader.cardLeft = before
    readAwaitedCard()
  }

  /// Reads the card that was picked for the reader, once it's there.
  mutating func readAwaitedCard() {
    guard let left = reader.cardLeft, spin.drawRequest.pendingID == nil,
      spin.neverRequest.pendingID == nil
    else { return }
    reader.cardLeft = nil
    guard reader.isOpen, tab == .spin, spin.card?.id != left, let page = readablePage
    else { return }
    open(page, of: nil)
  }

  /// Whether the page in the reader is that of the card on Spin.
  var isReadingCard: Bool { tab == .spin && reader.list == nil && !reader.canGoBack }

  /// Never shows the card in the reader again, and reads the next one.
  mutating func neverReadCard() {
    reader.cardLeft = spin.card?.id
    update(\.spin) { $0.never(wholeHost: false, in: &$1) }
    readAwaitedCard()
  }

  // MARK: - Changing the link in the reader

  /// Moves the link in the reader to the trash, and reads the next one.
  mutating func removePage() {
    guard let link = reader.page?.saved else { return }
    let hasNext = reader.list != nil && linkToRead(1) != nil
    let date = surroundings.now
    var isRequested = false
    update(\.saved) {
      isRequested = $0.change(.make(.trash([link.id], at: date)), .removed, in: &$1) != nil
    }
    guard isRequested, reader.list != nil, !reader.canGoBack else { return }
    reader.list?.opened[link.id] = nil
    if hasNext { readOn(1) } else { update(\.reader) { $0.close(in: &$1) } }
  }

  /// Opens the note of the link in the reader in the editor.
  mutating func editNoteOfPage() {
    guard let link = reader.page?.saved else { return }
    update(\.saved) { if $1.canChange() { $1.run(.system(.editNote(link.id))) } }
  }
}

extension AppState {
  /// The last line of an article, once all of it was on screen: the key for the next link, and its
  /// title with the time that it takes.
  var readOnText: (key: String, text: String)? {
    guard let page = reader.page, reader.readingPlace(of: page, in: surroundings)?.progress == 1,
      let next = nextToRead, let key = surroundings.keyMap.chord(of: "reader.next", in: self)?.label
    else { return nil }
    let title = next.displayTitle
    return (
      key,
      next.readingMinutes.map { localized("next: \(title) (\($0) min)") }
        ?? localized("next: \(title)")
    )
  }
}
