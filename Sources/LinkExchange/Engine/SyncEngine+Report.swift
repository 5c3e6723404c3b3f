package import LinkSync
import Localization
import Markup

extension SyncEngine {
  /// The outcome of an exchange.
  package struct Report: Equatable, Sendable {
    /// The number of links that other devices changed.
    package var changedCount = 0
    /// The number of facts of each kind that other devices changed.
    package var changedFacts: [SyncFact.Kind: Int] = [:]
    /// The number of our changes that other devices can fetch now.
    package var sentCount = 0
    /// The number of unreadable lines in all logs.
    package var skippedCount = 0
    /// A sentence for each ignored file of the remote.
    package var refused: [String] = []
    /// Reasons why logs can't be decrypted, by device.
    var locked: [String: String] = [:]
    /// The devices with changes dated in the future.
    var ahead: Set<String> = []
    /// The devices with logs encrypted for other keys.
    var unreadable: Set<String> = []
    /// The new name of this device, if another device had its name, or if part of its log is lost.
    var newName: String?
    /// Whether a lost log is the reason for the new name.
    var isOwnLogLost = false

    /// One line on the logs that can't be decrypted; nil without any.
    package var lockedSentence: String? {
      guard let (device, reason) = locked.min(by: { $0.key < $1.key }) else { return nil }
      let more = locked.count - 1
      return more == 0
        ? localized("the encrypted logs of \(device) can't be read: \(reason)")
        : localized(
          "the encrypted logs of \(device) and \(more, "more", "more") can't be read: \(reason)")
    }

    /// One line on the logs encrypted for other keys; nil without any. They aren't a failure:
    /// they're older than the last change of the recipients, and the device that made the change
    /// sends their content again.
    package var unreadableSentence: String? {
      guard let device = unreadable.min() else { return nil }
      let more = unreadable.count - 1
      return more == 0
        ? localized(
          """
          some logs of \(device) were written before this machine's key was added; they can be read \
          once that has synced
          """)
        : localized(
          """
          some logs of \(device) and \(more, "more", "more") were written before this machine's key \
          was added; they can be read once that has synced
          """)
    }

    /// One line on why this device has a new name; nil if its name stays.
    package var renamingSentence: String? {
      newName.map { name in
        isOwnLogLost
          ? localized(
            "what this machine had written there was damaged or missing, so it was sent again; its name is \(name) from now on"
          )
          : localized(
            "another machine writes under this one's name; it's \(name) from now on")
      }
    }

    /// One line on the devices whose changes wait for their date; nil without any.
    package var aheadSentence: String? {
      guard let device = ahead.min() else { return nil }
      let more = ahead.count - 1
      return more == 0
        ? localized(
          """
          changes of \(device) wait, because they have dates that are yet to come; \
          check the date here and there
          """)
        : localized(
          """
          changes of \(device) and \(more, "more", "more") wait, because they have dates that are \
          yet to come; check the date here and there
          """)
    }

    /// Whether other devices changed anything here.
    package var hasChanges: Bool { changedCount > 0 || !changedFacts.isEmpty }
  }
}
