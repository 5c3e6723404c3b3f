/// A failure of the program: its exit code, and a message for people, unless that was printed
/// before.
struct CommandFailure: Error {
  var message: String?
  var exitCode: Int32

  init(message: String?, exitCode: Int32) {
    self.message = message
    self.exitCode = exitCode
  }

  /// The failure whose message is the description of an error.
  init(_ error: any Error, exitCode: Int32 = 1) {
    self.init(message: "\(error)", exitCode: exitCode)
  }

  /// Runs a body, and turns its error into a failure.
  static func mapping<Value, Failure: Error>(
    exitCode: Int32 = 1, _ body: () throws(Failure) -> Value
  ) throws(CommandFailure) -> Value {
    do { return try body() } catch { throw CommandFailure(error, exitCode: exitCode) }
  }

  /// Runs a body, and turns its error into a failure.
  static func mapping<Value, Failure: Error>(
    exitCode: Int32 = 1, _ body: () async throws(Failure) -> Value
  ) async throws(CommandFailure) -> Value {
    do { return try await body() } catch { throw CommandFailure(error, exitCode: exitCode) }
  }
}
