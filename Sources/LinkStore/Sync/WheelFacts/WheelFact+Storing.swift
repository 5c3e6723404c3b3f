import Foundation
import GRDB
import LinkSync

extension WheelFact.Subject {
  /// The subject's key in the store. It contains a space, which no link's key does. Only the
  /// history's key has none.
  var key: String {
    switch self {
    case .seen(let address): "seen \(address)"
    case .neverLink(let address): "never \(address)"
    case .neverHost(let host): "host \(host)"
    case .visit(let address, let milliseconds): "visit \(milliseconds) \(address)"
    case .historyStart: "history"
    case .wheel(let name): "wheel \(name)"
    }
  }

  /// Parses a key, except the key of a visit.
  init?(key: String) {
    if key == Self.historyStart.key {
      self = .historyStart
      return
    }
    let parts = key.split(separator: " ", maxSplits: 1).map(String.init)
    guard parts.count == 2 else { return nil }
    switch parts[0] {
    case "seen": self = .seen(parts[1])
    case "never": self = .neverLink(parts[1])
    case "host": self = .neverHost(parts[1])
    case "wheel": self = .wheel(parts[1])
    default: return nil
    }
  }
}

extension WheelFact {
  /// The device in stored lines. It's empty, so that each time names its own device.
  private static let storeDevice = ""

  /// Parses a stored line.
  init?(storedLine line: String) {
    guard case .fact(let fact) = SyncEntry(Data(line.utf8), device: Self.storeDevice) else {
      return nil
    }
    self = fact
  }

  static func fetch(_ subject: Subject, in db: Database) throws -> WheelFact? {
    try String.fetchOne(
      db.cachedStatement(sql: "SELECT line FROM syncMark WHERE key = ?"), arguments: [subject.key]
    ).flatMap { WheelFact(storedLine: $0) }
  }

  func save(in db: Database) throws {
    try db.cachedStatement(
      sql: """
        INSERT OR REPLACE INTO syncMark (key, milliseconds, count, device, line)
        VALUES (?, ?, ?, ?, ?)
        """
    ).execute(
      arguments: [
        subject.key, time.milliseconds, time.count, time.device,
        SyncLine.text(self, device: Self.storeDevice),
      ])
  }
}
