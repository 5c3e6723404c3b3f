import TerminalGrid

/// The layout of Saved, as chosen by the user.
package struct ListView: Hashable, Sendable, Codable {
  /// The density that the user chose, or nil for the one that suits the screen.
  package var density: Density?
  var pane = Pane.beside
  /// The share of the screen that the user chose for the pane beside the list, in percent. Nil for
  /// the one that suits the screen.
  var paneShare: Int?
  /// Whether the sidebar is beside the list, on terminals with room for it.
  var hasSidebar = true

  /// The number of rows for each link.
  package enum Density: Int, Hashable, Sendable, Codable, CaseIterable {
    case one = 1
    case two = 2

    var other: Density { self == .one ? .two : .one }
  }

  /// The pane with the card of the link at the cursor.
  enum Pane: String, Hashable, Sendable, Codable, CaseIterable {
    /// To the right of the list, on terminals with room for both.
    case beside
    case hidden
    /// In place of the list.
    case zoomed
  }

  init() {}

  private static let shares = 30...75

  /// Returns the density on a screen. Wide screens have room for everything in one row.
  func density(in surroundings: Surroundings) -> Density {
    density ?? (Self.isWide(surroundings) ? .one : .two)
  }

  /// Returns the pane's share of the screen when it's beside the list, in percent. Rows with all
  /// their columns need more room than rows with only a title.
  func share(in surroundings: Surroundings) -> Int {
    if let paneShare { return min(max(paneShare, Self.shares.lowerBound), Self.shares.upperBound) }
    if hasSidebar, SavedLayout.hasRoomForSidebar(in: surroundings) { return 40 }
    return Self.isWide(surroundings) ? 45 : 55
  }

  private static func isWide(_ surroundings: Surroundings) -> Bool {
    surroundings.size.columns >= 120 && surroundings.symbols.hasColumns
  }

  /// Widens or narrows the pane.
  mutating func widenCard(by step: Int, in surroundings: Surroundings) {
    pane = .beside
    paneShare = share(in: surroundings) + 5 * step
    paneShare = share(in: surroundings)
  }

  /// Shows the list if the card covers it.
  mutating func showList() { if pane == .zoomed { pane = .beside } }

  /// Switches to the next state of the pane. Without room beside the list, the pane is only zoomed
  /// or hidden.
  mutating func cycleCard(hasRoomBeside: Bool) {
    pane =
      switch pane {
      case .beside where hasRoomBeside: .hidden
      case .beside, .hidden: .zoomed
      case .zoomed: .beside
      }
  }
}
