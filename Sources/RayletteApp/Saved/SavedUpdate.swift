package import Articles
package import LinkPreview
package import Links
import Localization
package import TerminalGrid

extension SavedState {
  /// - Parameters:
  ///   - isTyping: whether a line is being typed.
  ///   - isOnScreen: whether the tab is on screen.
  mutating func update(
    _ action: SavedAction, isTyping: Bool, isOnScreen: Bool, in context: inout UpdateContext
  ) {
    switch action {
    case .rowPressed(let id, let count): return press(id, count: count, in: &context)
    case .scrolled(let rows): if isListing { moveCursor(to: cursor + rows, in: &context) }
    case .sidebar(let action): return update(action, in: &context)

    case .listed(let id, let result):
      return endListing(id, result, isTyping: isTyping, isOnScreen: isOnScreen, in: &context)
    case .linksRead(let id, let result): endReading(id, result, in: &context)
    case .excerptsRead(let id, let lines): excerpts.end(id, lines)
    case .textRead(let id, let article): paneText.end(id, article)
    case .tagsRead(let id, let result): endTags(id, result, in: &context)
    case .sitesRead(let id, let result):
      if sitesRequest.end(id) != nil, case .success(let sites) = result { self.sites = sites }
    case .backfilled(let id, let failure): return endBackfill(of: id, failure, in: &context)
    case .iconLoaded(let id, let icon): icons.end(id, icon)
    case .noteEdited(let id, let result): return endNote(of: id, result, in: &context)
    case .jobStarted(let id, let total): beginChangeJob(id, total: total)
    case .jobProgressed(let id, let done): progressJob(id, done: done)
    case .jobEnded(let id, let result): return endJob(id, result, in: &context)
    case .browsersFound(let browsers): self.browsers = browsers
    case .trashPurged(let isDone): isTrashPurgeDue = !isDone
    }
  }

  /// Requests the missing data of the links on screen: their pages, excerpts, texts and numbers.
  /// - Parameter isOnScreen: whether the tab is on screen.
  mutating func reconcile(isOnScreen: Bool, in context: inout UpdateContext) {
    reconcileBackfill(isOnScreen: isOnScreen, in: &context)
    reconcileExcerpts(isOnScreen: isOnScreen, in: &context)
    reconcileText(isOnScreen: isOnScreen, in: &context)
    reconcileSidebar(isOnScreen: isOnScreen, in: &context)
  }

  // MARK: - The cursor

  mutating func move(_ movement: Movement, in context: inout UpdateContext) {
    let target = target(of: movement, in: context.surroundings)
    guard let count else { return moveCursor(to: target, in: &context) }
    self.count = nil
    switch movement {
    // As in vi, a count before these is a row number.
    case .toFirst, .toLast: return moveCursor(to: count - 1, in: &context)
    case .down, .up, .pageDown, .pageUp, .halfPageDown, .halfPageUp:
      return moveCursor(to: cursor + (target - cursor) * count, in: &context)
    }
  }

  /// Returns the row that a movement leads to.
  private func target(of movement: Movement, in surroundings: Surroundings) -> Int {
    let page = max(1, visibleRows(in: surroundings) - 1)
    return min(movement.target(from: cursor, page: page), ids.count - 1)
  }

  /// Adds a digit to the count of the next movement.
  /// - Returns: false if the key isn't part of a count here.
  mutating func typeCount(_ key: Key, in surroundings: Surroundings) -> Bool {
    guard case .character(let character) = key, character.isASCII,
      let digit = character.wholeNumberValue, !ids.isEmpty
    else { return false }
    // A count doesn't begin with 0.
    guard let count else {
      // The config file may bind a digit to a command.
      if surroundings.keyMap.changes.contains(where: { $0.chord.first == key }) { return false }
      if digit > 0 { self.count = digit }
      return digit > 0
    }
    self.count = min(count * 10 + digit, 1_000_000)
    return true
  }

  mutating func moveCursor(to index: Int, in context: inout UpdateContext) {
    let before = cursor
    moveCursor(to: index, visibleRows: visibleRows(in: context.surroundings))
    if cursor != before { selection.isCursorChosen = cursor > 0 }
    return readMissingRows(in: &context)
  }

