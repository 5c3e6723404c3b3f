import ArgumentParser
import Foundation
import LinkStore
import Localization

struct CachePruneCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "prune",
      abstract: localized("Remove the oldest pages, or those that weren't used for longest."))
  }

  @Option(
    name: .customLong("older-than"), parsing: .unconditional,
    help: ArgumentHelp(
      localized("Remove pages fetched, and images last used, more than this many days ago."),
      valueName: "days"),
    transform: OptionNumber("--older-than", 0...100_000, .days).any)
  var days: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      localized(
        "Remove the least recently used pages until the rest is at most this many megabytes."),
      valueName: "megabytes"),
    transform: OptionNumber("--size", 0...100_000, .megabytes).any)
  var size: Double?

  @OptionGroup var dryRun: DryRunOption

  func validate() throws {
    guard (days == nil) != (size == nil) else {
      throw ValidationError(localized("Say what to remove, with either --older-than or --size."))
    }
  }

  func run() async throws {
    let access = CacheAccess(environment: Invocation.current.environment)
    if let days {
      try await access.remove(
        .fetchedBefore(Date() - days * 86_400), isDryRun: dryRun.isDryRun)
    } else {
      try await access.remove(
        .downTo(size: Int((size ?? 0) * 1_000_000)), isDryRun: dryRun.isDryRun)
    }
  }
}

struct CacheClearCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "clear", abstract: localized("Remove all fetched metadata and images."))
  }

  @OptionGroup var dryRun: DryRunOption

  func run() async throws {
    let access = CacheAccess(environment: Invocation.current.environment)
    try await access.remove(.all, isDryRun: dryRun.isDryRun)
  }
}
