import Articles
import Foundation
import LinkPreview
import Links
import TerminalGrid

extension ReadingState {
  /// How far a page was read, for a list. Nil for one that wasn't read.
  var shortText: String? {
    if readAt != nil { return "read" }
    return place.flatMap { $0.progress > 0 ? $0.percent : nil }
  }
}

/// Where one is in the page that's read.
struct ReadingPosition: Equatable, Sendable {
  /// How much is read: `42 %`.
  let percent: String
  /// The heading above the text, from 1. 0 before the first one.
  let heading: Int
  let headingCount: Int
  /// Nil at the end.
  let minutesLeft: Int?

  /// The end of the line that's read out as one moves: `, 42 %, heading 3 of 12`.
  var spoken: String { ", \(percent)" + (heading == 0 ? "" : ", heading \(headingPlace)") }

  /// The facts for a footer of a screen: fewer on narrow ones, which have to show keys, too.
  func facts(columns: Int) -> [String] {
    let time = columns < 100 ? nil : minutesLeft.map { "\($0) min left" }
    let place = columns < 76 || heading == 0 ? nil : headingPlace
    return [place, time, percent].compactMap(\.self)
  }

  private var headingPlace: String { "\(heading) of \(headingCount)" }
}

extension ReaderState {
  /// Where one is in the page on screen. Nil if no page is loaded.
  func position(in surroundings: Surroundings) -> ReadingPosition? {
    guard let page, let content = page.content, let place = place(of: page, in: surroundings)
    else { return nil }
    let layout = content.layout
    let left = layout.lines.isEmpty ? 0 : unreadShare(of: page, in: surroundings)
    let seconds = content.loaded.article.readingTime / .seconds(1) * left
    // At the end, those on screen are passed, too.
    let passed = place.progress < 1 ? page.top : layout.lines.count
    return ReadingPosition(
      percent: place.percent, heading: layout.headingLines.count { $0 <= passed },
      headingCount: layout.headings.count,
      minutesLeft: place.progress < 1 ? max(1, Int((seconds / 60).rounded())) : nil)
  }

  /// The share of the text that's below the middle of the screen.
  private func unreadShare(of page: ReaderPage, in surroundings: Surroundings) -> Double {
    guard let lines = page.layout?.lines.count else { return 0 }
    let read = page.top + (page.top == 0 ? 0 : screenLayout(in: surroundings).rows / 2)
    return 1 - Double(min(read, lines)) / Double(lines)
  }
}

extension ArticleLayout {
  /// The lines that the headings begin in.
  var headingLines: [Int] { headings.map { line(at: $0.anchor) } }
}
