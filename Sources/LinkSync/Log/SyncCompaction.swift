package import Foundation

/// Rewrites the log of a device without what later lines of the same log replace.
package enum SyncCompaction {
  /// Returns a shorter log with the same meaning, or nil if less than half of it is superfluous.
  ///
  /// Only what this device itself has replaced is left out, so that the log says the same whatever
  /// becomes of the others. Lines that aren't operations are left out too.
  /// - Parameter key: says which addresses are the same link.
  package static func compacted(
    _ content: Data, device: String, key: (String) -> String
  ) -> Data? {
    let operations = SyncLogReader(content, device: device).operations
    var registers: [String: LinkRegisters] = [:]
    for operation in operations {
      registers[key(operation.address), default: .init()].merge(operation)
    }
    var lines = Data()
    var written: Set<SyncOperation> = []
    for operation in operations {
      guard
        let kept = registers[key(operation.address)]?
          .operation(on: operation.address, at: operation.time),
        written.insert(kept).inserted
      else { continue }
      lines.append(contentsOf: (SyncLine.text(kept, device: device) + "\n").utf8)
    }
    return lines.count * 2 < content.count ? lines : nil
  }
}
