extension Result {
  /// Runs a body and keeps what it returns or throws.
  package init(of body: () async throws(Failure) -> Success) async {
    do { self = .success(try await body()) } catch { self = .failure(error) }
  }
}

extension Sequence where Element: Sendable {
  /// Runs a body for each element, with limited concurrency, and uses each result as it comes.
  ///
  /// Elements that haven't begun when the task is cancelled are skipped. Cancels the others and
  /// throws if `use` does.
  /// - Parameter use: called by one task at a time, in the order in which the bodies end.
  package func concurrently<Value: Sendable, Failure: Error>(
    limit: Int, _ body: @escaping @Sendable (Element) async -> Value,
    use: (Element, Value) throws(Failure) -> Void
  ) async throws(Failure) {
    let result: Result<Void, Failure> = await withTaskGroup(of: (Element, Value).self) { group in
      var rest = makeIterator()
      func start() {
        guard !Task.isCancelled, let next = rest.next() else { return }
        group.addTask { (next, await body(next)) }
      }
      for _ in 0..<limit { start() }
      for await (element, value) in group {
        do throws(Failure) {
          try use(element, value)
        } catch {
          group.cancelAll()
          return .failure(error)
        }
        start()
      }
      return .success(())
    }
    try result.get()
  }

  /// Runs a body for each element, with limited concurrency, until all are done or the task is
  /// cancelled. See ``concurrently(limit:_:use:)``.
  package func concurrently(
    limit: Int, _ body: @escaping @Sendable (Element) async -> Void
  ) async {
    await concurrently(limit: limit, body, use: { _, _ in })
  }
}
