import Foundation
import LinkPreview
import Links
import Markup
import TerminalGrid

/// The links and pictures on screen, which commands act on.
extension AppState {
  /// Whether Spin is shown with nothing in front of it, not even the menu of a key.
  var isSpinInFront: Bool {
    tab == .spin && !reader.isOpen && modals.isEmpty
      && input.pendingKey == nil
  }

  /// The page that can be read now: the page of the link on screen.
  var readablePage: ReaderPage? {
    switch tab {
    case .spin:
      return spin.card.map {
        ReaderPage($0.saveableMetadata ?? LinkMetadata(originalURL: $0.url), saved: $0.saved)
      }
    case .saved:
      guard let link = saved.linkAtCursor else { return nil }
      var page = ReaderPage(link.metadata, saved: link)
      page.filterTerms = saved.query.filter.textWords
      return page
    }
  }

  /// The address of the link on screen: the final URL if known.
  var addressOnScreen: String? {
    if let address = reader.address { return address }
    return switch tab {
    case .spin: spin.card?.address
    case .saved: saved.linkAtCursor?.metadata.address.text
    }
  }

  /// The link whose details can be shown. Nil if there's none, or while it's loading.
  var detailsSubject: LinkDetails? {
    if let page = reader.page {
      return LinkDetails(metadata: page.metadata, saved: page.saved, fetchedAt: nil)
    }
    switch tab {
    case .spin:
      guard let card = spin.card, let metadata = card.saveableMetadata else { return nil }
      if case .loaded(let entry) = card.phase {
        return LinkDetails(metadata: metadata, saved: nil, fetchedAt: entry.fetchedAt)
      }
      return LinkDetails(metadata: metadata, saved: nil, fetchedAt: nil)
    case .saved:
      return saved.linkAtCursor.map {
        LinkDetails(metadata: $0.metadata, saved: $0, fetchedAt: nil)
      }
    }
  }

  /// The links that a share sheet would share now.
  var shareSubject: ShareSheet.Subject? {
    switch tab {
    case .spin: spin.card.map { .card($0.url, $0.saveableMetadata) }
    case .saved: saved.hasTargets ? .saved(saved.targets) : nil
    }
  }

  /// The picture that the screen has room for. Nil if there's none.
  var pictureOnScreen: PictureRequest? {
    guard !modals.all.contains(where: \.delaysPictures),
      surroundings.size.holds(ScreenLayout.minimum)
    else { return nil }
    if reader.isOpen { return reader.pictureOnScreen(in: surroundings) }
    switch tab {
    case .spin:
      return spin.card.flatMap {
        SpinLayout($0, body: surroundings.body, state: self).card.pictureRequest
      }
    case .saved:
      let layout = SavedLayout(saved.view, in: surroundings)
      guard let rect = layout.card, let link = saved.linkAtCursor else { return nil }
      return SavedCardLayout(link, in: rect, of: self).card.pictureRequest
    }
  }
}
