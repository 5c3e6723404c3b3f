import Favorites
import Localization

/// Shows the progress of reading a source on a terminal, and reports the source's problems.
enum SourceProgress {
  /// - Parameter name: the source as the user wrote it.
  static func showing<Value>(
    _ name: String, _ body: (SourceLoader) async throws(WheelSourceError) -> Value
  ) async throws(WheelSourceError) -> Value {
    let line = ProgressLine()
    let name = name == "-" ? localized("standard input") : name
    line.show(localized("reading \(name)…"))
    defer { line.hide() }
    var loader = SourceLoader()
    loader.progress = { line.show(localized("reading \(name)… \($0.grouped) of \($1, "list")")) }
    return try await body(loader)
  }

  /// Prints the first problems of a source, because a long list may have one in each line.
  static func report(_ problems: [SourceProblem]) {
    for problem in problems.prefix(limit) {
      CommandOutput.report(localized("\(problem.location): skipped: \(problem.message)"))
    }
    if problems.count > limit {
      CommandOutput.report(localized("and \(problems.count - limit, "more", "more") skipped"))
    }
  }

  private static let limit = 100
}
