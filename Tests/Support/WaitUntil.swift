/// Waits for a condition, which is looked at now and then, but not forever. Leaves processor time to
/// what it waits for.
/// - Returns: false if the condition wasn't met in time.
@discardableResult
public func waitUntil(
  within limit: Duration = .seconds(60), _ isMet: () async throws -> Bool
) async throws -> Bool {
  let deadline = ContinuousClock.now + limit
  while true {
    if try await isMet() { return true }
    guard ContinuousClock.now < deadline else { return false }
    try await Task.sleep(for: .milliseconds(2))
  }
}
