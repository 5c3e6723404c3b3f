import Markup
import Foundation

extension Page {
  /// When it was first published; of a page that tells only its last change, that. A day that its
  /// title or description mentions is what it is about.
  var published: Date? {
    date(Self.standardKeys) ?? standingPageDate ?? describedDate ?? date(Self.publisherKeys)
      ?? facts.times.publicationTime.flatMap { PublicationDate.date($0) }
      ?? PublicationDate.date(inPathOf: url) ?? modified
  }

  /// When it was last changed.
  var modified: Date? {
    date("article:modified_time", "og:updated_time", "og:modified_time")
      ?? data.main.text("dateModified").flatMap { PublicationDate.date($0) }
      ?? date("dcterms.modified", "dc.date.modified", "last-modified", "lastmod")
  }

  private static let standardKeys = [
    "article:published_time", "og:published_time", "og:article:published_time",
    "article:published",
  ]

  /// When a page that is no article was last changed. Such a page stands and is kept up to date; the
  /// day on which its address was made, which its `WebPage` tells, is of no interest to a reader, and
  /// its Open Graph, which goes first, leaves it out.
  private var standingPageDate: Date? {
    guard data.main.types == ["WebPage"] else { return nil }
    return date("article:modified_time")
  }

  private var describedDate: Date? {
    ([data.main] + data.others).lazy
      .compactMap { $0.text("datePublished", "uploadDate", "dateCreated") }
      .compactMap { PublicationDate.date($0) }.first
  }

  /// Names without a standard that publishers use, the exact ones first.
  private static let publisherKeys = [
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

  private func date(_ keys: String...) -> Date? { date(keys) }

  private func date(_ keys: [String]) -> Date? {
    keys.lazy.flatMap { facts.allMetas($0) }.compactMap { PublicationDate.date($0) }.first
  }
}
