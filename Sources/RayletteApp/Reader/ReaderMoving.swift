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
    guard let page, let layout = page.layout else { return }
    let rows = ReaderLayout(self).rows
    let target: Int? =
      switch movement {
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
    if let target { scrollReader(to: target) }
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
    let range = ReaderLayout.widths
    let shown = max(ReaderLayout(self).column.columns, range.lowerBound)
    // A column that's wider than the screen becomes narrower at once.
    let current = min(readerWidth, shown)
    let widest = min(range.upperBound, max(self.size.columns, range.lowerBound))
    readerWidth = min(
      max(current + step * ReaderLayout.widthStep, range.lowerBound), widest)
    relayoutReader()
  }

  /// Scrolls what's too wide for the screen sideways, as far as what's on screen goes on.
  mutating func shiftReader(by columns: Int) {
    guard let page, let layout = page.layout else { return }
    let overhang = layout.overhang(in: linesOnScreen)
    self.page?.sideways = min(max(0, min(page.sideways, overhang) + columns), overhang)
  }

  /// The lines of the article that are on screen.
  var linesOnScreen: Range<Int> {
    guard let page, let layout = page.layout else { return 0..<0 }
    return (page.top..<page.top + ReaderLayout(self).rows).clamped(to: layout.lines.indices)
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
