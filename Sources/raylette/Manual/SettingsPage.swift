import LinkStore
import Localization
import RayletteApp

/// raylette(5): the config file.
enum SettingsPage {
  static var text: String {
    var page = Mdoc(title: "raylette", section: 5)
    page.name("raylette", "config file of the wheel of links")
    page.heading("Description")
    let template = ConfigurationTemplate()
    page.paragraphs(
      template.introduction.replacing("Raylette's settings, each with its default. ", with: ""))
    page.rawMacro("Pp")
    page.paragraphs(
      """
      The file is in YAML. An unknown key or an invalid value is an error that names its line and \
      column, and then the screen doesn't start. raylette config check looks for such errors, and \
      raylette config edit opens the file in your editor and then checks it.
      """)
    page.heading("Settings")
    page.list { page in
      for entry in template.entries {
        guard let setting = Setting.all.first(where: { $0.key == entry.key }) else { continue }
        page.item("Ic \(setting.key) : \(Mdoc.escaped(setting.type.text))")
        page.paragraphs(entry.text)
        if !entry.example.isEmpty { page.display(["\(entry.key):"] + entry.example) }
        page.paragraphs(facts(of: setting))
      }
    }
    keys(of: &page)
    page.heading("Theme files")
    page.paragraphs(
      """
      A theme can be a file of its own in the folder themes beside the config file. theme: mine \
      then finds themes/mine.yml. It has the parts of a theme, each with a colour:
      """)
    page.display(ThemePart.allCases.prefix(3).map { "\($0.rawValue): 240" })
    page.paragraphs("The parts are \(ThemePart.allCases.map(\.rawValue).listed).")
    page.heading("Files")
    page.list { page in
      page.item("Pa \(Mdoc.escaped("~/.config/raylette/config.yml"))")
      page.paragraphs("The config file. raylette config path prints where it is.")
      page.item("Pa \(Mdoc.escaped("~/.config/raylette/themes/"))")
      page.paragraphs("Theme files.")
    }
    page.heading("See also")
    page.rawMacro("Xr raylette 1")
    return page.text
  }

  static func facts(of setting: Setting) -> String {
    let line = setting.value(Configuration()).configLine
    let value = ["", "{}", "[]"].contains(line) ? "none" : line
    return "Default: \(value). "
      + (setting.variable.map { "Variable: \($0)." } ?? "It has no variable.")
  }

  /// The commands that `keys` can bind.
  private static func keys(of page: inout Mdoc) {
    page.heading("Commands for keys")
    page.paragraphs(
      """
      These are the commands that keys can have, with their standard keys and the screens where \
      they exist. share.command-2 to share.command-9 are like share.command-1.
      """)
    page.rawMacro("Pp")
    page.list(width: "share.save-bookmarks", isCompact: true) { page in
      for command in DocumentedCommand.all {
        page.item("Ic \(Mdoc.argument(command.name))")
        if !command.keys.isEmpty {
          page.rawMacro("Sy \(command.keys.map(Mdoc.argument).joined(separator: " "))")
        }
        page.paragraphs("– \(command.help) (\(command.places.joined(separator: ", ")))")
      }
    }
  }
}

extension [String] {
  /// The texts as an enumeration: `a, b and c`.
  fileprivate var listed: String {
    dropLast().joined(separator: ", ") + (count > 1 ? " and " : "") + (last ?? "")
  }
}
