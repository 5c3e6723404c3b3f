import ArgumentParser
import LinkExchange
import LinkStore
import Localization
import Markup

/// `raylette sync recipients`: shows and changes the keys that can read an encrypted remote.
struct SyncRecipientsCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "recipients", abstract: localized("Choose who can read the logs of a place."),
      discussion: localized(
        """
        Logs can be encrypted with age, for the public keys that the place lists: age1…, ssh-ed25519 \
        … or ssh-rsa …. All machines write for the same list. If it changes, each of them writes what \
        it has at the place again at its next exchange, for the new list. What was written before \
        stays readable to whom it was, because they may have a copy, and because a git repository \
        has it in its history.

        To let a machine join, make its key there, and add the public one here:

          age-keygen -o ~/.config/age/keys.txt
          raylette sync recipients add age1…

        That machine reads with the key that its settings name: sync: {identity: \
        ~/.config/age/keys.txt}. Whoever may write to the place can change the list, so each machine \
        says once if it has changed.
        """),
      subcommands: [
        SyncRecipientListCommand.self, SyncRecipientAddCommand.self,
        SyncRecipientRemoveCommand.self,
      ],
      defaultSubcommand: SyncRecipientListCommand.self)
  }

  /// Throws if a recipient isn't a public key.
  static func check(_ recipients: [String]) throws {
    for recipient in recipients where !SyncRecipient.isValid(recipient) {
      throw ValidationError("\(SyncRemoteError.wrongRecipient(recipient))")
    }
  }

  /// Changes the list at the remote, and prints the result.
  fileprivate static func change(_ change: SyncRecipientsChange) async throws {
    let access = try SyncAccess()
    let target = try await access.target()
    let report = try await access.withLock { () throws(SyncError) in
      try await access.engine(at: target).change(change)
    }
    let count = try await access.store.state()?.recipients.count ?? 0
    try CommandOutput.print(
      localized("\(target.displayName) is encrypted for \(count, "recipient")"))
    try SyncReport.print(report)
  }
}

struct SyncRecipientListCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "list", abstract: localized("List the public keys that logs are encrypted for."),
      discussion: localized("Prints one per line, as the place has them now."))
  }

  @Flag(help: .jsonLines)
  var json = false

  func run() async throws {
    let access = try SyncAccess()
    let target = try await access.target()
    let recipients = try await access.withLock { () throws(SyncError) in
      try await access.engine(at: target).refresh().recipients
    }
    for recipient in recipients {
      let isValid = SyncRecipient.isValid(recipient)
      if json {
        try CommandOutput.printJSON(["isUsable": isValid, "recipient": recipient])
      } else {
        let text = SyncRecipient.displayText(recipient)
        try CommandOutput.print(columns: isValid ? [text] : [text, localized("not a public key")])
      }
    }
    if recipients.isEmpty {
      CommandOutput.report(
        "raylette: "
          + localized(
            "\(target.displayName) isn't encrypted; raylette sync recipients add changes that for all machines"
          )
      )
    }
    try await access.reportNews()
  }
}

struct SyncRecipientAddCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "add", abstract: localized("Let the owners of public keys read the logs."),
      discussion: localized(
        """
        The first one makes the place encrypted, and all machines that sync there need a key then. It \
        has to be this machine's own.
        """))
  }

  @Argument(help: .publicKeys)
  var recipients: [String]

  func validate() throws { try SyncRecipientsCommand.check(recipients) }

  func run() async throws { try await SyncRecipientsCommand.change(.add(recipients)) }
}

struct SyncRecipientRemoveCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "remove",
      abstract: localized("Write for the other public keys only, from now on."),
      discussion: localized(
        """
        What was written before stays readable to whom it was: they may have a copy, and a git \
        repository has it in its history. The key of this machine can be removed on another one.
        """))
  }

  @Argument(help: .publicKeys)
  var recipients: [String]

  func run() async throws { try await SyncRecipientsCommand.change(.remove(recipients)) }
}
