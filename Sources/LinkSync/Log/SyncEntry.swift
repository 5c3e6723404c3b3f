package import Foundation

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
