package import Foundation

/// What a line of a log says.
package enum SyncEntry: Hashable, Sendable {
  case link(SyncOperation)
  case mark(SyncMark)

  package var time: SyncTime {
    switch self {
    case .link(let operation): operation.time
    case .mark(let mark): mark.time
    }
  }

  /// Reads a line.
  /// - Parameters:
  ///   - line: the line, without its end.
  ///   - device: the device whose log it is.
  /// - Returns: nil if it's neither.
  package init?(_ line: Data, device: String) {
    guard let object = SyncLineObject(line, device: device) else { return nil }
    if let operation = object.operation {
      self = .link(operation)
    } else if let mark = object.mark {
      self = .mark(mark)
    } else {
      return nil
    }
  }
}
