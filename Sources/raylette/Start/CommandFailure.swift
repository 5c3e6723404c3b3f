import Favorites
import LinkExchange
import LinkStore
import Links

/// A failure of the program: its exit code, and a message for people, unless that was printed
/// before. Commands throw the errors of what they call, each of which ends the program with its
/// description.
struct CommandFailure: Error {
  var message: String?
  var exitCode: Int32

  init(message: String?, exitCode: Int32) {
    self.message = message
    self.exitCode = exitCode
  }

  /// The failure that an error ends the program with.
  init(_ error: any Error) {
    switch error {
    case let failure as CommandFailure: self = failure
    case let error as WheelSourceError:
      self.init(message: error.description, exitCode: error.exitCode)
    // A cache that can't be used is the whole problem of a command about it.
    case StoreError.cacheUnavailable(let error): self.init(error)
    // What the user wrote is wrong.
    case is ConfigurationError, is SyncRemoteError: self.init(message: "\(error)", exitCode: 2)
    default: self.init(message: "\(error)", exitCode: 1)
    }
  }
}
