import ArgumentParser
import Favorites
import Foundation
import LinkFetching
import LinkPreview
import LinkStore
import Links
import Localization
import Markup
import TaskLimits

struct SavedCheckCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "check",
      abstract: localized("Find dead links, eight at once, one per second per host."),
      discussion: localized(
        """
        Prints a line for each link that no longer leads to its page. The exit code is 1 if there \
        are any. Skips links checked within the last hour, so that a stopped check can continue.
        """))
  }

  @OptionGroup var filter: FilterOption

  func run() async throws {
    let environment = Invocation.current.environment
    try ConfigurationFile.useProxy(environment: environment)
    let store = try SavedLinkStore.ofUser(.writing)
    let links = try await store.links(SavedQuery(filter: filter.filter))
    var hasDeadLinks = false
    let progress = ProgressLine()
    let watch = InterruptWatch(isNeeded: progress.isShown, clean: progress.hide)
    defer {
      progress.hide()
      watch?.end()
    }
    let total = links.count.grouped
    try await LinkChecker().check(links, storingIn: store, at: { Date() }) { done in
      progress.show(localized("Checked \(done.grouped) of \(total)"))
    } use: { link, outcome throws(CommandFailure) in
      guard outcome != .ok else { return }
      hasDeadLinks = true
      progress.hide()
      try CommandOutput.print(outcome.line(of: link.address.text))
    }
    if hasDeadLinks { throw CommandFailure(message: nil, exitCode: 1) }
  }
}
