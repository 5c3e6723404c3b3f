import LinkSync

/// A place some of whose logs are encrypted, each file by itself. Their names end in `.age`.
///
/// A log that's encrypted can't grow, so each exchange writes a file of its own.
struct EncryptedPlace: SyncPlace {
  let place: any SyncPlace
  /// Nil if the user has named no keys. Encrypted logs of others can't be read then.
  let age: AgeProgram?

  var mountPoint: String? { place.mountPoint }

  func refresh() async throws(SyncPlaceError) -> SyncSnapshot { try await place.refresh() }

  func content(of file: SyncFile) async throws(SyncPlaceError) -> [UInt8] {
    let bytes = try await place.content(of: file)
    guard SyncLayout.isEncrypted(file.name) else { return bytes }
    guard let age else {
      throw .locked(reason: "name your keys in the settings, as sync: {identity: …}")
    }
    return try await age.decrypt(bytes)
  }

  func write(
    _ changes: [SyncFileChange], by device: String
  ) async throws(SyncPlaceError) -> SyncSnapshot {
    var encrypted: [SyncFileChange] = []
    for change in changes {
      var change = change
      if SyncLayout.isEncrypted(change.name),
        let bytes = try change.kind.applied(to: nil, of: change.name)
      {
        change.kind = .replace(try await encrypt(bytes))
      }
      encrypted.append(change)
    }
    return try await place.write(encrypted, by: device)
  }

  private func encrypt(_ bytes: [UInt8]) async throws(SyncPlaceError) -> [UInt8] {
    guard let age else { throw .locked(reason: "there are no keys") }
    let encrypted = try await age.encrypt(bytes)
    // Without our own key among the recipients, a restored device could never read it again.
    guard try await age.decrypt(encrypted) == bytes else {
      throw .locked(reason: "what age wrote can't be read again")
    }
    return encrypted
  }
}
