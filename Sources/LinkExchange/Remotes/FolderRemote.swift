import Foundation

/// A folder that another program synchronises, such as Syncthing, Nextcloud or Dropbox, or one on a
/// portable disk.
struct FolderRemote: SyncRemote {
  /// The path that the user named. It may be a symbolic link, but nothing in the folder may be one.
  let path: String

  var mountPoint: String? { path }

  @concurrent
  func refresh() async throws(SyncRemoteError) -> SyncSnapshot {
    try naming { try snapshot(try OpenFolder(path: path)) }
  }

  @concurrent
  func content(of file: SyncFile) async throws(SyncRemoteError) -> [UInt8] {
    try check(device: file.device, names: [file.name])
    return try naming {
      guard let bytes = try bytes(of: file, in: try OpenFolder(path: path)) else {
        throw SyncRemoteError.changed(file.name)
      }
      return bytes
    }
  }

  /// Returns nil if the file has changed.
  private func bytes(of file: SyncFile, in root: OpenFolder) throws -> [UInt8]? {
    do {
      let folder = try root.folder(RemoteLayout.devicesName).folder(file.device)
      let name = try FolderListing.fileName(of: file.name, in: folder)
      return try folder.content(of: name, size: file.size, version: file.version)
    } catch  where error.isAbsence {
      return nil
    }
  }

  @concurrent
  func write(
    _ changes: [SyncFileChange], by device: String
  ) async throws(SyncRemoteError) -> SyncSnapshot {
    try check(device: device, names: changes.map(\.name))
    return try naming {
      let root = try OpenFolder(path: path)
      let lock = root.lock()
      defer { lock.release() }
      if let format = try writableFormat(root) {
        try format.check(changes)
      } else {
        // A device that encrypts writes the recipients first.
        if changes.contains(where: { RemoteLayout.isEncrypted($0.name) }) {
          throw SyncRemoteError.changed(RemoteLayout.formatName)
        }
        try root.replace(RemoteLayout.formatName, with: SyncFormat.plain.bytes, by: device)
      }
      guard !changes.isEmpty else { return try snapshot(root) }
      let folder = try root.createdFolder(RemoteLayout.devicesName).createdFolder(device)
      for change in changes { try apply(change, by: device, in: folder) }
      return try snapshot(root)
    }
  }

  @concurrent
  func change(
    _ recipients: SyncRecipientsChange, by device: String
  ) async throws(SyncRemoteError) -> SyncSnapshot {
    try check(device: device, names: [])
    return try naming {
      let root = try OpenFolder(path: path)
      let lock = root.lock()
      defer { lock.release() }
      let before = try writableFormat(root)
      let after = try recipients.applied(to: before)
      if after != before {
        try root.replace(RemoteLayout.formatName, with: after.bytes, by: device)
      }
      return try snapshot(root)
    }
  }

  /// Returns the remote's format, or nil if nobody has begun the remote. Throws if this version of
  /// the program can't write the format.
  private func writableFormat(_ root: OpenFolder) throws -> SyncFormat? {
    let before = try snapshot(root)
    guard let version = before.formatVersion else { return nil }
    guard version <= RemoteLayout.version else {
      throw SyncRemoteError.newerFormat(remote: path, version: version)
    }
    var format = SyncFormat.plain
    format.recipients = before.recipients
    return format
  }

  private func check(device: String, names: [String]) throws(SyncRemoteError) {
    guard RemoteLayout.isDevice(device) else { throw .invalidName(device) }
    for name in names where !RemoteLayout.isName(name) { throw .invalidName(name) }
  }

  // MARK: - Listing

  private func snapshot(_ root: OpenFolder) throws -> SyncSnapshot {
    let format = try format(root)
    if format == nil {
      // The format file is missing or empty.
      let names = try root.names(limit: RemoteLayout.countLimit)
        .filter { $0 != RemoteLayout.formatName }
      guard RemoteLayout.canBegin(amid: names) else { throw SyncRemoteError.notOurs(remote: path) }
    }
    var listing = FolderListing()
    try listing.add(root)
    return SyncSnapshot(
      formatVersion: format?.version, recipients: format?.recipients ?? [], files: listing.files,
      refused: listing.refusals.all)
  }

  /// Returns nil if the format file is missing, or empty, as some programs make it before they copy
  /// the content.
  private func format(_ root: OpenFolder) throws -> SyncFormat? {
    do {
      let limit = RemoteLayout.formatSizeLimit + 1
      guard let bytes = try root.start(of: RemoteLayout.formatName, limit: limit), !bytes.isEmpty
      else { return nil }
      if let format = SyncFormat(bytes) { return format }
    } catch  where error.isAbsence {
      // The format's name belongs to something other than a file.
    }
    throw SyncRemoteError.notOurs(remote: path)
  }

  // MARK: - Changes

  private func apply(
    _ change: SyncFileChange, by device: String, in folder: OpenFolder
  ) throws {
    let file = try FolderListing.fileName(of: change.name, in: folder)
    switch change.kind {
    case .remove: try folder.remove(file)
    case .replace:
      if let bytes = try change.kind.applied(to: nil, of: change.name) {
        try folder.replace(file, with: bytes, by: device)
      }
    case .append(let bytes, let size):
      guard size + bytes.count < RemoteLayout.sizeLimit else {
        throw SyncRemoteError.fileTooLarge(change.name)
      }
      guard try append(bytes, to: file, size, in: folder) else {
        throw SyncRemoteError.changed(change.name)
      }
    }
  }

  /// Returns false if the file has another size, or doesn't exist.
  private func append(
    _ bytes: [UInt8], to file: String, _ size: Int, in folder: OpenFolder
  ) throws -> Bool {
    do {
      return try folder.append(bytes, to: file, size: size)
    } catch  where error.isAbsence {
      return false
    }
  }

  // MARK: - Errors

  /// Runs a body, and names the folder in its errors.
  private func naming<Value>(_ body: () throws -> Value) throws(SyncRemoteError) -> Value {
    do {
      return try body()
    } catch let error as SyncRemoteError {
      throw error
    } catch let error as SystemError {
      throw remoteError(error)
    } catch {
      throw .other(remote: path, reason: error.localizedDescription)
    }
  }

  private func remoteError(_ error: SystemError) -> SyncRemoteError {
    switch error.code {
    case ENOENT, ENOTDIR, EINVAL: .missing(remote: path)
    case EACCES, EPERM, EROFS: .notAllowed(remote: path)
    case ENOSPC, EDQUOT: .diskFull(remote: path)
    default: .other(remote: path, reason: error.reason.lowercased())
    }
  }
}
