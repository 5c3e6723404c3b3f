import Localization

/// The reason why a wheel can't be made or changed. The description is one line for people.
public enum WheelChangeError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A wheel with this name exists.
  case nameTaken(String)
  /// No wheel with this name exists any more.
  case notFound(String)
  /// The store failed.
  case store(StoreError)

  public var description: String {
    switch self {
    case .nameTaken(let name): localized("there's already a wheel named \(name)")
    case .notFound(let name): localized("there's no wheel named \(name)")
    case .store(let error): error.description
    }
  }
}
