import Favorites
import LinkStore
import Links
import Localization

extension WheelStore {
  /// Opens the user's wheels.
  static func ofUser(_ use: StoreUse = .reading) throws(StoreError) -> WheelStore {
    WheelStore(sharing: try .ofUser(use))
  }

  /// The names of all wheels, including built-in ones that were never spun.
  func names() async throws(StoreError) -> [String] {
    let kept = try await all().map(\.name)
    return kept + Wheel.BuiltIn.allCases.map(\.rawValue).filter { !kept.contains($0) }
  }

  /// Returns the user's wheel with a name. Throws for a built-in one, which commands can't change.
  func own(_ name: String) async throws -> WheelSummary {
    if let wheel = try await all().first(where: { $0.name == name && !$0.isBuiltIn }) {
      return wheel
    }
    if Wheel.BuiltIn(rawValue: name) != nil {
      throw CommandFailure(
        message: localized("\(name) comes with the program and changes only with it"), exitCode: 1)
    }
    throw try await missing(name)
  }

  func missing(_ name: String) async throws(StoreError) -> CommandFailure {
    let message = NearestName.continuing(
      WheelChangeError.notFound(name).description, for: name, in: try await names())
    return CommandFailure(message: message, exitCode: 1)
  }
}
