import Links
import Markup

/// The tab, and how Saved was listed, for the next start.
public struct Session: Hashable, Sendable, Codable {
  var tab = AppState.Tab.spin
  var sort = "newest"
  var filter = ""
  var view = ListView()
  /// The link at the cursor, and the number of rows above it on screen.
  var link: SavedLink.ID?
  var offset = 0
  var filterHistory: [String] = []
  var recentCommands: [String] = []
  /// The width of the column of text in the reader.
  public fileprivate(set) var readerWidth = ReaderLayout.standardWidth
  /// The name of the chosen wheel, and of the one that the config file named at the time.
  public var wheel: String?
  public var configuredWheel: String?

  public init() {}

  /// The names of the sort orders in the file.
  private static let sorts: [(name: String, sort: SavedSort)] = [
    ("newest", .newest), ("oldest", .oldest), ("title", .title), ("site", .site),
    ("opened", .opened), ("random", .random(seed: 1)),
  ]

  fileprivate var savedSort: SavedSort {
    Self.sorts.first { $0.name == sort }?.sort ?? .newest
  }

  fileprivate static func name(of sort: SavedSort) -> String {
    sorts.first { $0.sort == sort }?.name ?? "newest"
  }

  private enum CodingKeys: String, CodingKey {
    case tab, sort, filter, view, link, offset, filterHistory = "filters"
    case recentCommands = "commands"
    case readerWidth
    case wheel, configuredWheel = "wheelSetting"
  }

  /// Decodes a session of any version: what's missing or unknown is as at the first start.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    func read<Value: Decodable>(_ key: CodingKeys, _ fallback: Value) -> Value {
      (try? fields.decodeIfPresent(Value.self, forKey: key)) ?? fallback
    }
    let first = Session()
    tab = read(.tab, first.tab)
    sort = read(.sort, first.sort)
    filter = PlainText.folded(read(.filter, first.filter), limit: 500) ?? ""
    view = read(.view, first.view)
    link = read(.link, first.link)
    offset = max(0, read(.offset, first.offset))
    filterHistory = read(.filterHistory, first.filterHistory).compactMap {
      PlainText.folded($0, limit: 500)
    }
    recentCommands = read(.recentCommands, first.recentCommands)
    let width = read(.readerWidth, first.readerWidth)
    readerWidth = ReaderLayout.widths.contains(width) ? width : first.readerWidth
    wheel = read(.wheel, first.wheel)
    configuredWheel = read(.configuredWheel, first.configuredWheel)
  }
}

/// The tab that the program starts on.
public enum StartTab: String, CaseIterable, Sendable {
  case spin, saved
  /// The one that was left.
  case last
}

extension AppState {
  /// The session for the next start.
  public var session: Session {
    var session = Session()
    session.tab = tab
    // The trash is left, and so is a filter in it.
    let query = saved.listing.requestedQuery
    session.sort = Session.name(of: saved.sortBefore ?? query.sort)
    session.filter = query.isTrash ? "" : query.filter.ended(among: saved.tags).text
    session.view = saved.view
    let place = query.isTrash ? saved.placeBefore : saved.restoredPlace ?? saved.place
    session.link = place?.link
    session.offset = place?.offset ?? 0
    session.filterHistory = saved.filterHistory.texts
    session.recentCommands = recentCommands.names
    session.readerWidth = reader.width
    session.wheel = spin.wheels.chosenName
    return session
  }

  /// Continues an earlier session.
  /// - Parameter showsTab: Whether to show its tab. Otherwise, shows Spin.
  public mutating func resume(_ session: Session, showsTab: Bool = true) {
    var query = SavedQuery(filter: SavedFilter(session.filter), sort: session.savedSort)
    query.sort = saved.sort(for: query)
    query.isFuzzy = !query.filter.highlights.isEmpty
    saved.listing.prepare(query)
    saved.view = session.view
    saved.filterHistory = FilterHistory(session.filterHistory)
    recentCommands = RecentCommands(session.recentCommands)
    reader.width = session.readerWidth
    spin.wheels.chosenName = session.wheel
    saved.restoredPlace = session.link.map { .init(link: $0, offset: session.offset) }
    if showsTab { tab = session.tab }
  }

  /// Shows the tab to start on. Does nothing for the last one, which ``resume(_:showsTab:)`` shows.
  public mutating func start(on tab: StartTab) {
    switch tab {
    case .spin: self.tab = .spin
    case .saved: self.tab = .saved
    case .last: break
    }
  }
}
