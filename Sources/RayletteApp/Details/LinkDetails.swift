import Foundation
package import LinkPreview
package import Links
import Localization

/// A link with everything known about it.
struct LinkDetails: Equatable, Sendable {
  var metadata: LinkMetadata
  /// The saved link; nil if the link isn't saved.
  var saved: SavedLink?
  /// When the page was fetched; nil if unknown.
  var fetchedAt: Date?
  var findings = Findings.awaited
  /// Whether the preview problems are listed, instead of being counted.
  var listsProblems = false
  /// The changes of the saved link, latest first.
  var history: [LinkEvent] = []
  /// The number of lines scrolled off the top.
  var scroll = 0
  var findingsRequest = LatestRequest<URL>()
  /// The request for the saved link's history, with the link's state at that time.
  var historyRequest = LatestRequest<SavedLink>()
  /// The link that the history belongs to.
  var historySubject: SavedLink?
  /// The request that loads the page again.
  var reloadRequest = LatestRequest<URL>()

  /// Preview problems that the page's publisher could fix.
  enum Findings: Equatable, Sendable {
    case awaited
    case found([PageCheck.Finding])
    case failed(LinkMetadataError)
  }

  var url: URL { metadata.originalURL }

  /// The preview problems. Empty if there are none, or if they aren't known.
  var problems: [PageCheck.Finding] {
    if case .found(let findings) = findings { findings } else { [] }
  }

  /// The pending requests.
  var pendingIDs: [RequestID] {
    [findingsRequest.pendingID, reloadRequest.pendingID, historyRequest.pendingID]
      .compactMap(\.self)
  }
}

extension LinkDetails {
  mutating func update(_ action: DetailsAction, in context: inout UpdateContext) {
    switch action {
    case .historyRead(let id, let events):
      guard let link = historyRequest.end(id) else { return }
      history = events
      historySubject = link
    case .findingsLoaded(let id, let result):
      guard findingsRequest.end(id) != nil else { return }
      switch result {
      case .success(let findings): self.findings = .found(findings)
      case .failure(let error): findings = .failed(error)
      }
    }
  }

  /// Requests findings and the history of a saved link, unless they're known or requested.
  /// - Parameter link: the saved link in its listed version, which may have changed since the
  ///   details were opened. Nil if the link isn't listed.
  mutating func reconcile(with link: SavedLink?, in context: inout UpdateContext) {
    if let link, saved != nil, link != saved {
      saved = link
      metadata = link.metadata
    }
    readHistory(in: &context)
    guard findings == .awaited, findingsRequest.subject != url else { return }
    let (url, timeout) = (url, context.surroundings.timeout)
    context.begin(&findingsRequest, url) { .fetch(.findings($0, url, timeout: timeout)) }
  }

  private mutating func readHistory(in context: inout UpdateContext) {
    guard let saved, saved != historyRequest.subject ?? historySubject else { return }
    context.begin(&historyRequest, saved) { .read(.history($0, saved.id)) }
  }

  /// Keeps the scroll position within its bounds after the screen has changed.
  mutating func adapt(to surroundings: Surroundings) {
    scroll = min(scroll, FactsLayout(self, in: surroundings).scrollLimit)
  }

  /// Lists the preview problems, or counts them again.
  mutating func toggleProblems(in surroundings: Surroundings) {
    listsProblems.toggle()
    scroll = FactsLayout(self, in: surroundings).lastGroup
  }

  /// Lists the changes of the link, to undo one of them.
  func chooseChange(in context: inout UpdateContext) {
    let now = context.surroundings.now
    let entries = history.map { event in
      Chooser.Entry(
        label: event.text,
        details: [event.change.originText, RelativeTime.short(from: event.change.madeAt, to: now)],
        choice: .undo(event.change.id))
    }
    context.open(.chooser(Chooser(.changes, entries: entries, at: now)))
  }

  /// Loads the page again, with its preview problems.
  mutating func reload(in context: inout UpdateContext) {
    guard reloadRequest.subject == nil else { return }
    context.retryFailedPictures()
    context.then { $0.saved.icons.forgetFailures() }
    findings = .awaited
    context.run(findingsRequest.cancel())
    let (url, timeout) = (url, context.surroundings.timeout)
    context.begin(&reloadRequest, url) {
      .fetch(.preview($0, url, timeout: timeout, ignoringCache: true))
    }
  }

  /// Shows the new state of the page. It's saved with a saved link, and shown on the card.
  mutating func endReload(
    _ id: RequestID, _ result: Result<CachedMetadata, LinkMetadataError>,
    in context: inout UpdateContext
  ) {
    guard let url = reloadRequest.end(id) else { return }
    switch result {
    case .failure(let error): context.fail(error.messageOfReload)
    case .success(let entry):
      fetchedAt = entry.fetchedAt
      if let saved, saved.trashedAt == nil {
        context.change(.make(.setMetadata([saved.id: entry.metadata])), .refreshed(failed: 0))
        return
      }
      let isNew = metadata != entry.metadata
      metadata = entry.metadata
      if saved == nil {
        context.inform(isNew ? localized("Reloaded.") : SpinState.nothingNew)
        context.then { $0.update(\.spin) { $0.show(entry, of: url, in: &$1) } }
      }
    }
  }
}

extension LinkMetadataError {
  /// The message if a page that's shown couldn't be loaded again.
  var messageOfReload: String { localized("Not loaded again. \(explanation)") }
}

/// An answer that concerns the details on screen.
package enum DetailsAction: Equatable, Sendable {
  /// The history of the saved link was read, latest first.
  case historyRead(RequestID, [LinkEvent])
  case findingsLoaded(RequestID, Result<[PageCheck.Finding], LinkMetadataError>)
}
