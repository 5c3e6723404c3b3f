import ArgumentParser
import Foundation
import LinkExchange
import LinkStore
import Links
import Localization

/// `raylette sync`: keeps the saved links the same on several machines.
struct SyncCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "sync", abstract: localized("Keep saved links the same on several machines."),
      discussion: localized(
        """
        Each machine writes its changes to a log of its own, in a git repository or in a folder that \
        another program synchronises, and reads the logs of the others. So there are no conflicts: \
        of each field of a link, the latest change counts.

          raylette sync init git@example.org:me/links.git
          raylette sync init --folder ~/Sync/links
          raylette sync
        """),
      subcommands: [
        SyncNowCommand.self, SyncInitCommand.self, SyncInviteCommand.self, SyncStatusCommand.self,
        SyncDevicesCommand.self, SyncRecipientsCommand.self, SyncRepairCommand.self,
        SyncLeaveCommand.self,
      ],
      defaultSubcommand: SyncNowCommand.self)
  }
}

struct SyncNowCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "now", abstract: localized("Exchange changes once."))
  }

  func run() async throws {
    let access = try SyncAccess()
    let target = try await access.target()
    try SyncReport.print(try await access.exchange(at: target))
    try await access.reportNews()
  }
}

struct SyncLeaveCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "leave",
      abstract: localized("Stop the exchange. All links stay, here and there."))
  }

  func run() async throws {
    let access = try SyncAccess()
    let target = try await access.target()
    try await access.withLock { () throws(SyncError) in
      try await SyncError.mapping { () throws(StoreError) in try await access.store.leave() }
    }
    try CommandOutput.print(localized("left \(target.displayName); all links stay"))
  }
}
