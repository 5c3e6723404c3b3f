import Foundation
import LinkPreview
import Links
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
