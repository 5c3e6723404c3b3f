import Markup

extension SyncEngine {
  /// What an exchange did.
  package struct Report: Equatable, Sendable {
    /// How many links other devices have changed.
    package var changedCount = 0
    /// How many marks of wheels they have changed.
    package var changedMarkCount = 0
    /// How many changes the others can have now.
    package var sentCount = 0
    /// Lines that couldn't be read, in all logs.
    package var skippedCount = 0
    /// What was ignored at the remote.
    package var refused: [String] = []
    /// Why the logs of a device can't be decrypted.
    package var locked: [String: String] = [:]
    /// The devices that have said something at a time that hasn't come.
    var ahead: Set<String> = []
    /// The devices with logs that are encrypted for other keys.
    package var unreadable: Set<String> = []
    /// The new name of this device, because another one had its name, or what it wrote is lost.
    package var newName: String?
    /// Whether the new name is because of a loss.
    var isOwnLogLost = false

    /// Says which logs can't be read, in one line; nil if all can.
    package var lockedSentence: String? {
      guard let (device, reason) = locked.min(by: { $0.key < $1.key }) else { return nil }
      let others = locked.count == 1 ? "" : " and \((locked.count - 1).grouped) more"
      return "the encrypted logs of \(device)\(others) can't be read: \(reason)"
    }

    /// Says which logs are encrypted for other keys. That isn't a failure: they're from before the
    /// list of recipients has changed, and whoever changes it sends what they say.
    package var unreadableSentence: String? {
      guard let device = unreadable.min() else { return nil }
      let others = unreadable.count == 1 ? "" : " and \((unreadable.count - 1).grouped) more"
      return
        "some logs of \(device)\(others) were written before this machine's key was added; they can be read once that has synced"
    }

    /// Says why this device has a new name; nil if it has the old one.
    package var renamingSentence: String? {
      newName.map { name in
        isOwnLogLost
          ? "what this machine had written there was damaged or missing, so it was sent again; its name is \(name) from now on"
          : "another machine writes under this one's name; it's \(name) from now on"
      }
    }

    /// Says whose changes wait, in one line; nil if none do.
    package var aheadSentence: String? {
      guard let device = ahead.min() else { return nil }
      let others = ahead.count == 1 ? "" : " and \((ahead.count - 1).grouped) more"
      return "changes of \(device)\(others) wait, because they have dates that are yet to come; "
        + "check the date here and there"
    }

    /// Whether anything is different here now.
    package var hasChanges: Bool { changedCount + changedMarkCount > 0 }
  }
}
