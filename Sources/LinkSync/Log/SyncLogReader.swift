package import Foundation

/// Reads the lines of a log.
package struct SyncLogReader: Sendable {
  package private(set) var operations: [SyncOperation] = []
  /// Lines that aren't operations.
  package private(set) var skippedCount = 0
  /// The time of the latest operation, in milliseconds since 1970; 0 if there's none.
  package var lastChange: Int64 { operations.lazy.map(\.time.milliseconds).max() ?? 0 }
  /// The number of bytes up to the end of the last whole line. What follows may still be written.
  package private(set) var length = 0

  /// - Parameters:
  ///   - content: the log from the start of a line.
  ///   - device: the device whose log it is.
  package init(_ content: Data, device: String) {
    var rest = content[...]
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      let line = rest[..<end]
      rest = rest[(end + 1)...]
      length = end + 1 - content.startIndex
      if line.isEmpty { continue }
      if let operation = SyncLine.operation(Data(line), device: device) {
        operations.append(operation)
      } else {
        skippedCount += 1
      }
    }
  }
}
