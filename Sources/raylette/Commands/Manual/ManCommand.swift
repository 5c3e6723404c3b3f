import ArgumentParser
import Localization

/// `raylette man`: prints a page of the manual, made from the texts of the commands and settings.
struct ManCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "man", abstract: localized("Print a page of the manual."),
      discussion: localized(
        """
        Page 1 is about the commands, page 5 about the config file. To read one:
          raylette man 1 | man -l -
        """))
  }

  private static let sections = ["1", "5"]

  /// Whether arguments ask for a page.
  static func prints(_ arguments: [String]) -> Bool {
    arguments.count == 2 && arguments[0] == "man" && sections.contains(arguments[1])
  }

  @Argument(
    help: ArgumentHelp(localized("The section: 1 or 5."), valueName: "section"),
    completion: .list(sections),
    transform: { text in
      guard let section = Int(text), [1, 5].contains(section) else {
        throw ValidationError(localized("There are pages in the sections 1 and 5, not \(text)."))
      }
      return section
    })
  var section: Int

  func run() throws {
    try StandardOutput.put(section == 1 ? CommandPage.text : SettingsPage.text)
  }
}
