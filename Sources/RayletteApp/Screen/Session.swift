import Links
import Markup

/// The tab and the state of the Saved list, for the next start.
package struct Session: Hashable, Sendable, Codable {
  var tab = AppState.Tab.spin
  var sort = SavedSort.newest.sessionName
  var view = ListView()
  /// The link at the cursor, and the number of rows above it on screen.
  var link: SavedLink.ID?
  var offset = 0
  var filterHistory: [String] = []
  var recentCommands: [String] = []
  /// The number of starts, as far as tips are shown, and the used commands that have a tip.
  var startCount = 0
  var usedCommands: [String] = []
  /// The width of the reader's column of text.
  package internal(set) var readerWidth = ReaderLayout.standardWidth
  /// The name of the wheel that the user chose, then the name of the config file's wheel at that
  /// time.
  package var wheel: String?
  package var configuredWheel: String?

  init() {}

  /// Raised whenever the fields change their meaning.
  private var version = 1

  private enum CodingKeys: String, CodingKey {
    case tab, sort, view, link, offset
    case filterHistory = "filters"
    case recentCommands = "commands"
    case startCount = "starts"
    case usedCommands = "used"
    case readerWidth
    case wheel
    case configuredWheel = "wheelSetting"
    case version
  }

  /// The session with valid values, because anybody can edit its file. Nil for one of another
  /// version of the program, whose session is begun anew.
  package var checked: Session? {
    guard version == Session().version else { return nil }
    var session = self
    session.offset = max(0, offset)
    session.filterHistory = filterHistory.compactMap { PlainText.folded($0, limit: 500) }
    session.startCount = max(0, min(startCount, Tip.startLimit + 1))
    if !ReaderLayout.widths.contains(readerWidth) {
      session.readerWidth = ReaderLayout.standardWidth
    }
    return session
  }
}

/// The tab that the program starts on.
package enum StartTab: String, CaseIterable, Sendable {
  case spin, saved
  /// The tab of the last session.
  case last

  /// The tab, or nil for the tab of the last session, which ``Session/resume(in:showsTab:)`` shows.
  package var tab: AppState.Tab? {
    switch self {
    case .spin: .spin
    case .saved: .saved
    case .last: nil
    }
  }
}

extension Session {
  /// The session for the next start.
  package init(of state: AppState) {
    tab = state.tab
    let saved = state.saved
    // The next start shows neither the trash nor a filter.
    let query = saved.listing.requestedQuery
    sort = (saved.sortBefore ?? query.sort).sessionName
    view = saved.view
    let position =
      query.isTrash || !query.filter.isEmpty
      ? saved.scrollPositionBefore : saved.restoredScrollPosition ?? saved.scrollPosition
    link = position?.link
    offset = position?.offset ?? 0
    filterHistory = saved.filterHistory.texts
    recentCommands = state.input.recentCommands.texts
    startCount = state.input.startCount
    usedCommands = state.input.usedCommands.sorted()
    readerWidth = state.reader.width
    wheel = state.spin.wheels.chosenName
  }

  /// Continues the session.
  /// - Parameter showsTab: whether to show the session's tab. Otherwise, shows Spin.
  package func resume(in state: inout AppState, showsTab: Bool = true) {
    state.saved.listing.prepare(SavedQuery(sort: SavedSort(sessionName: sort)))
    state.saved.view = view
    state.saved.filterHistory.restore(filterHistory)
    state.input.recentCommands.restore(recentCommands)
    state.input.startCount = startCount
    state.input.usedCommands = Set(usedCommands)
    state.reader.width = readerWidth
    state.spin.wheels.chosenName = wheel
    state.saved.restoredScrollPosition = link.map { .init(link: $0, offset: offset) }
    if showsTab { state.tab = tab }
  }
}
