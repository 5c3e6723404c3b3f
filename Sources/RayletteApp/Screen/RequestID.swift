/// Identifies a request, so that a late result isn't mistaken for the current one.
package struct RequestID: Hashable, Sendable, Comparable {
  let number: Int

  static let none = RequestID(number: 0)
  var next: RequestID { RequestID(number: number + 1) }

  package static func < (one: RequestID, other: RequestID) -> Bool { one.number < other.number }
}

/// The latest request of one kind, until its result arrives.
///
/// Owns the request's id. A new request replaces and cancels the pending one. A result with another
/// id is late, and ``end(_:)`` returns nil for it, so that it's ignored.
struct LatestRequest<Subject: Equatable & Sendable>: Equatable, Sendable {
  /// The id of the latest request, pending or ended.
  private(set) var id = RequestID.none
  /// The pending request, or nil.
  private(set) var subject: Subject?

  /// The id of the pending request, or nil.
  var pendingID: RequestID? { subject == nil ? nil : id }

  /// Replaces the request.
  /// - Returns: the effect that cancels the previous request, if it's still pending.
  @discardableResult
  mutating func begin(_ id: RequestID, _ subject: Subject) -> [Effect] {
    let cancellation = cancel()
    self.id = id
    self.subject = subject
    return cancellation
  }

  /// Ends the request that a result belongs to.
  /// - Returns: the request, or nil if the result is late.
  mutating func end(_ id: RequestID) -> Subject? {
    guard isPending(id) else { return nil }
    defer { subject = nil }
    return subject
  }

  /// Stops waiting for the result.
  /// - Returns: the effect that cancels the request, if it's still pending.
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
