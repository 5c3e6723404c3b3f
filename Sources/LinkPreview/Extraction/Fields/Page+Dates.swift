import Markup
package import Foundation

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
