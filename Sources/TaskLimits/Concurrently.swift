extension Collection where Element: Sendable, Self: Sendable {
  /// Runs a body for each element, with limited concurrency, until all are done or the task is
  /// cancelled.
  ///
  /// Elements that haven't begun when the task is cancelled are skipped.
  package func concurrently(
    limit: Int, _ body: @escaping @Sendable (Element) async -> Void
  ) async {
    await withTaskGroup(of: Void.self) { group in
      var rest = self[...]
      for element in rest.prefix(limit) { group.addTask { await body(element) } }
      rest = rest.dropFirst(limit)
      for await _ in group {
        guard let next = rest.first, !Task.isCancelled else { continue }
        rest = rest.dropFirst()
        group.addTask { await body(next) }
      }
    }
  }
}
