import Foundation
import LinkPreview
import Links
import TerminalGrid

extension AppState {
  /// The largest index of a line at the top. Screen readers read from there, so any line can be at
  /// the top for them.
  func scrollLimit(of page: ReaderPage) -> Int {
    guard let layout = page.layout else { return 0 }
    let last = self.appearance.isAccessible ? 1 : ReaderLayout(self).rows
    return max(0, layout.lines.count - last)
  }

  mutating func moveInReader(_ movement: ReaderMovement) {
    if let target = readerTarget(of: movement) { scrollReader(to: target) }
  }

  /// Returns the line that a movement leads to. Nil if it leads nowhere.
  func readerTarget(of movement: ReaderMovement) -> Int? {
    guard let page, let layout = page.layout else { return nil }
    let rows = ReaderLayout(self).rows
    return
      switch movement
    {
    case .lines(let lines): page.top + lines
    case .by(.down): page.top + 1
    case .by(.up): page.top - 1
    case .by(.pageDown): page.top + max(1, rows - ReaderLayout.linesKept)
    case .by(.pageUp): page.top - max(1, rows - ReaderLayout.linesKept)
    case .by(.halfPageDown): page.top + max(1, rows / 2)
    case .by(.halfPageUp): page.top - max(1, rows / 2)
    case .by(.toFirst): 0
    case .by(.toLast): layout.lines.count
    case .paragraph(let step): layout.paragraph(from: page.top, step: step)
    case .heading(let step): layout.heading(from: page.top, step: step)
    }
  }

  /// Shows a line at the top, or as far up as there's text below it.
  mutating func scrollReader(to line: Int) {
    guard var page, let layout = page.layout else { return }
    page.top = min(max(0, line), scrollLimit(of: page))
    page.anchor = page.top == 0 ? .start : layout.anchor(at: page.top)
    self.page = page
  }

  /// Scrolls only if a line isn't on screen, so that it's in the upper third then.
  mutating func reveal(line: Int) {
    guard let page else { return }
    let rows = ReaderLayout(self).rows
    if self.appearance.isAccessible { return scrollReader(to: line) }
    if (page.top..<page.top + rows).contains(line) { return }
    scrollReader(to: line - rows / 3)
  }

  /// Scrolls so that a part of a text is on screen that begins in a line.
  mutating func reveal(_ place: ArticleLayout.TextPlace) {
    reveal(line: place.line)
    guard let page, let layout = page.layout, layout.lines.indices.contains(place.line),
      let block = layout.unwrappedBlock(of: layout.lines[place.line])
    else { return }
    for case .text(let x, place.text, let part) in layout.lines[place.line].parts
    where part.overlaps(place.range) {
      let columns = layout.columns(of: place.range, inText: place.text, part: part, x: x)
      guard let first = columns.first, let last = columns.last else { continue }
      let start = first.lowerBound - block.textX
      let end = last.upperBound - block.textX
      let shift = block.shift(page.sideways)
      // A column is left for the sign that the line goes on.
      if end > shift + block.room - 1 {
        self.page?.sideways = block.sideways(end + 1 - block.room)
      }
      if start < shift + 1 { self.page?.sideways = block.sideways(max(0, start - 1)) }
    }
  }

  mutating func widenReader(by step: Int) {
    readerWidth = readerWidth(widenedBy: step)
    relayoutReader()
  }

  func readerWidth(widenedBy step: Int) -> Int {
    let range = ReaderLayout.widths
    let visible = max(ReaderLayout(self).column.columns, range.lowerBound)
    // A column that's wider than the screen becomes narrower at once.
    let current = min(readerWidth, visible)
    let widest = min(range.upperBound, max(self.size.columns, range.lowerBound))
    return min(max(current + step * ReaderLayout.widthStep, range.lowerBound), widest)
  }

  /// Scrolls what's too wide for the screen sideways, as far as what's on screen goes on.
  mutating func shiftReader(by columns: Int) {
    guard let page, let layout = page.layout else { return }
    let shifted = sideways(of: page, in: layout, shiftedBy: columns)
    self.page?.sideways = shifted
  }

