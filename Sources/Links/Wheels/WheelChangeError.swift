/// Why a wheel can't be made or changed, in one line for people.
public enum WheelChangeError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There's a wheel of that name.
  case nameTaken(String)
  /// There's no wheel of that name, or it's gone.
  case gone(String)
  case store(StoreError)

  public var description: String {
    switch self {
    case .nameTaken(let name): "there's already a wheel named \(name)"
    case .gone(let name): "there's no wheel named \(name)"
    case .store(let error): error.description
    }
  }
}
