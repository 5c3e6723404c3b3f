package import Foundation
import Markup

extension Page {
  /// When the page was first published, or when it last changed if it states only that. Dates in
  /// the title or description aren't used, because they belong to the page's subject. Dates in the
  /// future aren't used either, because they belong to events.
  package var published: Date? {
    statedDate ?? visibleDate ?? ofWeb(PublicationDate.date(inPathOf: url)) ?? modified
      ?? visibleChange
  }

  /// The publication date that the page states for machines.
  private var statedDate: Date? {
    ofWeb(date(Self.standardKeys)) ?? ofWeb(standingPageDate)
      ?? (kind == .article ? ofWeb(describedDate) : past(describedDate))
      ?? past(date(Self.publisherKeys))
      ?? ofWeb(facts.times.publicationTime.flatMap { PublicationDate.date($0) })
  }

  /// Returns the date unless it's in the future. A day of slack covers all time zones.
  private func past(_ date: Date?) -> Date? {
    date.flatMap { $0 < Date.now.addingTimeInterval(86_400) ? $0 : nil }
  }

  /// Returns the date if web pages existed then. The subject of a page may be older.
  private func ofWeb(_ date: Date?) -> Date? {
    past(date).flatMap { $0 >= Self.firstDay ? $0 : nil }
  }

  /// The beginning of 1995, before which there were hardly any pages.
  static let firstDay = Date(timeIntervalSince1970: 788_918_400)

  /// When the page was last changed.
  package var modified: Date? {
    date("article:modified_time", "og:updated_time", "og:modified_time")
      ?? data.main.text("dateModified").flatMap { PublicationDate.date($0) }
      ?? date("dcterms.modified", "dc.date.modified", "last-modified", "lastmod")
  }

  private static let standardKeys: [StaticString] = [
    "article:published_time", "og:published_time", "og:article:published_time",
    "article:published",
  ]

  /// When a page that isn't an article was last changed. Such a page is kept up to date, so readers
  /// don't care when its address was created, which is the date of its `WebPage`. Open Graph tags
  /// take precedence, because they don't state that date.
  private var standingPageDate: Date? {
    guard data.main.types == ["WebPage"] else { return nil }
    return date("article:modified_time")
  }

  private var describedDate: Date? {
    ([data.main] + data.others).firstResult { entity in
      entity.text("datePublished", "uploadDate", "dateCreated").flatMap { PublicationDate.date($0) }
    }
  }

  /// Non-standard names that publishers use, the most precise first.
  private static let publisherKeys: [StaticString] = [
    "datepublished", "uploaddate", "datecreated", "parsely-pub-date", "sailthru.date",
    "dcterms.issued", "dc.date.issued", "dcterms.created", "dc.date.created", "dc.created",
    "dc.date", "dcterms.date", "citation_publication_date", "citation_online_date",
    "citation_date", "pubdate", "publishdate", "publish-date", "publish_date", "publication_date",
    "article.published", "article:create_at", "og:pubdate", "og:publish_date",
    "cxenseparse:recs:publishtime", "rnews:datepublished", "displaydate",
    "originalpublicationdate", "bt:pubdate", "article_date_original", "date", "pdate", "ptime",
    "created", "og:video:release_date", "video:release_date", "og:release_date",
    "music:release_date", "book:release_date", "release_date",
  ]

  /// The names of all metadata with a publication date, the commonest first.
  static let dateKeys = standardKeys + publisherKeys

  private func date(_ keys: StaticString...) -> Date? { date(keys) }

  private func date(_ keys: [StaticString]) -> Date? {
    for key in keys {
      for content in facts.allMetas(key) {
        if let date = PublicationDate.date(content) { return date }
      }
    }
    return nil
  }
}

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
