import Articles
import Foundation
import LinkPreview
import Links
import Localization
import TerminalGrid

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
