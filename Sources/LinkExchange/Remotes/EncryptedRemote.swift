import Links
import Localization

/// A remote with encrypted logs, whose names end in `.age`, or one whose logs are to be encrypted.
/// Each file is encrypted by itself.
///
/// An encrypted file can't grow, so each exchange writes a new one.
struct EncryptedRemote: SyncRemote {
  let remote: any SyncRemote
  /// Nil if age isn't installed, or if the user has named no keys.
  let age: AgeProgram?
  /// The reason why ``age`` is nil.
  var failure = SyncRemoteError.identityMissing
  private(set) var recipients: [String] = []

  init(
    remote: any SyncRemote, age: AgeProgram?, failure: SyncRemoteError = .identityMissing
  ) {
    (self.remote, self.age, self.failure) = (remote, age, failure)
  }

  var mountPoint: String? { remote.mountPoint }

  func refresh() async throws(SyncRemoteError) -> SyncSnapshot { try await remote.refresh() }

  func content(of file: SyncFile) async throws(SyncRemoteError) -> [UInt8] {
    let bytes = try await remote.content(of: file)
    // An empty file isn't encrypted, so that everybody can read it.
    guard RemoteLayout.isEncrypted(file.name), !bytes.isEmpty else { return bytes }
    guard let age else { throw failure }
    return try await age.decrypt(bytes)
  }

  func encrypted(for recipients: [String]) -> any SyncRemote {
    var remote = self
    remote.recipients = recipients
    return remote
  }

  func checkKeys() async throws(SyncRemoteError) {
    _ = try await encrypt(Array("raylette".utf8))
  }

  func change(
    _ recipients: SyncRecipientsChange, by device: String
  ) async throws(SyncRemoteError) -> SyncSnapshot {
    try await remote.change(recipients, by: device)
  }

  func write(
    _ changes: [SyncFileChange], by device: String
  ) async throws(SyncRemoteError) -> SyncSnapshot {
    var encrypted: [SyncFileChange] = []
    for change in changes {
      var change = change
      if RemoteLayout.isEncrypted(change.name),
        let bytes = try change.kind.applied(to: nil, of: change.name), !bytes.isEmpty
      {
        change.kind = .replace(try await encrypt(bytes))
      }
      encrypted.append(change)
    }
    return try await remote.write(encrypted, by: device)
  }

  private func encrypt(_ bytes: [UInt8]) async throws(SyncRemoteError) -> [UInt8] {
    guard let age else { throw failure }
    for recipient in recipients where !SyncRecipient.isValid(recipient) {
      throw .wrongRecipient(recipient)
    }
    let encrypted = try await age.encrypt(bytes, for: recipients)
    // Without our own key among the recipients, a restored device could never read it again.
    do throws(SyncRemoteError) {
      guard try await age.decrypt(encrypted) == bytes else {
        throw .locked(reason: LocalizedText("what age wrote can't be read again").english)
      }
    } catch {
      throw error.isWrongKey ? .notARecipient : error
    }
    return encrypted
  }
}
