import Articles
import Foundation
import LinkPreview
import Links
import Localization
import TerminalGrid

extension ReaderState {
  /// Returns the largest index of a line that can be at the top. For screen readers, any line can
  /// be, because they read from there.
  func scrollLimit(of page: ReaderPage, in surroundings: Surroundings) -> Int {
    guard let layout = page.layout else { return 0 }
    let last = surroundings.appearance.isAccessible ? 1 : screenLayout(in: surroundings).rows
    return max(0, layout.lines.count - last)
  }

  /// Moves in the article. Moving on to its end marks the page as read.
  mutating func move(_ movement: ReaderMovement, in context: inout UpdateContext) {
    let surroundings = context.surroundings
    guard let line = line(at: movement, in: surroundings) else { return }
    let isForward = line > page?.top ?? 0
    scroll(to: line, in: surroundings)
    if isForward { markReached(in: &context) }
  }

  /// Marks the page as read if its end is on screen.
  mutating func markReached(in context: inout UpdateContext) {
    guard let page, readingPlace(of: page, in: context.surroundings)?.progress == 1 else { return }
    markEnd(in: &context)
  }

  /// Returns the line that a movement leads to. Nil if the movement isn't possible.
  private func line(at movement: ReaderMovement, in surroundings: Surroundings) -> Int? {
    guard let page, let layout = page.layout else { return nil }
    let rows = screenLayout(in: surroundings).rows
    // A screen reader says a passage at a time.
    if surroundings.appearance.isAccessible, let step = movement.passages {
      return layout.passageStart(from: page.top, step: step, in: surroundings)
    }
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

  /// Scrolls to a line, or as far as there's text below the top.
  mutating func scroll(to line: Int, in surroundings: Surroundings) {
    guard var page, let layout = page.layout else { return }
    page.top = min(max(0, line), scrollLimit(of: page, in: surroundings))
    page.anchor = page.top == 0 ? .start : layout.anchor(at: page.top)
    self.page = page
  }

  /// Goes to a heading.
  mutating func go(to anchor: ArticleAnchor, in surroundings: Surroundings) {
    if let layout = page?.layout { scroll(to: layout.line(at: anchor), in: surroundings) }
  }

  /// Scrolls if a line isn't on screen, so that the line is in the upper third.
  private mutating func reveal(line: Int, in surroundings: Surroundings) {
    guard let page else { return }
    let rows = screenLayout(in: surroundings).rows
    if surroundings.appearance.isAccessible { return scroll(to: line, in: surroundings) }
    if (page.top..<page.top + rows).contains(line) { return }
    scroll(to: line - rows / 3, in: surroundings)
  }

  /// Scrolls so that a part of a text that begins in a line is on screen.
  mutating func reveal(_ span: ArticleLayout.TextSpan, in surroundings: Surroundings) {
    reveal(line: span.line, in: surroundings)
    guard let page, let layout = page.layout, layout.lines.indices.contains(span.line),
      let block = layout.unwrappedBlock(of: layout.lines[span.line])
    else { return }
    for case .text(let x, span.text, let part) in layout.lines[span.line].parts
    where part.overlaps(span.range) {
      let columns = layout.columns(of: span.range, inText: span.text, part: part, x: x)
      guard let first = columns.first, let last = columns.last else { continue }
      let start = first.lowerBound - block.textX
      let end = last.upperBound - block.textX
      let shift = block.shift(page.sideways)
      // Leaves a column for the sign that the line continues.
      if end > shift + block.room - 1 {
        self.page?.sideways = block.sideways(end + 1 - block.room)
      }
      if start < shift + 1 { self.page?.sideways = block.sideways(max(0, start - 1)) }
    }
  }

  mutating func widen(by step: Int, in surroundings: Surroundings) {
    let range = ReaderLayout.widths
    let visible = max(screenLayout(in: surroundings).column.columns, range.lowerBound)
    // A column that's wider than the screen becomes narrower at once.
    let current = min(width, visible)
    let widest = min(range.upperBound, max(surroundings.size.columns, range.lowerBound))
    width = min(max(current + step * ReaderLayout.widthStep, range.lowerBound), widest)
    layOutAgain(in: surroundings)
  }

  /// Scrolls wide blocks sideways, up to the end of the blocks on screen.
  mutating func shift(by columns: Int, in surroundings: Surroundings) {
    guard let page, let layout = page.layout else { return }
    let overhang = layout.overhang(in: linesOnScreen(in: surroundings))
    self.page?.sideways = min(max(0, min(page.sideways, overhang) + columns), overhang)
  }

  /// The lines of the article that are on screen.
  func linesOnScreen(in surroundings: Surroundings) -> Range<Int> {
    guard let page, let layout = page.layout else { return 0..<0 }
    let rows = screenLayout(in: surroundings).rows
    return (page.top..<page.top + rows).clamped(to: layout.lines.indices)
  }

  // MARK: - The place

  /// Returns the reading position, with the part of the page that's above the bottom of the screen.
  func readingPlace(of page: ReaderPage, in surroundings: Surroundings) -> ReadingPlace? {
    guard let layout = page.layout else { return nil }
    let limit = max(0, layout.lines.count - screenLayout(in: surroundings).rows)
    let progress = limit == 0 ? 1 : min(1, Double(page.top) / Double(limit))
    let anchor = page.top == 0 ? .start : page.anchor
    return ReadingPlace(block: max(0, anchor.block), offset: anchor.offset, progress: progress)
  }

  /// Requests to store the reading position of the page, if it has changed.
  mutating func storePlace(in context: inout UpdateContext) {
    guard let page, let place = readingPlace(of: page, in: context.surroundings),
      place != page.storedPlace
    else { return }
    // A page that was only opened stays unread.
    if page.storedPlace == nil, page.top == 0 { return }
    self.page?.storedPlace = place
    guard context.surroundings.writeError == nil else { return }
    context.then { $0.run(.write(.readingPlace(page.url, place, after: page.storedPlace))) }
  }
}

extension ReaderMovement {
  /// The number of passages that the movement goes for a screen reader. Nil for movements to a
  /// place.
  fileprivate var passages: Int? {
    switch self {
    case .by(.down), .by(.pageDown), .by(.halfPageDown): 1
    case .by(.up), .by(.pageUp), .by(.halfPageUp): -1
    case .paragraph(let step): step
    case .by(.toFirst), .by(.toLast), .heading, .lines: nil
    }
  }
}

extension ArticleLayout {
  /// Returns the line for the top so that the next or the previous paragraph is there. Nil if
  /// there's none.
  fileprivate func paragraph(from top: Int, step: Int) -> Int? {
    func begins(_ index: Int) -> Bool {
      lines[index].kind != .blank && (index == 0 || lines[index - 1].kind == .blank)
    }
    // A table's header may cover the first lines.
    var index = top + headerLines(above: top).count + step
    while lines.indices.contains(index) {
      if begins(index) { return index - headerLines(above: index).count }
      index += step
    }
    return step > 0 ? lines.count : 0
  }