  private func sideways(of page: ReaderPage, in layout: ArticleLayout, shiftedBy columns: Int)
    -> Int
  {
    let overhang = layout.overhang(in: linesOnScreen)
    return min(max(0, min(page.sideways, overhang) + columns), overhang)
  }

  /// The lines of the article that are on screen.
  var linesOnScreen: Range<Int> {
    guard let page, let layout = page.layout else { return 0..<0 }
    return (page.top..<page.top + ReaderLayout(self).rows).clamped(to: layout.lines.indices)
  }

  /// Whether a command of the reader changes anything, or else says why not by itself.
  func isChanged(by action: ReaderAction) -> Bool {
    switch action {
    case .readPressed: return readSubject != nil
    case .markLinksPressed: return saved.hasTargets
    case .backPressed, .openPressed, .savePressed, .copyPressed, .sharePressed: return page != nil
    case .deselectPressed: return page?.link != nil
    case .followPressed: return page?.selectedLink != nil
    case .markPressed: return page?.mark.pendingID == nil
    case .reloadPressed: return page?.isLoading == false
    case .widened(let step): return readerWidth(widenedBy: step) != readerWidth
    case .matchPressed: return page?.search?.matches.isEmpty == false
    case .progressed, .loaded, .placeStored: return false
    case .findPressed, .contentsPressed, .linksPressed, .hintsPressed: return page?.layout != nil
    case .moved(let movement):
      guard let page, let target = readerTarget(of: movement) else { return false }
      return min(max(0, target), scrollLimit(of: page)) != page.top
    case .shifted(let columns):
      guard let page, let layout = page.layout else { return false }
      return sideways(of: page, in: layout, shiftedBy: columns) != page.sideways
    case .linkPressed:
      guard let page, let layout = page.layout else { return false }
      guard layout.links.count == 1, page.link == 0, let place = layout.linkPlaces.first else {
        return true
      }
      // Selecting the only link again scrolls to it.
      return !linesOnScreen.contains(place.line)
    }
  }

  // MARK: - The place

  /// How much of the page on screen is above the bottom of the screen.
  func place(of page: ReaderPage) -> ReadingPlace? {
    guard let layout = page.layout else { return nil }
    let limit = max(0, layout.lines.count - ReaderLayout(self).rows)
    let progress = limit == 0 ? 1 : min(1, Double(page.top) / Double(limit))
    let anchor = page.top == 0 ? .start : page.anchor
    return ReadingPlace(
      block: max(0, anchor.block), offset: anchor.offset, progress: progress)
  }

  /// Stores how far the page on screen was read, if that has changed.
  mutating func storePlace() -> [Effect] {
    guard let page, let place = place(of: page), place != page.storedPlace else { return [] }
    // A page that was only looked at stays unread.
    if page.storedPlace == nil, page.top == 0 { return [] }
    self.page?.storedPlace = place
    return saved.writeError == nil ? [.write(.readingPlace(page.url, place))] : []
  }
}

extension ArticleLayout {
  /// Returns the line to have at the top for the next paragraph, or for the one before. Nil if
  /// there's none.
  fileprivate func paragraph(from top: Int, step: Int) -> Int? {
    func begins(_ index: Int) -> Bool {
      lines[index].kind != .blank && (index == 0 || lines[index - 1].kind == .blank)
    }
    // The header of a table may cover the first lines.
    var index = top + headerLines(above: top).count + step
    while lines.indices.contains(index) {
      if begins(index) { return index - headerLines(above: index).count }
      index += step
    }
    return step > 0 ? lines.count : 0
  }

  /// Returns the line of the next heading, or of the one before. Nil if there's none.
  fileprivate func heading(from line: Int, step: Int) -> Int? {
    let places = headingLines
    return step > 0
      ? places.first { $0 > line } : places.last { $0 < line } ?? (line > 0 ? 0 : nil)
  }
}
