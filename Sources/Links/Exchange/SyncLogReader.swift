package import Foundation

/// Parses the lines of a log.
package struct SyncLogReader: Sendable {
  package private(set) var operations: [SyncOperation] = []
  package private(set) var facts: [SyncFact] = []
  /// The number of lines that are neither operations nor facts.
  package private(set) var skippedCount = 0
  /// The time of the latest operation or fact, in milliseconds since 1970; 0 without any.
  package var lastChange: Int64 {
    max(
      operations.lazy.map(\.time.milliseconds).max() ?? 0,
      facts.lazy.map(\.time.milliseconds).max() ?? 0)
  }
  /// The number of lines that were left out because their time is in the future.
  package private(set) var waitingCount = 0
  /// The earliest time of a line that was left out, in milliseconds since 1970.
  package private(set) var waitsUntil: Int64?
  /// The number of bytes up to the end of the last whole line. Another program may still be writing
  /// the bytes after it.
  package private(set) var length = 0

  /// - Parameters:
  ///   - content: the log, from the start of a line.
  ///   - device: the device whose log is read.
  package init(_ content: Data, device: String) {
    var remaining = content[...]
    while let end = remaining.firstIndex(of: UInt8(ascii: "\n")) {
      let line = remaining[..<end]
      remaining = remaining[(end + 1)...]
      length = end + 1 - content.startIndex
      if line.isEmpty { continue }
      switch SyncEntry(Data(line), device: device) {
      case .link(let operation): operations.append(operation)
      case .fact(let fact): facts.append(fact)
      case nil: skippedCount += 1
      }
    }
  }

  /// Leaves out the lines whose time is in the future.
  /// - Parameter limit: the latest time that counts. See ``SyncClock/limit(at:)``.
  package mutating func leaveOut(after limit: Int64) {
    let times = operations.map(\.time) + facts.map(\.time)
    let waiting = times.filter { !$0.isPlausible(by: limit) }
    guard let first = waiting.map(\.milliseconds).min() else { return }
    operations.removeAll { !$0.time.isPlausible(by: limit) }
    facts.removeAll { !$0.time.isPlausible(by: limit) }
    waitingCount += waiting.count
    waitsUntil = min(waitsUntil ?? first, first)
  }
}

/// The content of one line of a log.
package enum SyncEntry: Hashable, Sendable {
  case link(SyncOperation)
  case fact(SyncFact)

  var time: SyncTime {
    switch self {
    case .link(let operation): operation.time
    case .fact(let fact): fact.time
    }
  }

  /// Parses a line.
  /// - Parameters:
  ///   - line: the line, without its line break.
  ///   - device: the device whose log contains the line.
  /// - Returns: nil if the line is neither an operation nor a fact.
  package init?(_ line: Data, device: String) {
    guard let object = SyncLineObject(line, device: device) else { return nil }
    if let operation = object.operation {
      self = .link(operation)
    } else if let fact = object.fact {
      self = .fact(fact)
    } else {
      return nil
    }
  }
}
