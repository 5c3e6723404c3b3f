package import Foundation

/// Rewrites a device's log without the values that later lines of the same log replace.
package enum SyncCompaction {
  /// Returns a shorter log with the same meaning, or nil if less than half of the log is
  /// superfluous.
  ///
  /// Drops only values that this device itself replaced, so the meaning doesn't depend on other
  /// devices' logs. Unreadable lines stay, because a later version may have written them. Lines
  /// with a time in the future stay, because they don't replace anything yet.
  /// - Parameters:
  ///   - limit: the latest time that counts. See ``SyncClock/limit(at:)``.
  ///   - key: returns the same key for addresses of the same link.
  package static func compacted(
    _ content: Data, device: String, limit: Int64 = .max, key: (String) -> String
  ) -> Data? {
    let lines = content.split(separator: UInt8(ascii: "\n"))
    let entries = lines.map { line in
      SyncEntry(Data(line), device: device).flatMap { $0.time.isPlausible(by: limit) ? $0 : nil }
    }
    var registers: [String: LinkRegisters] = [:]
    var facts: [SyncFact.Subject: SyncFact] = [:]
    for entry in entries {
      switch entry {
      case .link(let operation):
        registers[key(operation.address), default: .init()].merge(operation)
      case .fact(let fact):
        if facts[fact.subject].map(fact.replaces) ?? true { facts[fact.subject] = fact }
      case nil: break
      }
    }
    var compacted = Data()
    var written: Set<SyncEntry> = []
    for (line, entry) in zip(lines, entries) {
      switch entry {
      case .link(let operation):
        let kept = registers[key(operation.address)]?
          .operation(on: operation.address, at: operation.time)
        guard let kept, written.insert(.link(kept)).inserted else { continue }
        let text = SyncLine.lines(kept, device: device).joined(separator: "\n")
        compacted.append(contentsOf: text.utf8)
      case .fact(let fact):
        guard facts[fact.subject] == fact, written.insert(.fact(fact)).inserted else { continue }
        compacted.append(contentsOf: SyncLine.text(fact, device: device).utf8)
      case nil: compacted.append(line)
      }
      compacted.append(UInt8(ascii: "\n"))
    }
    return compacted.count * 2 < content.count ? compacted : nil
  }
}
