/// Identifies a request, so that its answer can be told from a late one.
public struct RequestID: Hashable, Sendable, Comparable {
  let number: Int

  static let none = RequestID(number: 0)
  var next: RequestID { RequestID(number: number + 1) }

  public static func < (one: RequestID, other: RequestID) -> Bool { one.number < other.number }
}

/// The latest request of one kind, until its answer arrives.
///
/// It owns the request's id. A new request replaces it and cancels it, and an answer with another id
/// is late: ``end(_:)`` returns nil for it, so that nobody acts on it.
struct LatestRequest<Subject: Equatable & Sendable>: Equatable, Sendable {
  /// The id of the latest request, answered or not.
  private(set) var id = RequestID.none
  /// What was requested; nil when no answer is awaited.
  private(set) var subject: Subject?

  /// The id of the request whose answer is awaited.
  var pendingID: RequestID? { subject == nil ? nil : id }

  /// Replaces the request.
  /// - Returns: the effect that cancels the former one, if it's still pending.
  @discardableResult
  mutating func begin(_ id: RequestID, _ subject: Subject) -> [Effect] {
    let cancellation = cancel()
    self.id = id
    self.subject = subject
    return cancellation
  }

  /// Ends the request that an answer belongs to.
  /// - Returns: what was requested; nil when the answer is late.
  mutating func end(_ id: RequestID) -> Subject? {
    guard isPending(id) else { return nil }
    defer { subject = nil }
    return subject
  }

  /// Gives up waiting.
  /// - Returns: the effect that cancels the request, if it's still pending.
  mutating func cancel() -> [Effect] {
    defer { subject = nil }
    return pendingID.map { [.cancel($0)] } ?? []
  }

  /// Changes what is known about the pending request, such as its progress.
  mutating func update(_ change: (inout Subject) -> Void) {
    guard var changed = subject else { return }
    change(&changed)
    subject = changed
  }

  func isPending(_ id: RequestID) -> Bool { pendingID == id }

  /// Whether an id is that of the latest request, even if it was answered before.
  func isLatest(_ id: RequestID) -> Bool { self.id == id }
}

extension AppState {
  /// Returns the id of the next request.
  mutating func nextRequest() -> RequestID {
    lastRequest = lastRequest.next
    return lastRequest
  }
}
