import Markup
import Foundation

extension Page {
  /// The publication date that the page shows its readers. Nil if several are as likely, because no
  /// date is better than a wrong one.
  var visibleDate: Date? {
    guard !facts.visibleDates.dates.isEmpty, !isFrontPage else { return nil }
    let dates = candidates
    guard let best = dates.map(\.weight).max(), best >= 3 else { return nil }
    let winners = dates.filter { $0.weight == best }
    let days = Set(winners.map(\.day))
    if days.count == 1 { return winners[0].day }
    // In a list of pages, each page has its own date.
    return winners[0].isNearHeadline && days.count < 3 ? winners[0].day : nil
  }

  /// The day of the last change that the page shows, if it shows only one.
  var visibleChange: Date? {
    let changes = facts.visibleDates.dates.filter { $0.isOfChange && $0.otherWords < 5 }
    guard !changes.isEmpty, !isFrontPage else { return nil }
    let calendar = PossibleDays(page: self)
    let days = Set(changes.compactMap { calendar.day($0.day) })
    return days.count == 1 ? days.first : nil
  }

  private struct Candidate {
    var day: Date
    var weight: Int
    var isNearHeadline: Bool
  }

  private var candidates: [Candidate] {
    let headlines = visibleHeadlines
    let inAddress = PublicationDate.date(inPathOf: url)
    let possible = PossibleDays(page: self)
    return facts.visibleDates.dates.compactMap { date in
      guard !date.isOfChange, let day = possible.day(date.day) else { return nil }
      let distance = headlines.map { $0.distance(to: date.position) }.min() ?? .max
      let isNear = distance <= 250
      let isStated = date.isMarked || date.isLabelled
      // Without a mark or label, only a line that's mostly a date counts.
      guard isStated || isNear && date.otherWords < 9 && !date.day.isAbbreviated else { return nil }
      var weight = isStated ? 3 : 1
      if date.isMarked, date.isLabelled { weight += 1 }
      switch distance {
      case ...250: weight += 3
      case ...800: weight += 2
      case ...4_000, .max: break
      default: weight -= 1
      }
      if let inAddress {
        let days = abs(day.timeIntervalSince(inAddress)) / 86_400
        weight += days < 1.1 ? 4 : days < 40 ? 0 : -3
      }
      return Candidate(day: day, weight: weight, isNearHeadline: isNear)
    }
  }

  /// The headings with the text of the title, or else the only first-level heading.
  private var visibleHeadlines: [VisibleHeadline] {
    let all = facts.visibleDates.headlines
    let ofTitle = all.filter(\.isOfTitle)
    if let longest = ofTitle.map(\.length).max() { return ofTitle.filter { $0.length == longest } }
    let first = all.filter(\.isFirstLevel)
    return first.count == 1 ? first : []
  }
}

/// The days on which a page can have been published.
private struct PossibleDays {
  private enum Order { case dayFirst, monthFirst }

  private let order: Order?
  private let end: Date

  init(page: Page) {
    let now = Date.now.addingTimeInterval(86_400)
    end = page.modified.map { min(now, $0.addingTimeInterval(2 * 86_400)) } ?? now
    // English texts use both orders of day and month.
    order =
      switch page.language?.lowercased() {
      case nil, "en": nil
      case "en-us": .monthFirst
      default: .dayFirst
      }
  }

  /// Returns the date of a written day, or nil if it's ambiguous or impossible.
  func day(_ written: WrittenDay) -> Date? {
    var day = written.date
    if let monthFirst = written.monthFirst {
      guard let order else { return nil }
      if order == .monthFirst { day = monthFirst }
    }
    return day >= Page.firstDay && day < end ? day : nil
  }
}

extension VisibleHeadline {
  /// The distance of a text from the headline, in bytes. Text before the headline counts as
  /// farther, because the site's own date is there.
  fileprivate func distance(to position: Int) -> Int {
    if position >= end { return position - end }
    let before = max(0, start - position)
    return before > 125 ? 10_000 : before * 2
  }
}
