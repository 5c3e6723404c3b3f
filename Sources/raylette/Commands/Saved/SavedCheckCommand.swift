import Localization
import Favorites
import Markup
import ArgumentParser
import Foundation
import LinkFetching
import LinkPreview
import Links
import RayletteApp
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
    let access = try SavedStoreAccess.forWriting()
    var links: [SavedLink] = []
    _ = try await access.forEachBatch(SavedQuery(filter: filter.filter)) { links += $0 }
    let store = access.store
    let checker = LinkChecker()
    var hasDeadLinks = false
    let progress = ProgressLine()
    let watch = InterruptWatch(isNeeded: progress.isShown, clean: progress.hide)
    defer {
      progress.hide()
      watch?.end()
    }
    var checked = 0
    var moved: [SavedLink.ID] = []
    let total = links.count.grouped
    try await links.concurrently(limit: MetadataLoader.concurrency) {
      await checker.freshOutcome(of: $0, storingIn: store, at: { Date() })
    } use: { link, outcome in
      if let outcome, outcome != .ok {
        hasDeadLinks = true
        if case .moved = outcome {
          // Other pages may turn out to lead to the same address.
          moved.append(link.id)
        } else {
          progress.hide()
          try CommandOutput.print(outcome.line(of: link.address.text))
        }
      }
      checked += 1
      progress.show(localized("Checked \(checked.grouped) of \(total)"))
    }
    progress.hide()
    try await access.forEach(moved) { link in
      if let outcome = link.check?.outcome, outcome != .ok {
        try CommandOutput.print(outcome.line(of: link.address.text))
      }
    }
    if hasDeadLinks { throw CommandFailure(message: nil, exitCode: 1) }
  }
}
