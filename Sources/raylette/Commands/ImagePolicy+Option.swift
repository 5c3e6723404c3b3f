import ArgumentParser
import Localization

extension ImagePolicy {
  /// Parses the value of `--images`.
  init(option: String) throws {
    guard let policy = ImagePolicy(rawValue: option) else {
      throw ValidationError(
        NearestName.suggesting(
          localized("--images takes auto, cells, pixels, always or never, not '\(option)'."),
          for: option, in: ImagePolicy.allCases.map(\.rawValue)))
    }
    self = policy
  }
}
