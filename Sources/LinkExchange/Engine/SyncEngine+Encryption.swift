import Localization
import Links
import LinkStore
import LinkSync

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
