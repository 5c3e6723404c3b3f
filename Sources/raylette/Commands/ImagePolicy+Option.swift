import Localization
import ArgumentParser
import RayletteApp

extension ImagePolicy {
  /// Parses the value of `--images`.
  init(option: String) throws {
    guard let policy = ImagePolicy(rawValue: option) else {
      let suggestion = NearestName.sentence(
        for: option, in: ImagePolicy.allCases.map(\.rawValue))
      throw ValidationError(
        localized(
          "--images takes auto, cells, pixels, always or never, not '\(option)'.\(suggestion)"))
    }
    self = policy
  }
}
