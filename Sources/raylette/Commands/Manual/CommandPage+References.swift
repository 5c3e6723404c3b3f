/// The end of raylette(1): environment, files, exit status, examples and related pages.
extension Mdoc {
  mutating func references() {
    heading("Environment")
    list { page in
      for (names, text) in Self.variables {
        page.item(names.map { "Ev \($0)" }.joined(separator: " , "))
        page.paragraphs(text)
      }
    }
    heading("Files")
    list { page in
      for (path, text) in Self.files {
        page.item("Pa \(Mdoc.escaped(path))")
        page.paragraphs(text)
      }
    }
    heading("Exit status")
    paragraphs("Every command exits with one of these:")
    rawMacro("Pp")
    list(isCompact: true) { page in
      for (code, text) in Self.exitCodes {
        page.item("\(code)")
        page.paragraphs(text)
      }
    }
    heading("Examples")
    for (text, lines) in Self.examples {
      paragraphs(text)
      display(lines)
    }
    heading("See also")
    rawMacro("Xr chafa 1 ,")
    rawMacro("Xr qrencode 1 ,")
    rawMacro("Xr raylette 5")
  }

  private static let variables: [(names: [String], text: String)] = [
    (["RAYLETTE_*"], "Override the settings; see raylette(5)."),
    (
      ["XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"],
      "The folders in which Raylette has a folder of its own; see the files below. Relative paths "
        + "are ignored."
    ),
    (
      ["BROWSER"],
      "The command that opens links, or several separated by colons, of which the first that exists "
        + "is used. %s stands for the address, which otherwise comes last."
    ),
    (["VISUAL", "EDITOR"], "The editor for notes and for the config file."),
    (
      ["http_proxy", "https_proxy", "all_proxy", "no_proxy"],
      "The proxies for what is fetched, and the hosts that are fetched without one."
    ),
    (
      ["NO_COLOR"], "If it's set and not empty, there are no colours, unless --theme asks for them."
    ),
    (["CLICOLOR_FORCE"], "If it's 1, preview prints colours also to a pipe."),
    (
      ["COLORTERM", "COLORFGBG"],
      "What the terminal says about its colours: truecolor, and those of text and background."
    ),
    (["ACCESSIBLE"], "Any value but 0 makes the screen suitable for screen readers."),
    (["LC_ALL", "LC_CTYPE", "LANG"], "The first that's set says whether the terminal has UTF-8."),
  ]

  private static let files: [(path: String, text: String)] = [
    ("~/.config/raylette/config.yml", "The settings; see raylette(5)."),
    ("~/.config/raylette/themes/", "Themes of your own, one per file."),
    (
      "~/.local/share/raylette/saved.sqlite",
      "Saved links, and which links of the wheel came up. An SQLite database that only you can read."
    ),
    (
      "~/.local/state/raylette/session.json",
      "How you left the program: tab, filter, sort order and layout."
    ),
    (
      "~/.cache/raylette/",
      "Fetched metadata and images. It can be deleted at any time; saved links have their own copy."
    ),
  ]

  private static let exitCodes: [(code: Int, text: String)] = [
    (0, "Success."),
    (
      1,
      "Something failed, or wasn't found: a page, a file, a saved link, a wheel, or anything that "
        + "matches a filter."
    ),
    (
      2,
      "Invalid usage: arguments that make no sense, something that isn't a web address, or an error "
        + "in the config file. Nothing was done, except for the other addresses of a command that "
        + "takes several."
    ),
    (
      141,
      "The program that reads the output ended first, as in a pipe to head."
    ),
  ]

  private static let examples: [(text: String, lines: [String])] = [
    ("Spin your own links, one address per line:", ["raylette --wheel links.txt"]),
    (
      "Spin the output of another program:",
      ["curl -s https://example.org/links.txt | raylette --wheel -"]
    ),
    (
      "See the card of a page, or what keeps it from making a good preview:",
      ["raylette preview https://example.org", "raylette preview --check https://example.org"]
    ),
    (
      "Save a link with a tag, and find it again:",
      [
        "raylette saved add https://example.org --tag 'to read'",
        "raylette saved list 'is:unopened #\"to read\"'",
      ]
    ),
    (
      "Leave out what matches, behind -- so that it's not taken for an option:",
      ["raylette saved list swift -- -video"]
    ),
    (
      "Open what another program selects:",
      ["raylette saved list swift | fzf -m | raylette saved open -"]
    ),
    (
      "Import the bookmarks of a browser, and undo that:",
      ["raylette saved import bookmarks.html", "raylette saved undo"]
    ),
    (
      "Keep 50 MB of fetched pages:", ["raylette cache prune --size 50"]
    ),
  ]
}
