import ArgumentParser
import Favorites
import Links
import Localization
import Markup

/// A name for a wheel. It mustn't look like a source, because `--wheel` accepts both.
enum WheelName {
  static func check(_ name: String) throws {
    guard !name.isEmpty else { throw ValidationError(localized("The name of a wheel is empty.")) }
    guard Wheel.BuiltIn(rawValue: name) == nil else {
      throw ValidationError(
        localized("\(name) is the name of a wheel that comes with the program."))
    }
    guard let plain = PlainText.folded(name, limit: 100), plain == name else {
      throw ValidationError(localized("The name of a wheel is one line of at most 100 characters."))
    }
    guard !name.contains("/"), !name.hasPrefix("-"), !name.hasPrefix(".") else {
      throw ValidationError(
        localized("The name of a wheel has no slash, and doesn't begin with - or a dot."))
    }
  }
}
