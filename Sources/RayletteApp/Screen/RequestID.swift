/// Identifies a request, so that a late answer isn't mistaken for the current one.
public struct RequestID: Hashable, Sendable, Comparable {
  let number: Int

  static let none = RequestID(number: 0)
  var next: RequestID { RequestID(number: number + 1) }

  public static func < (one: RequestID, other: RequestID) -> Bool { one.number < other.number }
}

/// The latest request of one kind, until its answer arrives.
///
/// The value owns the request's id. A new request replaces and cancels the pending one. An answer
/// with another id is late, and ``end(_:)`` returns nil for it, so that it's ignored.
struct LatestRequest<Subject: Equatable & Sendable>: Equatable, Sendable {
  /// The id of the latest request, answered or not.
  private(set) var id = RequestID.none
  /// The request, or nil if no answer is awaited.
  private(set) var subject: Subject?

  /// The id of the request whose answer is awaited.
  var pendingID: RequestID? { subject == nil ? nil : id }

  /// Replaces the request.
  /// - Returns: The effect that cancels the previous one, if it's still pending.
  @discardableResult
  mutating func begin(_ id: RequestID, _ subject: Subject) -> [Effect] {
    let cancellation = cancel()
    self.id = id
    self.subject = subject
    return cancellation
  }

  /// Ends the request that an answer belongs to.
  /// - Returns: The request, or nil if the answer is late.
  mutating func end(_ id: RequestID) -> Subject? {
    guard isPending(id) else { return nil }
    defer { subject = nil }
    return subject
  }

  /// Stops waiting for the answer.
  /// - Returns: The effect that cancels the request, if it's still pending.
  mutating func cancel() -> [Effect] {
    defer { subject = nil }
    return pendingID.map { [.cancel($0)] } ?? []
  }

  /// Updates the pending request, for example its progress.
  mutating func update(_ change: (inout Subject) -> Void) {
    guard var changed = subject else { return }
    change(&changed)
    subject = changed
  }

  func isPending(_ id: RequestID) -> Bool { pendingID == id }
}
