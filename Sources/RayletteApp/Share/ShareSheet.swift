import Foundation
import LinkPreview
package import Links
import Localization

/// The state of the share sheet.
struct ShareSheet: Equatable, Sendable {
  enum Subject: Equatable, Sendable {
    /// The link on Spin. The metadata is nil until it arrives.
    case card(URL, LinkMetadata?)
    case saved([SavedLink.ID])
    /// The page in the reader with its text, or a link in the page.
    case page(LinkMetadata, markdown: String?)
  }

  enum Phase: Equatable, Sendable {
    case choosing
    /// An activity was chosen and waits for the page.
    case waiting(ShareActivity)
    case working(RequestID, ShareActivity)
  }

  private(set) var subject: Subject
  /// The activities, in groups.
  let groups: [[ShareActivity]]
  var selection = 0
  var phase = Phase.choosing

  init(_ subject: Subject, capabilities: ShareCapabilities) {
    self.subject = subject
    groups =
      switch subject {
      case .card: capabilities.activities(linkCount: 1, isSaved: false)
      case .page(_, let markdown):
        (markdown == nil ? [] : [[.copyArticle, .saveArticle]])
          + capabilities.activities(linkCount: 1, isSaved: false)
      case .saved(let ids): capabilities.activities(linkCount: ids.count, isSaved: true)
      }
  }

  /// Shows the present metadata of the link on Spin.
  mutating func show(_ url: URL, _ metadata: LinkMetadata?) {
    if case .card = subject { subject = .card(url, metadata) }
  }

  var activities: [ShareActivity] { groups.flatMap(\.self) }

  var selected: ShareActivity? {
    let activities = activities
    return activities.indices.contains(selection) ? activities[selection] : nil
  }

  var linkCount: Int { if case .saved(let ids) = subject { ids.count } else { 1 } }

  func key(of activity: ShareActivity) -> Character? {
    if let key = activity.description.key { return key }
    return zip(commands, Self.commandKeys).first { $0.0 == activity }?.1
  }

  private var commands: [ShareActivity] {
    activities.filter { if case .command = $0 { true } else { false } }
  }

  /// The notice while an activity is performed, or nil while the user chooses one.
  func progress(_ keyMap: KeyMap) -> String? {
    let progress: String
    switch phase {
    case .choosing: return nil
    case .waiting: progress = localized("Waiting for the page.")
    case .working(_, let activity): progress = activity.description.progress.asSentence
    }
    return keyMap.message(progress, advising: "share.cancel") {
      localized("Press \($0) to cancel.")
    }
  }
}

/// The result of sharing or opening.
package enum ShareAction: Equatable, Sendable {
  case ended(RequestID, ShareActivity, Result<ShareOutcome, ShareFailure>)
  case browserOpened(Result<BrowserName, BrowserFailure>)
}

extension ShareSheet {
  mutating func move(by step: Int) {
    selection = min(max(0, selection + step), activities.count - 1)
  }

  /// Performs an activity.
  mutating func choose(at index: Int, in context: inout UpdateContext) {
    selection = index
    if let selected { begin(selected, in: &context) }
  }

  /// Performs the waiting activity, once the page has arrived or failed.
  /// - Parameter card: the link on Spin, and its metadata if known.
  mutating func reconcile(
    with card: (url: URL, metadata: LinkMetadata?)?, in context: inout UpdateContext
  ) {
    if let card { show(card.url, card.metadata) }
    guard case .waiting(let activity) = phase else { return }
    return begin(activity, in: &context)
  }

  private mutating func begin(_ activity: ShareActivity, in context: inout UpdateContext) {
    if activity == .open {
      context.then { $0.modals.sheet = nil }
      return context.then { [subject = subject] in $0.open(subject) }
    }
    if activity.description.needsPage, case .card(_, nil) = subject {
      phase = .waiting(activity)
      return
    }
    let id = context.nextRequest()
    phase = .working(id, activity)
    context.run(.share(id, activity, subject.source))
  }

  mutating func cancel(in context: inout UpdateContext) {
    switch phase {
    case .waiting(let activity):
      phase = .choosing
      context.notice = activity.cancellation
      return
    // The sheet stays open until the activity has ended, because it may be complete already.
    case .working(let id, _): return context.run(.cancel(id))
    case .choosing: return
    }
  }
}

extension ModalStack {
  mutating func update(_ action: ShareAction, in context: inout UpdateContext) {
    switch action {
    case .ended(let id, let activity, let result): endShare(id, activity, result, in: &context)
    case .browserOpened(let result):
      let notice = Notice(result, context.surroundings.keyMap)
      // Opening marks as read, which may be told already, with the key that undoes it.
      context.notice = context.notice?.followed(by: notice) ?? notice
    }
  }

  /// Handles the end of an activity, which may have begun without a sheet.
  private mutating func endShare(
    _ id: RequestID, _ activity: ShareActivity, _ result: Result<ShareOutcome, ShareFailure>,
    in context: inout UpdateContext
  ) {
    let isOfSheet = sheet?.phase == .working(id, activity)
    switch result {
    case .success(let outcome):
      if isOfSheet { sheet = nil }
      if let message = outcome.message(of: activity) { context.notice = .success(message) }
      if isOfSheet, case .code(let code, let address) = outcome {
        open(.code(code, address: address))
      }
    case .failure(let failure):
      if isOfSheet { sheet?.phase = .choosing }
      context.notice =
        failure == .cancelled
        ? activity.cancellation
        : .failure(localized("\(activity.description.failure): \(failure.sentence)"))
    }
  }
}

extension AppState {
  /// Opens shared links in the browser.
  fileprivate mutating func open(_ subject: ShareSheet.Subject) {
    // Uses the links of the sheet, because the cursor may have moved.
    switch subject {
    case .card: openCard()
    case .saved(let ids): update(\.saved) { $0.open(ids, in: &$1) }
    case .page(let metadata, _): run(.system(.open(metadata.originalURL)))
    }
  }
}

extension ShareSheet.Subject {
  /// The links to share.
  var source: ShareSource {
    switch self {
    case .card(let url, let metadata): .link(metadata ?? LinkMetadata(originalURL: url))
    case .saved(let ids): .saved(ids)
    case .page(let metadata, let markdown):
      markdown.map { .article(metadata, markdown: $0) } ?? .link(metadata)
    }
  }
}

extension ShareActivity {
  var cancellation: Notice {
    let name = description.name
    // The name of a user's command keeps its capitals.
    if case .command = self { return .information(localized("Cancelled: \(name).")) }
    return .information(localized("Cancelled: \(name.lowercasedFirst)."))
  }
}
