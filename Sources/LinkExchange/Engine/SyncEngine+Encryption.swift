import LinkStore
package import Links
import Localization
import Markup

extension SyncEngine {
  /// Finds out whom logs are encrypted for at the remote, whose list holds for all machines. Writes
  /// the list where it's missing: in a new remote, and in an encrypted one that has lost it.
  ///
  /// Throws if this machine would write logs that the other machines' settings forbid.
  /// - Parameter snapshot: the remote's content; updated if the list is written.
  /// - Returns: an engine that encrypts for the recipients.
  func agree(
    on snapshot: inout SyncSnapshot, knowing state: SyncStore.State
  ) async throws(SyncError) -> SyncEngine {
    let wanted = settings.keys?.recipients ?? []
    let isEncrypted = Self.isEncrypted(snapshot, knowing: state)
    let isNew = snapshot.formatVersion == nil && snapshot.files.isEmpty
    guard isEncrypted || !wanted.isEmpty else { return self }
    guard isEncrypted || isNew else { throw .remote(.notEncrypted) }
    guard settings.keys != nil else { throw .remote(.identityMissing) }
    var list = snapshot.recipients
    if list.isEmpty {
      let missing = state.recipients.isEmpty ? wanted : state.recipients
      guard !missing.isEmpty else { throw .remote(.noRecipients) }
      snapshot = try await SyncError.mapping { () throws(SyncRemoteError) in
        try await remote.encrypted(for: missing).checkKeys()
        return try await remote.change(
          isEncrypted ? .adopt(missing) : .begin(missing), by: state.device)
      }
      list = snapshot.recipients
    }
    if let wrong = list.first(where: { !SyncRecipient.isValid($0) }) {
      throw .remote(.wrongRecipient(wrong))
    }
    return encrypting(for: list)
  }

  /// Whether the remote's logs are encrypted. Its format file alone can't tell, because that may be
  /// late or lost.
  private static func isEncrypted(_ snapshot: SyncSnapshot, knowing state: SyncStore.State) -> Bool
  {
    !snapshot.recipients.isEmpty || !state.recipients.isEmpty
      || snapshot.files.contains { RemoteLayout.isEncrypted($0.name) }
  }

  private func encrypting(for recipients: [String]) -> SyncEngine {
    var engine = self
    engine.recipients = recipients
    engine.remote = remote.encrypted(for: recipients)
    return engine
  }

  /// Describes how the recipients changed; nil if the user knows already.
  func news(of state: SyncStore.State, isFirst: Bool) -> String? {
    guard !isFirst else { return nil }
    let added = recipients.filter { !state.recipients.contains($0) }
    let removed = state.recipients.filter { !recipients.contains($0) }
    if state.recipients.isEmpty {
      return localized("the logs are encrypted for \(added.list) from now on")
    }
    switch (added.isEmpty, removed.isEmpty) {
    case (true, true): return nil
    case (false, true):
      return localized(
        "the recipients have changed: \(added.list) can read what's written from now on")
    case (true, false):
      return localized("the recipients have changed: \(removed.list) can't any more")
    case (false, false):
      return localized(
        """
        the recipients have changed: \(added.list) can read what's written from now on, and \
        \(removed.list) can't any more
        """)
    }
  }

  /// Changes the recipients, then exchanges changes, so that the recipients can read everything
  /// this machine has written. Other machines write their logs again at their next exchange.
  package func change(_ change: SyncRecipientsChange) async throws(SyncError) -> Report {
    guard
      let state = try await SyncError.mapping({ () throws(StoreError) in try await store.state() })
    else { throw .notBegun }
    let report = try await withRetries { () throws(SyncError) in
      var snapshot = try await refresh()
      guard settings.keys != nil else { throw .remote(.identityMissing) }
      if snapshot.recipients.isEmpty, Self.isEncrypted(snapshot, knowing: state) {
        _ = try await agree(on: &snapshot, knowing: state)
      }
      let present = snapshot.recipients.filter(SyncRecipient.isValid)
      var format = SyncFormat.plain
      format.recipients = snapshot.recipients
      try await SyncError.mapping { () throws(SyncRemoteError) in
        // Only a machine that can read the logs may change the list.
        if !present.isEmpty { try await remote.encrypted(for: present).checkKeys() }
        let recipients = try change.applied(to: format).recipients
        do throws(SyncRemoteError) {
          // An entry that isn't a key can be removed while the list has another entry.
          try await remote.encrypted(for: recipients.filter(SyncRecipient.isValid)).checkKeys()
        } catch .notARecipient where change.isRemoval {
          throw .ownRecipient
        }
        _ = try await remote.change(change, by: state.device)
      }
      // Some devices may never write again, and the new recipient couldn't read their logs.
      if case .add = change, snapshot.files.contains(where: { $0.device != state.device }) {
        try await SyncError.mapping { () throws(StoreError) in try await store.resendOthers() }
      }
      return try await run()
    }
    // This machine's user made the change, so it's no news.
    try await SyncError.mapping { () throws(StoreError) in try await store.forgetNews() }
    return report
  }
}

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
