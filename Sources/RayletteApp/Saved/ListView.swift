/// The layout of Saved, as chosen by the user.
public struct ListView: Hashable, Sendable, Codable {
  public var density = Density.two
  var pane = Pane.beside
  /// The pane's share of the screen when it's beside the list, in percent.
  private(set) var paneShare = 55

  /// The number of rows for each link.
  public enum Density: Int, Hashable, Sendable, Codable, CaseIterable {
    case one = 1
    case two = 2
    /// Two rows and a blank row.
    case three = 3

    var next: Density { Self(rawValue: rawValue % 3 + 1) ?? .one }
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

  /// Decodes a layout. Missing and unknown values get their defaults.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    density = (try? fields.decode(Density.self, forKey: .density)) ?? .two
    pane = (try? fields.decode(Pane.self, forKey: .pane)) ?? .beside
    let share = (try? fields.decode(Int.self, forKey: .paneShare)) ?? 55
    paneShare = Self.shares.contains(share) ? share : 55
  }

  private static let shares = 30...75

  /// Widens or narrows the pane.
  mutating func widenCard(by step: Int) {
    pane = .beside
    paneShare = min(
      max(paneShare + 5 * step, Self.shares.lowerBound), Self.shares.upperBound)
  }

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
