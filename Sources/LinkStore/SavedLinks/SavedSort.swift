/// The order of a list of saved links.
public enum SavedSort: Hashable, Sendable {
  case newest, oldest, title, site
  /// The last opened first, then those that never were, newest first.
  case opened
  /// Any order, the same for the same seed.
  case random(seed: UInt64)

  /// The clause that sorts, for all orders that SQLite can make.
  var clause: String {
    switch self {
    case .newest, .random: "savedAt DESC, id DESC"
    case .oldest: "savedAt, id"
    case .title: "title IS NULL, title COLLATE NOCASE, id"
    case .site: "host, title COLLATE NOCASE, id"
    case .opened: "openedAt DESC, savedAt DESC, id DESC"
    }
  }

  /// Puts what SQLite gave out in the order that only we can make.
  func arranged(_ ids: [SavedLink.ID]) throws -> [SavedLink.ID] {
    guard case .random(let seed) = self else { return ids }
    try Task.checkCancellation()
    return ids.map { (Self.mixed(UInt64(bitPattern: $0) ^ seed), $0) }.sorted { $0 < $1 }.map(\.1)
  }

  /// Spreads numbers that lie close together: the finaliser of SplitMix64.
  private static func mixed(_ number: UInt64) -> UInt64 {
    var number = number &+ 0x9E37_79B9_7F4A_7C15
    number = (number ^ (number >> 30)) &* 0xBF58_476D_1CE4_E5B9
    number = (number ^ (number >> 27)) &* 0x94D0_49BB_1331_11EB
    return number ^ (number >> 31)
  }
}
