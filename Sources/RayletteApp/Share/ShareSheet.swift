import Markup
import Bookmarks
import LinkPreview
import LinkStore

/// The choice of what to do with a link.
public struct ShareSheet: Equatable, Sendable {
  enum Subject: Equatable, Sendable {
    /// The link on Spin, whose metadata may still be on its way.
    case spin
    case saved([SavedLink.ID])
  }

  enum Phase: Equatable, Sendable {
    case choosing
    /// The choice was made; the page has yet to tell of itself.
    case waiting(ShareActivity)
    case working(ShareID, ShareActivity)
  }

  let subject: Subject
  /// What can be done with it, in groups.
  let groups: [[ShareActivity]]
  var selection = 0
  var phase = Phase.choosing

  init(_ subject: Subject, means: ShareCapabilities) {
    self.subject = subject
    groups =
      switch subject {
      case .spin: means.activities(linkCount: 1, isSaved: false)
      case .saved(let ids): means.activities(linkCount: ids.count, isSaved: true)
      }
  }

  var activities: [ShareActivity] { groups.flatMap(\.self) }

  var linkCount: Int { if case .saved(let ids) = subject { ids.count } else { 1 } }

  /// The key of an activity: what it has on other screens where it is there, a letter of its name
  /// else; the person's own commands are counted.
  func key(of activity: ShareActivity) -> Character? {
    switch activity {
    case .copy(.address): "y"
    case .copy(.markdown): "m"
    case .copy(.titleAndAddress): "t"
    case .email: "e"
    case .code: "c"
    case .open: "o"
    case .save(.text): "x"
    case .save(.json): "n"
    case .save(.html): "h"
    case .save(.bookmarks): "b"
    case .command:
      commands.firstIndex(of: activity).flatMap { $0 < 9 ? Character("\($0 + 1)") : nil }
    }
  }

  private var commands: [ShareActivity] {
    activities.filter { if case .command = $0 { true } else { false } }
  }

  /// What goes on, for the notice; nil while it is being chosen.
  var progress: String? {
    switch phase {
    case .choosing: nil
    case .waiting: "Waiting for the page. Press esc to cancel."
    case .working(_, let activity): "\(activity.progress). Press esc to cancel."
    }
  }
}

extension AppState {
  /// The share sheet, while it is open.
  var sheet: ShareSheet? {
    get { if case .share(let sheet)? = cover { sheet } else { nil } }
    set { cover = newValue.map { .share($0) } }
  }
}
