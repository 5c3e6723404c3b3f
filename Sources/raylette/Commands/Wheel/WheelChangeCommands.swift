import ArgumentParser
import LinkStore
import Links
import Localization

struct WheelRenameCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "rename", abstract: localized("Give a wheel another name."))
  }

  @Argument(
    help: .wheel, completion: .source(.wheelNames))
  var name: String

  @Argument(help: ArgumentHelp(localized("Its new name."), valueName: "new name"))
  var newName: String

  @OptionGroup var dryRun: DryRunOption

  func validate() throws { try WheelName.check(newName) }

  func run() async throws {
    let store = try WheelStore.ofUser(dryRun.use)
    let wheel = try await store.own(name)
    if newName != name, try await store.names().contains(newName) {
      throw CommandFailure(
        message: localized("there's already a wheel named \(newName)"), exitCode: 1)
    }
    if !dryRun.isDryRun {
      try await store.rename(wheel.id, to: newName)
    }
    try CommandOutput.print(
      dryRun.isDryRun
        ? localized("\(name): would be renamed to \(newName)")
        : localized("\(name): renamed to \(newName)"))
  }
}

struct WheelRemoveCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "remove", abstract: localized("Remove wheels. Saved links stay."),
      discussion: localized("If one of the wheels isn't there, none is removed."))
  }

  @Argument(
    help: .wheels, completion: .source(.wheelNames))
  var names: [String]

  @OptionGroup var dryRun: DryRunOption

  func run() async throws {
    let store = try WheelStore.ofUser(dryRun.use)
    var wheels: [WheelSummary] = []
    for name in names where !wheels.contains(where: { $0.name == name }) {
      wheels.append(try await store.own(name))
    }
    for wheel in wheels {
      if !dryRun.isDryRun {
        try await store.remove(wheel.id)
      }
      try CommandOutput.print(
        dryRun.isDryRun
          ? localized("\(wheel.name): would be removed") : localized("\(wheel.name): removed"))
    }
  }
}
