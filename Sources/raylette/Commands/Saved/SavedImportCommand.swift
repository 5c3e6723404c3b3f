public import ArgumentParser
import Bookmarks
import Foundation
import LinkStore
import Links
import Localization
import Markup

extension BookmarkFormat: ExpressibleByArgument {}

struct SavedImportCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "import",
      abstract: localized(
        "Import the links of bookmark files, or of a browser: all of them, or nothing."),
      discussion: localized(
        """
        Reads the HTML of browsers and services, the files of Firefox, Chrome, Safari and Opera, the \
        tables of Pocket, Instapaper, Raindrop and Readwise, any other CSV or TSV, the JSON of any \
        service, OPML, XBEL, newsboat's urls, feeds, sitemaps, saved web pages, Markdown, Org and \
        plain text; also compressed with gzip. Folders become tags. Nothing is fetched. Importing a file again adds nothing; links in the trash are restored. \
        What isn't a web link is skipped and counted by kind.

        --from reads the bookmarks of a browser from its profiles, which it finds by itself: \
        \(WebBrowser.allCases.map(\.rawValue).joined(separator: ", ")). The browser may be running, \
        and its files stay as they are. With --follow, each start of the program also imports what's \
        new in the browser from now on: nothing twice, and nothing that was imported and removed.
        """))
  }

  @Argument(
    help: ArgumentHelp(localized("The files; - reads standard input."), valueName: "file"),
    completion: .file())
  var files: [String] = []

  @Option(
    help: ArgumentHelp(
      localized("The format of the files, if it can't be detected from how they begin.")))
  var format: BookmarkFormat?

  @Option(
    name: .customLong("from"),
    help: ArgumentHelp(localized("Import the bookmarks of this browser."), valueName: "browser"),
    completion: .list(WebBrowser.allCases.map(\.rawValue)))
  var browserName: String?

  @Option(
    help: ArgumentHelp(localized("Read only this profile of the browser."), valueName: "name"))
  var profile: String?

  @Flag(
    inversion: .prefixedNo,
    help: ArgumentHelp(
      localized("At each start from now on, import what's new in the browser; with no-, end that."))
  )
  var follow: Bool?

  @Flag(
    name: .shortAndLong,
    help: ArgumentHelp(localized("List what was skipped, with its line, on standard error.")))
  var verbose = false

  @OptionGroup var dryRun: DryRunOption

  func validate() throws {
    if files.contains("") { throw ValidationError(localized("The name of a file is empty.")) }
    if browserName != nil {
      if !files.isEmpty { throw ValidationError(localized("Name files or --from, not both.")) }
      if format != nil {
        throw ValidationError(localized("--format is for files, not for --from."))
      }
      if follow == false, profile != nil {
        throw ValidationError(
          localized("--no-follow ends following all profiles; leave out --profile."))
      }
    } else if profile != nil || follow != nil {
      throw ValidationError(
        localized("--profile and --follow are for a browser; name it with --from."))
    } else if files.isEmpty {
      throw ValidationError(localized("Name a file, or a browser with --from."))
    }
  }

  func run() async throws {
    if let browserName { return try await importBookmarks(of: browserName) }
    let store = try SavedLinkStore.ofUser(dryRun.use)
    let recording = store.recording(.imported)
    for file in files {
      let reader = try ImportFile(name: file, format: format).reader()
      let report = try await showingProgress { progress in
        try await recording.importLinks(
          from: reader, at: Date(), isDryRun: dryRun.isDryRun, progress: progress)
      }
      try printReport(report, of: file)
    }
  }

  /// Imports with a line that shows the progress.
  private func showingProgress(
    _ body: (@escaping @Sendable (BookmarkReader.Progress) -> Void) async throws -> ImportReport
  ) async throws -> ImportReport {
    let progress = ProgressLine()
    defer { progress.hide() }
    return try await body { progress.show($0.linksText) }
  }

  // MARK: - Browsers

  private func importBookmarks(of name: String) async throws {
    let found = BrowserProfile.all(
      environment: Invocation.current.environment, readsLists: true)
    guard let browser = WebBrowser(rawValue: name.lowercased()) else {
      throw CommandFailure(
        message: localized("no browser is called \(name); \(Self.listed(found))"), exitCode: 2)
    }
    if follow == false { return try await unfollow(browser) }
    let all = found.filter { $0.browser == browser }
    guard !all.isEmpty else {
      throw CommandFailure(
        message: localized("no bookmarks of \(browser.name); \(Self.listed(found))"), exitCode: 1)
    }
    let profiles = all.filter { profile.map($0.isNamed) ?? true }
    guard !profiles.isEmpty else {
      let names = all.map(\.name).list
      throw CommandFailure(
        message: localized("\(browser.name) has no profile \(profile ?? ""); it has \(names)"),
        exitCode: 1)
    }
    let recording = try SavedLinkStore.ofUser(dryRun.use).recording(.imported)
    let report = try await showingProgress { progress in
      try await recording.importLinks(
        from: profiles, follows: follow == true, onlyProfile: profile, at: Date(),
        isDryRun: dryRun.isDryRun, progress: progress)
    }
    for file in report.unreadFiles { CommandOutput.report("raylette: \(file.description)") }
    let isFollowed = follow == true && !dryRun.isDryRun
    if isFollowed, report.linkCount == 0 {
      try CommandOutput.print(localized("\(browser.name): no bookmarks yet"))
    } else {
      try printReport(report, of: browser.name, namesFormat: false)
    }
    if isFollowed {
      try CommandOutput.print(
        localized(
          "From now on, each start imports what's new in \(browser.name). --no-follow ends that."))
    }
    if !report.unreadFiles.isEmpty {
      throw CommandFailure(
        message: localized("not all bookmarks of \(browser.name) could be read"), exitCode: 1)
    }
  }

  private func unfollow(_ browser: WebBrowser) async throws {
    let store = try SavedLinkStore.ofUser(dryRun.use)
    let wasFollowed =
      dryRun.isDryRun
      ? try await store.followedBrowsers().contains { $0.browser == browser }
      : try await store.unfollow(browser)
    try CommandOutput.print(
      !wasFollowed
        ? localized("\(browser.name) isn't followed")
        : dryRun.isDryRun
          ? localized("\(browser.name) would no longer be followed")
          : localized("\(browser.name) is no longer followed"))
  }

  /// Says which browsers there are: `found here: firefox, chromium`.
  private static func listed(_ profiles: [BrowserProfile]) -> String {
    let found = Set(profiles.map(\.browser))
    let names = WebBrowser.allCases.filter(found.contains).map(\.rawValue)
    return names.isEmpty
      ? localized("no browser's bookmarks were found here")
      : localized("found here: \(names.list)")
  }

  // MARK: - The report

  /// - Parameter file: the name of the file or the browser.
  private func printReport(
    _ report: ImportReport, of file: String, namesFormat: Bool = true
  ) throws {
    if verbose { list(report, of: file) }
    let skipped = Self.skipped(report)
    let format = namesFormat ? report.format?.rawValue : nil
    guard report.linkCount > 0 else {
      let message = format.map { localized("No links found in \(file) (read as \($0))") }
      throw CommandFailure(
        message: [message ?? localized("No links found in \(file)"), skipped].compactMap(\.self)
          .clauses, exitCode: 1)
    }
    let counts = self.counts(report).list
    let result = format.map { localized("\(file): \(counts) (read as \($0))") }
    try CommandOutput.print(
      [result ?? "\(file): \(counts)", skipped].compactMap(\.self).clauses)
  }

  /// The numbers of links that were added, restored or known.
  private func counts(_ report: ImportReport) -> [String] {
    let known = (report.known + report.enriched).grouped
    var counts = [
      dryRun.isDryRun
        ? localized("\(report.added, "would be", "would be") added")
        : localized("\(report.added.grouped) added")
    ]
    if report.restored > 0 {
      counts.append(
        dryRun.isDryRun
          ? localized("\(report.restored, "would be", "would be") restored from the trash")
          : localized("\(report.restored.grouped) restored from the trash"))
    }
    counts.append(
      report.enriched > 0
        ? localized(
          "\(known) already saved (\(report.enriched.grouped) with new tags, notes or dates)")
        : localized("\(known) already saved"))
    if report.cutNotes > 0 {
      let limit = TextLimit.note.grouped
      counts.append(localized("\(report.cutNotes, "note") cut to \(limit) characters"))
    }
    return counts
  }

  /// Lists the skipped entries, with their lines.
  private func list(_ report: ImportReport, of file: String) {
    for problem in report.problems {
      let location = problem.line.map { "\(file):\($0)" } ?? file
      CommandOutput.report(localized("\(location): skipped: \(problem.sentence)"))
    }
    if report.problemCount > report.problems.count {
      CommandOutput.report(
        localized(
          "\(file): and \(report.problemCount - report.problems.count, "more", "more") skipped"))
    }
  }

  /// `38 skipped: 12 place:, 25 file:, 1 apt:`. Nil if no entry was skipped.
  private static func skipped(_ report: ImportReport) -> String? {
    guard report.problemCount > 0 else { return nil }
    let kinds = report.skipped.prefix(kindLimit).map { $0.kind.text(count: $0.count) }
    let others = report.skipped.dropFirst(kindLimit).reduce(0) { $0 + $1.count }
    let end = others > 0 ? [localized("\(others, "other")")] : []
    return localized("\(report.problemCount.grouped) skipped: \((kinds + end).list)")
  }

  /// The maximum number of kinds in the list.
  private static let kindLimit = 8
}

extension BookmarkReader.Progress {
  /// `1,200 links, 40 % read`.
  var linksText: String {
    bytesTotal.map { localized("\(entryCount, "link"), \(100 * bytesRead / max(1, $0)) % read") }
      ?? entryCount.linkCount
  }
}
