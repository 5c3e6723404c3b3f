import Bookmarks
import Dispatch
import LinkStore

/// Prints a notice if the program waits longer than a second.
enum WaitNotice {
  /// - Parameter path: the file that the body reads. A regular file gets no notice, because it's
  ///   read at once.
  static func showing<Value, Failure: Error>(
    _ notice: String, forFile path: String, _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    if InputFile.isRegular(path: path) { return try body() }
    return try showing(notice, body)
  }

  static func showing<Value, Failure: Error>(
    _ notice: String, _ body: () async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    let report = report(notice)
    defer { report.cancel() }
    return try await body()
  }

  static func showing<Value, Failure: Error>(
    _ notice: String, _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let report = report(notice)
    defer { report.cancel() }
    return try body()
  }

  /// Prints the notice after a second, unless it's cancelled.
  private static func report(_ notice: String) -> DispatchWorkItem {
    let report = DispatchWorkItem { [invocation = Invocation.current] in
      invocation.perform { CommandOutput.report("raylette: \(notice)…") }
    }
    DispatchQueue.global().asyncAfter(deadline: .now() + 1, execute: report)
    return report
  }
}
