import ArgumentParser
import RayletteApp

extension ImagePolicy {
  /// Parses the value of `--images`.
  init(option: String) throws {
    guard let policy = ImagePolicy(rawValue: option) else {
      let near = NearestName.of(option, in: ImagePolicy.allCases.map(\.rawValue))
      let suggestion = near.map { " Did you mean '\($0)'?" } ?? ""
      throw ValidationError(
        "--images takes auto, cells, pixels, always or never, not '\(option)'.\(suggestion)")
    }
    self = policy
  }
}
