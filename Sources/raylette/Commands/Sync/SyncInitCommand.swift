import ArgumentParser
import LinkExchange
import LinkStore
import Localization
import Markup

struct SyncInitCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "init", abstract: localized("Set up a git repository or a folder, or join one."),
      discussion: localized(
        """
        The repository has to exist, and may be empty. All links of this machine go there, and those \
        that other machines have brought come here. If that fails, nothing is set up.

        With --recipient, the logs of a new place are encrypted with age for these public keys. This \
        machine's own has to be among them, and its secret key in the settings: sync: {identity: \
        ~/.config/age/keys.txt}. In a place that's encrypted, raylette sync recipients add lets a \
        machine join.
        """))
  }

  @OptionGroup var place: PlaceArgument

  @Option(
    name: .customLong("recipient"),
    help: ArgumentHelp(
      localized("A public key that a new place is encrypted for; can be repeated."),
      valueName: "key"))
  var recipients: [String] = []

  func validate() throws {
    try SyncRecipientsCommand.check(recipients)
    guard (place.address == nil) != (place.folder == nil) else { throw PlaceArgument.needsOne }
  }

  func run() async throws {
    let access = try SyncAccess()
    let target = try place.target()
    let outcome = try await access.withLock { () throws(SyncError) in
      let progress = SyncProgress()
      defer { progress.end() }
      var setup = SyncSetup(
        store: access.store, folder: access.folder, target: target, settings: access.settings,
        recipients: recipients)
      setup.onProgress = progress.show
      return try await setup.run()
    }
    let (name, devices, readers) = (
      target.displayName, outcome.deviceCount, outcome.recipientCount
    )
    let message =
      switch (devices == 0, readers == 0) {
      case (true, true): localized("set up \(name)")
      case (true, false): localized("set up \(name), encrypted for \(readers, "recipient")")
      case (false, true): localized("joined \(name) with \(devices, "device")")
      case (false, false):
        localized(
          "joined \(name) with \(devices, "device"), encrypted for \(readers, "recipient")")
      }
    try CommandOutput.print(message)
    try SyncReport.print(outcome.report)
  }
}

/// The git repository or the folder that a command is about.
struct PlaceArgument: ParsableArguments {
  @Argument(help: ArgumentHelp(localized("The address of a git repository."), valueName: "address"))
  var address: String?

  @Option(
    help: ArgumentHelp(localized("A folder that another program synchronises."), valueName: "path"),
    completion: .directory)
  var folder: String?

  static var needsOne: ValidationError {
    ValidationError(localized("Give the address of a git repository, or --folder with a path."))
  }

  var isGiven: Bool { address != nil || folder != nil }

  func target() throws(SyncRemoteError) -> SyncTarget {
    if let folder { return .folder(path: SyncTarget.absolute(folder)) }
    return .git(try SyncAddress(address ?? ""), typed: address ?? "")
  }
}
