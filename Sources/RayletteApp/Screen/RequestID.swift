/// Identifies something that was asked of the world, so that its answer can be told from a late one.
public struct RequestID: Hashable, Sendable, Comparable {
  let number: Int

  static let none = RequestID(number: 0)
  var next: RequestID { RequestID(number: number + 1) }

  public static func < (one: RequestID, other: RequestID) -> Bool { one.number < other.number }
}

extension AppState {
  /// The id of the next request.
  mutating func nextRequest() -> RequestID {
    lastRequest = lastRequest.next
    return lastRequest
  }
}
