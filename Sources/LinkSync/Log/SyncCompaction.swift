package import Foundation

/// Rewrites the log of a device without what later lines of the same log replace.
package enum SyncCompaction {
  /// Returns a shorter log with the same meaning, or nil if less than half of it is superfluous.
  ///
  /// Only what this device itself has replaced is left out, so that the log says the same whatever
  /// becomes of the others. Lines that can't be read stay, because a later version may have written
  /// them, and so do those whose time hasn't come, because they don't replace anything yet.
  /// - Parameters:
  ///   - limit: the latest time that counts. See ``SyncClock/limit(at:)``.
  ///   - key: says which addresses are the same link.
  package static func compacted(
    _ content: Data, device: String, limit: Int64 = .max, key: (String) -> String
  ) -> Data? {
    let lines = content.split(separator: UInt8(ascii: "\n"))
    let entries = lines.map { line in
      SyncEntry(Data(line), device: device).flatMap { $0.time.isPlausible(by: limit) ? $0 : nil }
    }
    var registers: [String: LinkRegisters] = [:]
    var marks: [SyncMark.Subject: SyncMark] = [:]
    for entry in entries {
      switch entry {
      case .link(let operation):
        registers[key(operation.address), default: .init()].merge(operation)
      case .mark(let mark):
        if marks[mark.subject].map(mark.replaces) ?? true { marks[mark.subject] = mark }
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
      case .mark(let mark):
        guard marks[mark.subject] == mark, written.insert(.mark(mark)).inserted else { continue }
        compacted.append(contentsOf: SyncLine.text(mark, device: device).utf8)
      case nil: compacted.append(line)
      }
      compacted.append(UInt8(ascii: "\n"))
    }
    return compacted.count * 2 < content.count ? compacted : nil
  }
}
