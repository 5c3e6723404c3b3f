import Foundation
import RayletteApp

/// The theme files in the config folder: `themes/NAME.yml`.
struct ThemeFolder: Equatable, Sendable {
  let path: String
  /// The path for messages, with `~` for the home folder.
  let displayPath: String

  /// The names of all themes, sorted.
  var names: [String] {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return files.filter { $0.hasSuffix(Self.suffix) && !$0.hasPrefix(".") }
      .map { String($0.dropLast(Self.suffix.count)) }.sorted()
  }

  /// Reads a theme. Returns nil if there's no file with this name.
  func colors(named name: String) throws(ConfigurationError) -> ThemeColors? {
    let (colors, problems) = checkedColors(named: name)
    if let first = problems.first { throw first }
    return colors
  }

  /// Reads the valid parts of a theme, and returns all problems.
  func checkedColors(named name: String) -> (ThemeColors?, problems: [ConfigurationError]) {
    let file = name + Self.suffix
    guard !name.isEmpty, !name.hasPrefix("."), !name.contains("/"),
      access("\(path)/\(file)", F_OK) == 0
    else { return (nil, []) }
    let displayFile = "\(displayPath)/\(file)"
    do throws(ConfigurationError) {
      let text = try ConfigurationFile.text(at: "\(path)/\(file)", displayPath: displayPath)
      return ConfigurationReader(file: displayFile).checkedColors(text)
    } catch {
      return (nil, [error])
    }
  }

  private static let suffix = ".yml"
}
