import Foundation

/// A folder that another program keeps the same on all devices, such as Syncthing, Nextcloud or
/// Dropbox, or that's on a disk which is carried around.
struct FolderPlace: SyncPlace {
  /// As the user named it. It may be a symbolic link, but what's in it may not.
  let path: String

  var mountPoint: String? { path }

  @concurrent
  func refresh() async throws(SyncPlaceError) -> SyncSnapshot {
    try naming { try snapshot(try OpenFolder(path: path)) }
  }

  @concurrent
  func content(of file: SyncFile) async throws(SyncPlaceError) -> [UInt8] {
    try check(device: file.device, names: [file.name])
    return try naming {
      guard let bytes = try bytes(of: file, in: try OpenFolder(path: path)) else {
        throw SyncPlaceError.changed(file.name)
      }
      return bytes
    }
  }

  /// Returns nil if the file has changed.
  private func bytes(of file: SyncFile, in root: OpenFolder) throws -> [UInt8]? {
    do {
      let folder = try root.folder(SyncLayout.devicesName).folder(file.device)
      let name = try FolderListing.fileName(of: file.name, in: folder)
      return try folder.content(of: name, size: file.size, version: file.version)
    } catch  where error.isAbsence {
      return nil
    }
  }

  @concurrent
  func write(
    _ changes: [SyncFileChange], by device: String
  ) async throws(SyncPlaceError) -> SyncSnapshot {
    try check(device: device, names: changes.map(\.name))
    return try naming {
      let root = try OpenFolder(path: path)
      let before = try snapshot(root)
      if let version = before.formatVersion, version != SyncLayout.version {
        throw SyncPlaceError.newerFormat(place: path, version: version)
      }
      if before.formatVersion == nil {
        try root.replace(SyncLayout.formatName, with: SyncLayout.format, by: device)
      }
      guard !changes.isEmpty else { return try snapshot(root) }
      let folder = try root.createdFolder(SyncLayout.devicesName).createdFolder(device)
      for change in changes { try apply(change, by: device, in: folder) }
      return try snapshot(root)
    }
  }

  private func check(device: String, names: [String]) throws(SyncPlaceError) {
    guard SyncLayout.isDevice(device) else { throw .invalidName(device) }
    for name in names where !SyncLayout.isName(name) { throw .invalidName(name) }
  }

  // MARK: - Listing

  private func snapshot(_ root: OpenFolder) throws -> SyncSnapshot {
    let version = try formatVersion(root)
    if version == nil {
      let names = try root.names(limit: SyncLayout.countLimit)
      guard SyncLayout.canBegin(amid: names) else { throw SyncPlaceError.notOurs(place: path) }
    }
    var listing = FolderListing()
    try listing.add(root)
    return SyncSnapshot(
      formatVersion: version, files: listing.files, refused: listing.refusals.all)
  }

  /// Returns nil if there's no format file, or an empty one, which some programs make before they
  /// bring the content.
  private func formatVersion(_ root: OpenFolder) throws -> Int? {
    do {
      let limit = SyncLayout.formatSizeLimit
      guard let bytes = try root.start(of: SyncLayout.formatName, limit: limit), !bytes.isEmpty
      else { return nil }
      if let version = SyncLayout.version(inFormat: bytes) { return version }
    } catch  where error.isAbsence {
      // It's not a file.
    }
    throw SyncPlaceError.notOurs(place: path)
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
      guard size + bytes.count < SyncLayout.sizeLimit else {
        throw SyncPlaceError.fileTooLarge(change.name)
      }
      guard try append(bytes, to: file, size, in: folder) else {
        throw SyncPlaceError.changed(change.name)
      }
    }
  }

  /// Returns false if the file hasn't that size, or isn't there.
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

  /// Runs a body, and says in its errors which folder it was.
  private func naming<Value>(_ body: () throws -> Value) throws(SyncPlaceError) -> Value {
    do {
      return try body()
    } catch let error as SyncPlaceError {
      throw error
    } catch let error as SystemError {
      throw placeError(error)
    } catch {
      throw .other(place: path, reason: error.localizedDescription)
    }
  }

  private func placeError(_ error: SystemError) -> SyncPlaceError {
    switch error.code {
    case ENOENT, ENOTDIR, EINVAL: .missing(place: path)
    case EACCES, EPERM, EROFS: .notAllowed(place: path)
    case ENOSPC, EDQUOT: .diskFull(place: path)
    default: .other(place: path, reason: error.reason.lowercased())
    }
  }
}
