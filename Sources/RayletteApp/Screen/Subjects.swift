import Foundation
import LinkPreview
import Links
import Markup

/// The links that commands act on, which are those on screen.
extension AppState {
  /// The page in the reader, if it's open.
  var page: ReaderPage? {
    get { reader.page }
    set { reader.page = newValue }
  }

  /// The page that can be read now, which is the one of the link on screen.
  var readablePage: ReaderPage? {
    switch tab {
    case .spin:
      return spin.card.map {
        ReaderPage($0.saveableMetadata ?? LinkMetadata(originalURL: $0.url), saved: $0.saved)
      }
    case .saved:
      guard let link = saved.linkAtCursor else { return nil }
      var page = ReaderPage(link.metadata, saved: link)
      page.listWords = saved.query.filter.textWords
      return page
    }
  }

  /// The address on screen: the final URL if it's known.
  var address: String? {
    if let address = reader.address { return address }
    return switch tab {
    case .spin: spin.card?.address
    case .saved: saved.linkAtCursor?.metadata.address.text
    }
  }

  /// The link whose details can be shown. Nil if there's none, or while it's loading.
  var detailsSubject: LinkDetails? {
    if let page {
      return LinkDetails(metadata: page.metadata, saved: page.saved, fetchedAt: nil)
    }
    switch tab {
    case .spin:
      guard let card = spin.card, let metadata = card.saveableMetadata else { return nil }
      if case .shown(let entry) = card.phase {
        return LinkDetails(metadata: metadata, saved: nil, fetchedAt: entry.fetchedAt)
      }
      return LinkDetails(metadata: metadata, saved: nil, fetchedAt: nil)
    case .saved:
      return saved.linkAtCursor.map {
        LinkDetails(metadata: $0.metadata, saved: $0, fetchedAt: nil)
      }
    }
  }

  /// The links that would be shared now.
  var shareSubject: ShareSheet.Subject? {
    switch tab {
    case .spin: spin.card.map { .card($0.url, $0.saveableMetadata) }
    case .saved: saved.hasTargets ? .saved(saved.targets) : nil
    }
  }
}
