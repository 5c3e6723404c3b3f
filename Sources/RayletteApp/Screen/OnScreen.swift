import Foundation
import LinkPreview
import Links
import Markup
import TerminalGrid

/// The links and pictures on screen, which commands act on.
struct OnScreen {
  private let state: AppState

  init(_ state: AppState) { self.state = state }

  /// Whether Spin is shown with nothing in front of it, not even the menu of a key.
  var isSpinInFront: Bool {
    state.tab == .spin && !state.reader.isOpen && state.modals.isEmpty
      && state.input.pendingKey == nil
  }

  /// The page that can be read now: the page of the link on screen.
  var readablePage: ReaderPage? {
    switch state.tab {
    case .spin:
      return state.spin.card.map {
        ReaderPage($0.saveableMetadata ?? LinkMetadata(originalURL: $0.url), saved: $0.saved)
      }
    case .saved:
      guard let link = state.saved.linkAtCursor else { return nil }
      var page = ReaderPage(link.metadata, saved: link)
      page.filterTerms = state.saved.query.filter.textWords
      return page
    }
  }

  /// The address of the link on screen: the final URL if known.
  var address: String? {
    if let address = state.reader.address { return address }
    return switch state.tab {
    case .spin: state.spin.card?.address
    case .saved: state.saved.linkAtCursor?.metadata.address.text
    }
  }

  /// The link whose details can be shown. Nil if there's none, or while it's loading.
  var detailsSubject: LinkDetails? {
    if let page = state.reader.page {
      return LinkDetails(metadata: page.metadata, saved: page.saved, fetchedAt: nil)
    }
    switch state.tab {
    case .spin:
      guard let card = state.spin.card, let metadata = card.saveableMetadata else { return nil }
      if case .loaded(let entry) = card.phase {
        return LinkDetails(metadata: metadata, saved: nil, fetchedAt: entry.fetchedAt)
      }
      return LinkDetails(metadata: metadata, saved: nil, fetchedAt: nil)
    case .saved:
      return state.saved.linkAtCursor.map {
        LinkDetails(metadata: $0.metadata, saved: $0, fetchedAt: nil)
      }
    }
  }

  /// The links that a share sheet would share now.
  var shareSubject: ShareSheet.Subject? {
    switch state.tab {
    case .spin: state.spin.card.map { .card($0.url, $0.saveableMetadata) }
    case .saved: state.saved.hasTargets ? .saved(state.saved.targets) : nil
    }
  }

  /// The picture that the screen has room for. Nil if there's none.
  var picture: PictureRequest? {
    guard !state.modals.all.contains(where: \.delaysPictures),
      state.surroundings.size.holds(ScreenLayout.minimum)
    else { return nil }
    if state.reader.isOpen { return state.reader.pictureOnScreen(in: state.surroundings) }
    switch state.tab {
    case .spin:
      return state.spin.card.flatMap {
        SpinLayout($0, body: state.surroundings.body, state: state).card.pictureRequest
      }
    case .saved:
      let layout = SavedLayout(state.saved.view, in: state.surroundings)
      guard let rect = layout.card, let link = state.saved.linkAtCursor else { return nil }
      return SavedCardLayout(link, in: rect, of: state).card.pictureRequest
    }
  }
}
