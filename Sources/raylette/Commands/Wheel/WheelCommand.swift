import ArgumentParser
import Localization

/// `raylette wheel`: makes wheels of links from any source, and keeps them up to date.
struct WheelCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "wheel",
      abstract: localized("Make wheels of your own links, and keep them up to date."),
      discussion: localized(
        """
        A source is a file, a folder, - for standard input, or the address of a list, a feed, a \
        sitemap, a page, or a repository on GitHub, GitLab or Codeberg, whose README is read. All \
        formats of saved import are recognized. An OPML list of feeds, or an index of sitemaps, means \
        the links in them. Spin a wheel with --wheel and its name. The exit code is 0 on success, 1 \
        if something failed or isn't there, 2 for invalid usage.
        """),
      subcommands: [
        WheelListCommand.self, WheelShowCommand.self, WheelAddCommand.self, WheelUpdateCommand.self,
        WheelRenameCommand.self, WheelRemoveCommand.self,
      ])
  }
}