  private mutating func press(_ id: SavedLink.ID, count: Int, in context: inout UpdateContext) {
    sidebar.isFocused = false
    guard let index = ids.firstIndex(of: id) else {
      // Keys typed after the click were meant for this link.
      context.dropTypeAhead()
      return context.inform(localized("That link is not in this list."))
    }
    moveCursor(to: index, in: &context)
    if count == 2 { open([id], in: &context) }
  }

  /// Scrolls so that the cursor stays on a screen that has changed.
  mutating func adapt(in context: inout UpdateContext) {
    selection.scroll(count: ids.count, visibleRows: visibleRows(in: context.surroundings))
    settleSidebar(in: context.surroundings)
    return readMissingRows(in: &context)
  }

  /// Drops the requests that keys wait for.
  mutating func stopWaiting(in context: inout UpdateContext) {
    changes.stopAwaiting()
    // Doesn't cancel the rows, because they're still useful.
    listing.rowsRequest = LatestRequest()
    let list = listing.request.cancel()
    if !list.isEmpty { context.then { $0.modals.closeLines() } }
    context.run(tagsRequest.cancel() + sitesRequest.cancel() + list)
  }

  // MARK: - Opening

  /// The number of links to open without asking first.
  private static let unconfirmedLimit = 5

  /// Opens links in the browser, and marks them as read.
  mutating func open(_ ids: [SavedLink.ID], in context: inout UpdateContext) {
    if ids.count > Self.unconfirmedLimit { return context.open(.question(.open(ids))) }
    openAll(ids, in: &context)
  }

  mutating func openAll(_ ids: [SavedLink.ID], in context: inout UpdateContext) {
    // Uses the links that are in memory, because the store may be busy with a change.
    for id in ids {
      guard let link = link(id) else { continue }
      context.run([.system(.open(link.url)), .write(.markOpened(id))])
    }
    let unknown = ids.filter { link($0) == nil }
    if !unknown.isEmpty { context.run(.system(.openSaved(unknown))) }
    markOpened(ids.filter { link($0)?.reading?.readAt == nil }, in: &context)
  }

  /// Marks links that were opened in the browser as read.
  mutating func markOpened(_ ids: [SavedLink.ID], in context: inout UpdateContext) {
    guard context.surroundings.writeError == nil else { return }
    change(.mark(.links(ids), isRead: true), .marked(isRead: true), in: &context)
  }

  // MARK: - Selecting

  mutating func toggleSelection(in context: inout UpdateContext) {
    guard let id = targetAtCursor else { return }
    selection.toggle(id)
    move(.down, in: &context)
  }

  mutating func toggleRange() {
    guard !selection.isRange, let id = targetAtCursor else { return selection.endRange() }
    selection.beginRange(at: id)
  }

  mutating func toggleAll() {
    let all = ids.filter { !changes.isLeaving($0) }
    selection.select(selectedIDs.count == all.count ? [] : all)
  }
}

/// An event that concerns the Saved tab: the mouse, or the result of an effect.
package enum SavedAction: Equatable, Sendable {
  /// A link in the list was clicked.
  case rowPressed(SavedLink.ID, count: Int)
  /// The mouse wheel was turned.
  case scrolled(rows: Int)
  case sidebar(SidebarAction)

  case listed(RequestID, Result<SavedListing, StoreError>)
  case linksRead(RequestID, Result<[SavedLink], StoreError>)
  /// Lines of kept texts with the words of the filter were read. Links without such a line are left
  /// out.
  case excerptsRead(RequestID, [SavedLink.ID: String])
  /// The kept text of a link was read. Nil if it can't be.
  case textRead(RequestID, Article?)
  case tagsRead(RequestID, Result<[SavedFacets.Count], StoreError>)
  case sitesRead(RequestID, Result<[SavedFacets.Count], StoreError>)
  /// The page of a link on screen was fetched and saved, or couldn't be, because of the error.
  case backfilled(SavedLink.ID, LinkMetadataError?)
  /// The icon of a site was drawn. Nil if the site has no icon that can be drawn.
  case iconLoaded(RequestID, Picture?)
  /// The editor was closed. Nil if the note is unchanged.
  case noteEdited(SavedLink.ID, Result<String?, EditorFailure>)
  /// A change of many links begins.
  case jobStarted(RequestID, total: Int)
  case jobProgressed(RequestID, done: Int)
  /// A job ended or was stopped.
  case jobEnded(RequestID, JobResult)
  /// These browsers have bookmarks.
  case browsersFound([WebBrowser])
  /// The trash was purged. False if another program has locked the file.
  case trashPurged(isDone: Bool)
}
