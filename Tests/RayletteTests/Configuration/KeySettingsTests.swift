import RayletteApp
import Testing

@testable import raylette

/// The keys of the config file.
struct KeySettingsTests {
  private func read(_ yaml: String) throws(ConfigurationError) -> [KeyChange] {
    try ConfigurationReader(file: "config.yml").configuration(from: yaml).keys
  }

  @Test("keys are read in their order")
  func reads() throws {
    let changes = try read("keys:\n  C-x C-s: spin.save\n  d: none\n  1: [spin.next, saved.back]\n")
    #expect(
      changes == [
        KeyChange(try KeyChord(name: "C-x C-s"), ["spin.save"]),
        KeyChange(try KeyChord(name: "d"), []),
        KeyChange(try KeyChord(name: "1"), ["spin.next", "saved.back"]),
      ])
  }

  @Test(
    "an error names the line and the column",
    arguments: [
      (
        "theme: dark\nkeys:\n  x: saved.remov\n",
        "config.yml:3:6: there is no command \"saved.remov\"; did you mean saved.remove?"
      ),
      ("keys:\n  foo: app.quit\n", "config.yml:2:3: \"foo\" is no key; keys are"),
      ("keys:\n  C-c: app.help\n", "config.yml:2:3: \"C-c\" always quits"),
      ("keys:\n  C-x: app.quit\n  ^x: app.help\n", "config.yml:3:3: ^X is there twice"),
      ("keys:\n  x: app.quit\n  x: app.help\n", "config.yml:2:3: more than one x"),
      (
        "keys:\n  x: [app.quit, app.help]\n",
        "config.yml:2:3: x has two commands on the same screen, app.quit and app.help"
      ),
      ("keys:\n  x:\n", "config.yml:2:5: keys takes a command for each key, or none"),
      ("keys: vi\n", "config.yml:1:7: keys takes keys with commands"),
    ])
  func mistakes(yaml: String, message: String) {
    let error = #expect(throws: ConfigurationError.self) { try read(yaml) }
    #expect(error?.description.hasPrefix(message) == true, "\(error?.description ?? "")")
  }
}
