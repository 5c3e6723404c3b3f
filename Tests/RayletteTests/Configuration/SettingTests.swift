import Foundation
import TestSupport
import Testing

@testable import raylette

/// The variables that override the config file.
struct SettingTests {
  static let values: [(variable: String, key: String, value: SettingValue)] = [
    ("RAYLETTE_WHEEL=classic", "wheel", .text("classic")),
    ("RAYLETTE_WHEEL=links.txt", "wheel", .text("links.txt")),
    ("RAYLETTE_TIMEOUT=0.5", "timeout", .number(0.5)),
    ("RAYLETTE_MOUSE=0", "mouse", .bool(false)), ("RAYLETTE_MOUSE=no", "mouse", .bool(false)),
    ("RAYLETTE_ANIMATION=false", "animation", .bool(false)),
    ("RAYLETTE_TIPS=off", "tips", .bool(false)),
    ("RAYLETTE_ACCESSIBLE=1", "accessible", .bool(true)),
    ("RAYLETTE_IMAGES=cells", "images", .text("cells")),
    ("RAYLETTE_BIDI=off", "bidi", .text("off")),
    ("RAYLETTE_LANGUAGE=de", "language", .text("de")),
    ("RAYLETTE_THEME=dark", "theme", .text("dark")),
    ("RAYLETTE_DENSITY=3", "density", .number(3)),
    ("RAYLETTE_CACHE_SIZE=50", "cache-size", .number(50)),
    ("RAYLETTE_TAB=saved", "tab", .text("saved")),
    ("RAYLETTE_PREFETCH=no", "prefetch", .bool(false)),
    ("RAYLETTE_WHEEL_UPDATE=0", "wheel-update", .number(0)),
    ("RAYLETTE_KEEP=off", "keep", .text("off")),
    ("RAYLETTE_BROWSER=lynx:w3m %s", "browser", .text("lynx:w3m %s")),
    ("RAYLETTE_PROXY=http://p.example:3128", "proxy", .text("http://p.example:3128")),
    // The user and the password are never shown.
    ("RAYLETTE_PROXY=u:p@ss@p.example:1", "proxy", .text("***@p.example:1")),
    ("RAYLETTE_TIMEOUT=", "timeout", .number(7)),
  ]

  @Test("a variable overrides the file, unless it's empty", arguments: values)
  func variable(variable: String, key: String, value: SettingValue) async throws {
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
      #expect(setting.value(configuration) == value)
    }
  }

  @Test("every setting with a single value has a variable, and the table above tests it")
  func variables() {
    let tested = Set(Self.values.map { $0.variable.prefix { $0 != "=" } }.map(String.init))
    #expect(tested == Set(Setting.all.compactMap(\.variable)))
  }
}
