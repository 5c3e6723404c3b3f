import Localization
import WheelSources
import Foundation
import Links
import LinkStore

/// Opens the user's wheels and turns errors into command failures.
struct WheelStoreAccess {
  let store: WheelStore

  private init(store: WheelStore) { self.store = store }

  /// - Parameter isDryRun: whether the command changes nothing.
  init(isDryRun: Bool = false) throws(CommandFailure) {
    store = WheelStore(sharing: try SavedStoreAccess(isDryRun: isDryRun).store)
  }

  /// Opens the store for a command that writes. Throws if the store isn't writable.
  static func forWriting() throws(CommandFailure) -> WheelStoreAccess {
    WheelStoreAccess(store: WheelStore(sharing: try SavedStoreAccess.forWriting().store))
  }

  func run<Value: Sendable, Failure: Error>(
    _ body: (WheelStore) async throws(Failure) -> Value
  ) async throws(CommandFailure) -> Value {
    try await CommandFailure.mapping { () async throws(Failure) in try await body(store) }
  }

  /// All wheels by name: the user's and the built-in ones, even if they were never spun.
  func all() async throws(CommandFailure) -> [WheelSummary] {
    try await run { store throws(StoreError) in try await store.all() }
  }

  /// The names of all wheels, including built-in ones that were never spun.
  func names() async throws(CommandFailure) -> [String] {
    let kept = try await all().map(\.name)
    return kept + Wheel.BuiltIn.allCases.map(\.rawValue).filter { !kept.contains($0) }
  }

  /// Returns the user's wheel with a name. Throws for a built-in one, which commands can't change.
  func own(_ name: String) async throws(CommandFailure) -> WheelSummary {
    if let wheel = try await all().first(where: { $0.name == name && !$0.isBuiltIn }) {
      return wheel
    }
    if Wheel.BuiltIn(rawValue: name) != nil {
      throw CommandFailure(
        message: localized("\(name) comes with the program and changes only with it"), exitCode: 1)
    }
    throw try await missing(name)
  }

  func missing(_ name: String) async throws(CommandFailure) -> CommandFailure {
    let message = NearestName.continuing(
      WheelChangeError.notFound(name).description, for: name, in: try await names())
    return CommandFailure(message: message, exitCode: 1)
  }
}