  /// Returns the line of the next or the previous heading. Nil if there's none.
  fileprivate func heading(from line: Int, step: Int) -> Int? {
    let lines = headingLines
    return step > 0
      ? lines.first { $0 > line } : lines.last { $0 < line } ?? (line > 0 ? 0 : nil)
  }
}

extension ReadingState {
  /// The reading progress for a list. Nil for an unread page.
  var shortText: String? {
    if readAt != nil { return localized("read", context: "state") }
    return place.flatMap { $0.progress > 0 ? $0.percent : nil }
  }
}

/// The user's position in the page in the reader.
struct ReadingPosition: Equatable, Sendable {
  /// The part that's read: `42 %`.
  let percent: String
  /// The number of the heading above the text, from 1. 0 before the first one.
  let heading: Int
  let headingCount: Int
  /// The remaining reading time. Nil at the end.
  let minutesLeft: Int?

  /// The facts for the footer. Narrow screens have fewer, because the footer also shows keys.
  func facts(columns: Int) -> [String] {
    let time = columns < 100 ? nil : minutesLeft.map { localized("\($0) min left") }
    let position = columns < 76 || heading == 0 ? nil : headingText
    return [position, time, percent].compactMap(\.self)
  }

  private var headingText: String { localized("\(heading) of \(headingCount)") }
}

extension ReaderState {
  /// Returns the position in the page on screen. Nil if no page is loaded.
  func position(in surroundings: Surroundings) -> ReadingPosition? {
    guard let page, let content = page.content, let place = readingPlace(of: page, in: surroundings)
    else { return nil }
    let layout = content.layout
    let left = layout.lines.isEmpty ? 0 : unreadShare(of: page, in: surroundings)
    let seconds = content.loaded.article.readingTime / .seconds(1) * left
    // At the end, all headings on screen count as passed.
    let passed = place.progress < 1 ? page.top : layout.lines.count
    return ReadingPosition(
      percent: place.percent, heading: layout.headingLines.count { $0 <= passed },
      headingCount: layout.headings.count,
      minutesLeft: place.progress < 1 ? max(1, Int((seconds / 60).rounded())) : nil)
  }

  /// Returns the part of the text below the middle of the screen.
  private func unreadShare(of page: ReaderPage, in surroundings: Surroundings) -> Double {
    guard let lines = page.layout?.lines.count else { return 0 }
    let read = page.top + (page.top == 0 ? 0 : screenLayout(in: surroundings).rows / 2)
    return 1 - Double(min(read, lines)) / Double(lines)
  }
}

extension ArticleLayout {
  /// The first lines of the headings.
  var headingLines: [Int] { headings.map { line(at: $0.anchor) } }
}
