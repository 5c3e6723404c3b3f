import ArgumentParser
import Favorites
import Foundation
import LinkStore
import Links
import Localization
import Markup

struct WheelUpdateCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "update", abstract: localized("Read the sources of wheels again."),
      discussion: localized(
        """
        Without names, updates all wheels that have sources. Servers only send what has changed. Links \
        that stay keep whether they were seen. If a source can't be read, its links stay, too, and \
        the exit code is 1. Wheels from standard input or pipes can't be read again; they're passed \
        over, and it's only a failure if you name one.
        """))
  }

  @Argument(
    help: .wheels, completion: .source(.wheelNames))
  var names: [String] = []

  @OptionGroup var dryRun: DryRunOption

  func run() async throws {
    let store = try WheelStore.ofUser(dryRun.use)
    var wheels: [WheelSummary] = []
    if names.isEmpty {
      wheels = try await store.all().filter { !$0.isBuiltIn && !$0.sources.isEmpty }
    } else {
      for name in names where !wheels.contains(where: { $0.name == name }) {
        wheels.append(try await store.own(name))
      }
    }
    try ConfigurationFile.useProxy()
    var hasFailed = false
    for wheel in wheels {
      if wheel.sources.allSatisfy({ WheelSource.isOnceOnly($0.location) }) {
        try CommandOutput.print(
          localized(
            """
            \(wheel.name): passed over; it was read from standard input or a pipe, which can't be \
            read again
            """))
        if !names.isEmpty { hasFailed = true }
        continue
      }
      let update = await WheelUpdate(of: wheel, loading: SourceProgress.showing)
      if update.hasFailed { hasFailed = true }
      try await finish(update, of: wheel, in: store)
    }
    if hasFailed { throw CommandFailure(message: nil, exitCode: 1) }
  }

  private func finish(
    _ update: WheelUpdate, of wheel: WheelSummary, in store: WheelStore
  ) async throws {
    for failure in update.failures {
      CommandOutput.report("raylette: " + localized("\(wheel.name): its links stay: \(failure)"))
    }
    SourceProgress.report(update.problems)
    let before = Set(try await store.links(of: wheel.id).map(\.address))
    if !dryRun.isDryRun {
      try await store.update(
        wheel.id, to: update.links, keepsMissing: !update.isComplete, sources: update.sources,
        at: update.date)
    }
    guard let links = update.links else {
      if update.failures.isEmpty { try CommandOutput.print(localized("\(wheel.name): unchanged")) }
      return
    }
    let after = Set(links.map(\.address))
    let removed = update.isComplete ? before.subtracting(after).count : 0
    let added = after.subtracting(before).count
    try CommandOutput.print(
      dryRun.isDryRun
        ? localized(
          "\(wheel.name): \(added, "would be", "would be") added, \(removed.grouped) would be removed"
        )
        : localized("\(wheel.name): \(added.grouped) added, \(removed.grouped) removed"))
  }
}
