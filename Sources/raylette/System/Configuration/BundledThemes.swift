import Foundation
import RayletteApp

/// The popular palettes in `Resources/themes`, which are part of the program.
enum BundledThemes {
  private static let files: KeyValuePairs = [
    "catppuccin-latte": PackageResources.catppuccin_latte_yml,
    "catppuccin-mocha": PackageResources.catppuccin_mocha_yml,
    "dracula": PackageResources.dracula_yml,
    "gruvbox-dark": PackageResources.gruvbox_dark_yml,
    "gruvbox-light": PackageResources.gruvbox_light_yml,
    "nord": PackageResources.nord_yml,
    "solarized-dark": PackageResources.solarized_dark_yml,
    "solarized-light": PackageResources.solarized_light_yml,
  ]

  static let names = files.map(\.key)

  /// Reads a theme. Returns nil if there's none with this name.
  static func colors(named name: String) throws(ConfigurationError) -> ThemeColors? {
    guard let file = files.first(where: { $0.key == name }) else { return nil }
    let (colors, problems) = ConfigurationReader(file: "\(name).yml")
      .checkedColors(String(decoding: file.value, as: UTF8.self))
    try problems.throwFirst()
    return colors
  }
}
