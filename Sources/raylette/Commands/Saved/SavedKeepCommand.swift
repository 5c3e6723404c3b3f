import ArgumentParser
import Articles
import Favorites
import Foundation
import LinkPreview
import LinkStore
import Links
import Localization
import Markup
import TaskLimits

struct SavedKeepCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "keep",
      abstract: localized("Keep the text of saved links' pages, to be read and found offline."),
      discussion: localized(
        """
        Fetches the pages whose text isn't kept yet, four at once, one per second per host. The \
        screen does the same in the background unless the setting keep is off. A stopped run \
        continues where it was. Pages without an article are left alone for 30 days, others that \
        failed for a day. The exit code is 1 if a page failed.
        """))
  }

  @Argument(
    help: ArgumentHelp(
      localized("Only links that match a filter, as for list."), valueName: "filter"),
    completion: .source(.filters))
  var filter: [String] = []

  @Flag(help: ArgumentHelp(localized("Fetch pages again whose text is kept, or that failed.")))
  var again = false

  @Flag(
    help: ArgumentHelp(localized("Delete the kept texts and pictures instead. The links stay.")))
  var forget = false

  @OptionGroup var dryRun: DryRunOption

  func validate() throws {
    guard !again || !forget else {
      throw ValidationError(localized("Choose one of --again and --forget."))
    }
    try typedFilter.refuse(given: filter)
  }

  private var typedFilter: SavedFilter { SavedFilter(words: filter) }

  func run() async throws {
    let environment = Invocation.current.environment
    let configuration = try ConfigurationFile(environment: environment).read()
    configuration.useProxy(environment: environment)
    let store = try SavedLinkStore.ofUser(dryRun.use)
    let links = try await links(in: store)
    if forget { return try await forget(links.filter { $0.keptAt != nil }, in: store) }
    if dryRun.isDryRun {
      for link in links {
        try CommandOutput.print(localized("would be kept: \(link.address.text)"))
      }
      return
    }
    // An explicit command overrides the setting for automatic storing.
    let setting = configuration.keepPolicy(in: store)
    let policy = setting == .off ? .text : setting
    let keeper = ArticleArchiver(saved: store, fetcher: ArticleFetcher(), policy: policy)
    let failures = try await keep(links, keeper)
    if failures > 0 { throw CommandFailure(message: nil, exitCode: 1) }
  }

  private func links(in store: SavedLinkStore) async throws -> [SavedLink] {
    let query = SavedQuery(filter: typedFilter)
    guard again || forget else {
      return try await store.linksToKeep(query, limit: .max, now: Date())
    }
    return try await store.links(query)
  }

  private func forget(_ links: [SavedLink], in store: SavedLinkStore) async throws {
    if !dryRun.isDryRun {
      try await store.forgetArticles(of: links.map(\.id))
    }
    for link in links {
      try CommandOutput.print(
        dryRun.isDryRun
          ? localized("would be forgotten: \(link.address.text)")
          : localized("forgotten: \(link.address.text)"))
    }
  }

  /// Stores the texts of links, and prints a line for each.
  /// - Returns: the number of failures.
  private func keep(_ links: [SavedLink], _ keeper: ArticleArchiver) async throws -> Int {
    let progress = ProgressLine()
    let watch = InterruptWatch(isNeeded: progress.isShown, clean: progress.hide)
    defer {
      progress.hide()
      watch?.end()
    }
    var (done, failures) = (0, 0)
    try await links.concurrently(limit: 4) {
      await keeper.keep($0)
    } use: { link, outcome in
      progress.hide()
      switch outcome {
      case .kept(let wordCount):
        try CommandOutput.print(
          localized("kept: \(link.address.text) (\(wordCount, "word"))"))
      case .failed(let error):
        failures += 1
        CommandOutput.report(
          "raylette: " + localized("not kept: \(link.address.text): \(error.sentence)"))
      case .tooLong:
        failures += 1
        CommandOutput.report(
          "raylette: " + localized("not kept: \(link.address.text): its text is too long."))
      case .linkChanged: break
      case .notStored(let error):
        throw error
      case .stopped:
        failures += 1
        CommandOutput.report(
          "raylette: " + localized("not kept: \(link.address.text): there's no network."))
      }
      done += 1
      progress.show(localized("Kept \(done.grouped) of \(links.count.grouped)"))
    }
    return failures
  }
}
