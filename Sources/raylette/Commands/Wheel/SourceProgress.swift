import LinkPreview

/// Reads sources for a command: shows on a terminal how far that is, and reports what's wrong.
enum SourceProgress {
  /// - Parameter name: the source as the user wrote it.
  @Sendable
  static func load(
    _ source: WheelSource, named name: String, since versions: SourceVersions? = nil
  ) async throws(WheelSourceError) -> LoadedSource {
    let line = ProgressLine()
    let shown = name == "-" ? "standard input" : name
    line.show("reading \(shown)…")
    defer { line.hide() }
    var loader = SourceLoader()
    loader.progress = { done, all in line.show("reading \(shown)… \(done) of \(all) lists") }
    return try await loader.load(source, since: versions)
  }

  /// Prints the first problems, because a long list may have one in each line.
  static func report(_ problems: [SourceProblem]) {
    for problem in problems.prefix(limit) {
      CommandOutput.report("\(problem.place): skipped: \(problem.sentence)")
    }
    if problems.count > limit { CommandOutput.report("and \(problems.count - limit) more skipped") }
  }

  private static let limit = 100
}
