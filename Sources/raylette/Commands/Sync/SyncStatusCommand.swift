import ArgumentParser
import Foundation
import LinkExchange
import LinkStore
import Links
import Localization
import Markup

struct SyncStatusCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "status",
      abstract: localized("Show where links are exchanged, and what is waiting."))
  }

  @Flag(help: ArgumentHelp(localized("Print a JSON object.")))
  var json = false

  func run() async throws {
    let access = try SyncAccess()
    let target = try await access.target()
    guard let state = try await access.store.state() else { return }
    let devices = try await access.devices()
    let skipped = devices.reduce(0) { $0 + $1.skippedCount }
    if json {
      return try CommandOutput.printJSON(
        [
          "device": state.device, "devices": devices.map(\.json), "failedAt": state.failedAt,
          "failure": state.failure, "place": target.displayName, "recipients": state.recipients,
          "skippedLines": skipped, "syncedAt": state.syncedAt, "waiting": state.waitingCount,
        ])
    }
    try await CommandOutput.inResultLanguage {
      var rows = [
        (localized("place"), target.displayName), (localized("this device"), state.device),
        (localized("last exchange"), last(state)),
        (
          localized("waiting"),
          state.waitingCount == 0
            ? localized("nothing", context: "waiting")
            : localized("\(state.waitingCount, "change")")
        ),
        (localized("other devices"), (devices.count { $0.name != state.device }).grouped),
      ]
      if skipped > 0 { rows.append((localized("unread lines"), skipped.grouped)) }
      for recipient in state.recipients { rows.append((localized("recipient"), recipient)) }
      for (name, value) in rows { try CommandOutput.print(columns: [name, value]) }
    }
    try await access.reportNews()
  }

  /// The result of the last exchange. A failure hides earlier successes.
  private func last(_ state: SyncStore.State) -> String {
    func text(_ date: Date) -> String { RelativeTime.text(from: date, to: Date()) }
    guard let failure = state.failure else {
      return state.syncedAt.map(text) ?? localized("never", context: "exchange")
    }
    return state.failedAt.map { localized("failed \(text($0)): \(failure)") }
      ?? localized("failed: \(failure)")
  }
}

struct SyncDevicesCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "devices",
      abstract: localized("List the machines whose changes are known here."),
      discussion: localized("Prints one device per line, with the time of its last change."))
  }

  @Flag(help: .jsonLines)
  var json = false

  func run() async throws {
    let access = try SyncAccess()
    _ = try await access.target()
    let own = try await access.store.state()?.device
    for device in try await access.devices() {
      if json {
        try CommandOutput.printJSON(device.json)
      } else {
        let time = device.lastChange?.formatted(.iso8601) ?? ""
        try CommandOutput.print(
          columns: [device.name, time, device.name == own ? localized("this device") : ""],
          lineEnd: "\n")
      }
    }
  }
}

extension SyncAccess.Device {
  fileprivate var json: JSONObject {
    ["device": name, "lastChange": lastChange, "skippedLines": skippedCount]
  }
}
