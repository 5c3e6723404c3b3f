import Foundation
import TestSupport
import Testing

@testable import raylette

/// The variables that override the config file.
struct SettingTests {
  static let values: [(variable: String, key: String, value: String)] = [
    ("RAYLETTE_WHEEL=classic", "wheel", "classic"),
    ("RAYLETTE_WHEEL=links.txt", "wheel", "links.txt"),
    ("RAYLETTE_TIMEOUT=0.5", "timeout", "0.5"),
    ("RAYLETTE_MOUSE=0", "mouse", "false"), ("RAYLETTE_MOUSE=no", "mouse", "false"),
    ("RAYLETTE_ANIMATION=false", "animation", "false"),
    ("RAYLETTE_TIPS=off", "tips", "false"),
    ("RAYLETTE_ACCESSIBLE=1", "accessible", "true"),
    ("RAYLETTE_IMAGES=cells", "images", "cells"),
    ("RAYLETTE_BIDI=off", "bidi", "off"),
    ("RAYLETTE_LANGUAGE=de", "language", "de"),
    ("RAYLETTE_THEME=dark", "theme", "dark"),
    ("RAYLETTE_DENSITY=2", "density", "2"),
    ("RAYLETTE_CACHE_SIZE=50", "cache-size", "50"),
    ("RAYLETTE_TAB=saved", "tab", "saved"),
    ("RAYLETTE_PREFETCH=no", "prefetch", "false"),
    ("RAYLETTE_WHEEL_UPDATE=0", "wheel-update", "0"),
    ("RAYLETTE_KEEP=off", "keep", "off"),
    ("RAYLETTE_BROWSER=lynx:w3m %s", "browser", "lynx:w3m %s"),
    ("RAYLETTE_PROXY=http://p.example:3128", "proxy", "http://p.example:3128"),
    // The user and the password are never shown.
    ("RAYLETTE_PROXY=u:p@ss@p.example:1", "proxy", "***@p.example:1"),
    ("RAYLETTE_TIMEOUT=", "timeout", "7"),
  ]

  @Test("a variable overrides the file, unless it's empty", arguments: values)
  func variable(variable: String, key: String, value: String) async throws {
    try await withTemporaryHome { home in
      try home.configure(
        """
        wheel: mine.txt
        timeout: 7
        images: never
        theme: light
        density: 1
        """)
      var environment = ["HOME": home.url.path()]
      let parts = variable.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
      environment[parts[0]] = parts[1]
      let configuration = try ConfigurationFile(environment: environment).read()
      let setting = try #require(Setting.all.first { $0.key == key })
      #expect(setting.value(configuration).configLine == value)
    }
  }

  @Test("every setting with a single value has a variable, and the table above tests it")
  func variables() {
    let tested = Set(Self.values.map { $0.variable.prefix { $0 != "=" } }.map(String.init))
    #expect(tested == Set(Setting.all.compactMap(\.variable)))
  }
}
