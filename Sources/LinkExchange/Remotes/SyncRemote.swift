/// Where devices exchange their logs: a git remote or a folder.
///
/// Each device writes only its own files, so devices never have to agree on a file's content.
/// ``SyncLayout`` says what the files are called.
package protocol SyncRemote: Sendable {
  /// The name of a folder that's empty while its disk isn't mounted, or nil for a remote that's
  /// either there or not.
  var mountPoint: String? { get }

  /// Returns what's there now. Creates nothing there.
  func refresh() async throws(SyncRemoteError) -> SyncSnapshot

  /// Returns the bytes of a file of the last snapshot. Throws ``SyncRemoteError/changed(_:)`` if the
  /// remote has other bytes by now.
  func content(of file: SyncFile) async throws(SyncRemoteError) -> [UInt8]

  /// Changes a device's own files, and begins the remote if nobody has. Returns what's there
  /// afterwards, including what other devices have brought meanwhile.
  ///
  /// Without changes, it still puts back the device's files that the remote has lost.
  func write(
    _ changes: [SyncFileChange], by device: String
  ) async throws(SyncRemoteError) -> SyncSnapshot

  /// Changes whom logs are encrypted for, on top of what others have changed meanwhile. Returns
  /// what's there afterwards.
  func change(
    _ recipients: SyncRecipientsChange, by device: String
  ) async throws(SyncRemoteError) -> SyncSnapshot

  /// Returns the same remote as one where encrypted logs are written for these recipients.
  func encrypted(for recipients: [String]) -> any SyncRemote

  /// Throws if this device can't write for the recipients, or couldn't read what it wrote.
  func checkKeys() async throws(SyncRemoteError)
}

extension SyncRemote {
  var mountPoint: String? { nil }

  package func encrypted(for recipients: [String]) -> any SyncRemote { self }

  func checkKeys() async throws(SyncRemoteError) {}
}

/// What a remote contains.
package struct SyncSnapshot: Equatable, Sendable {
  /// The version of the layout, or nil if nobody has begun the remote. Later ones than we know can't
  /// be written.
  var formatVersion: Int?
  /// Whom logs are encrypted for, as the remote says; see ``SyncFormat/recipients``.
  package var recipients: [String] = []
  /// Sorted by device and name.
  var files: [SyncFile] = []
  /// A sentence for each thing among the files that's ignored.
  var refused: [String] = []
}

/// A device's file in a remote.
package struct SyncFile: Hashable, Sendable {
  var device: String
  /// Without its extension.
  var name: String
  /// In bytes.
  var size: Int
  /// Changes whenever the content does. Means nothing else, and nothing in another remote.
  var version: String
}

/// A change of a device's own file.
package struct SyncFileChange: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    /// Adds lines to a file of this size, or creates the file if the size is 0. Throws
    /// ``SyncRemoteError/changed(_:)`` if the file has another size. If its last line was torn, the
    /// line is ended first.
    case append([UInt8], toSize: Int)
    /// Replaces or creates a file.
    case replace([UInt8])
    /// Removes a file, if it's there.
    case remove
  }

  /// Without its extension.
  var name: String
  var kind: Kind
}

extension SyncFileChange.Kind {
  /// The bytes that it writes.
  var size: Int {
    switch self {
    case .append(let bytes, _), .replace(let bytes): bytes.count
    case .remove: 0
    }
  }

  /// Returns the new content of a file, or nil for none.
  /// - Parameter content: The present content, or nil if there's no file.
  func applied(to content: [UInt8]?, of name: String) throws(SyncRemoteError) -> [UInt8]? {
    var result: [UInt8]
    switch self {
    case .remove: return nil
    case .replace(let bytes): result = bytes
    case .append(let bytes, let size):
      result = content ?? []
      guard result.count == size else { throw .changed(name) }
      result += Self.lineEnd(after: result.last) + bytes
    }
    guard result.count <= SyncLayout.sizeLimit else { throw .fileTooLarge(name) }
    return result
  }

  /// What ends a torn line.
  static func lineEnd(after last: UInt8?) -> [UInt8] {
    let lineFeed = UInt8(ascii: "\n")
    return last.map { $0 == lineFeed ? [] : [lineFeed] } ?? []
  }
}
