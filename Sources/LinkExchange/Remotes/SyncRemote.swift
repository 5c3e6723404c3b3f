import Links

/// A git remote or a folder where devices exchange their logs.
///
/// Each device writes only its own files, so devices never have to agree on a file's content.
/// ``RemoteLayout`` names the files.
package protocol SyncRemote: Sendable {
  /// The path of a folder that's empty while its disk isn't mounted, or nil for a remote without
  /// such a state.
  var mountPoint: String? { get }

  /// Returns the remote's present content. Writes nothing to the remote.
  func refresh() async throws(SyncRemoteError) -> SyncSnapshot

  /// Returns the bytes of a file in the last snapshot. Throws ``SyncRemoteError/changed(_:)`` if
  /// the remote's file has changed since.
  func content(of file: SyncFile) async throws(SyncRemoteError) -> [UInt8]

  /// Changes a device's own files, and begins the remote if nobody has. Returns the remote's
  /// content afterwards, including other devices' changes meanwhile.
  ///
  /// Without changes, it still restores the device's files that the remote has lost.
  func write(
    _ changes: [SyncFileChange], by device: String
  ) async throws(SyncRemoteError) -> SyncSnapshot

  /// Changes the recipients that logs are encrypted for, based on the remote's present list.
  /// Returns the remote's content afterwards.
  func change(
    _ recipients: SyncRecipientsChange, by device: String
  ) async throws(SyncRemoteError) -> SyncSnapshot

  /// Returns this remote, writing encrypted logs for the recipients.
  func encrypted(for recipients: [String]) -> any SyncRemote

  /// Throws if this device can't write for the recipients, or couldn't read its own files
  /// afterwards.
  func checkKeys() async throws(SyncRemoteError)
}

extension SyncRemote {
  var mountPoint: String? { nil }

  package func encrypted(for recipients: [String]) -> any SyncRemote { self }

  func checkKeys() async throws(SyncRemoteError) {}
}

/// The content of a remote at one time.
package struct SyncSnapshot: Equatable, Sendable {
  /// The version of the layout, or nil if nobody has begun the remote. This program can't write a
  /// version later than its own.
  var formatVersion: Int?
  /// The recipients that the remote's format file lists; see ``SyncFormat/recipients``.
  package var recipients: [String] = []
  /// Sorted by device and name.
  var files: [SyncFile] = []
  /// A message for each ignored file.
  var refused: [String] = []
}

/// A device's file in a remote.
package struct SyncFile: Hashable, Sendable {
  var device: String
  /// Without its extension.
  var name: String
  /// In bytes.
  var size: Int
  /// Changes whenever the content does. Has no other meaning, and none in another remote.
  var version: String
}

/// A change of a device's own file.
package struct SyncFileChange: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    /// Appends lines to a file of this size, or creates the file if the size is 0. Throws
    /// ``SyncRemoteError/changed(_:)`` if the file has another size. Ends a torn last line first.
    case append([UInt8], toSize: Int)
    /// Replaces or creates the file.
    case replace([UInt8])
    /// Removes the file, if it exists.
    case remove
  }

  /// Without its extension.
  var name: String
  var kind: Kind
}

extension SyncFileChange.Kind {
  /// The number of bytes to write.
  var size: Int {
    switch self {
    case .append(let bytes, _), .replace(let bytes): bytes.count
    case .remove: 0
    }
  }

  /// Returns the file's new content, or nil if the file is removed.
  /// - Parameter content: the present content, or nil if the file doesn't exist.
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
    guard result.count <= RemoteLayout.sizeLimit else { throw .fileTooLarge(name) }
    return result
  }

  /// The bytes that end a torn line: a line feed, or nothing if the line is whole.
  static func lineEnd(after last: UInt8?) -> [UInt8] {
    let lineFeed = UInt8(ascii: "\n")
    return last.map { $0 == lineFeed ? [] : [lineFeed] } ?? []
  }
}

/// The logs of a remote that are read. Sizes and counts are limited, because a remote can be
/// hostile.
struct SyncFileList {
  private var files: [SyncFile] = []
  private var sizes: [String: Int] = [:]
  private var totalSize = 0

  /// Adds a file, unless it exceeds a limit.
  /// - Returns: the reason why the file is ignored, or nil if it's added.
  mutating func add(_ file: SyncFile) -> String? {
    guard file.size <= RemoteLayout.sizeLimit else { return SyncRefusals.tooLarge }
    guard files.count < RemoteLayout.countLimit else { return SyncRefusals.tooMany }
    let size = sizes[file.device, default: 0] + file.size
    guard size <= RemoteLayout.deviceSizeLimit else { return SyncRefusals.tooMuchOfDevice }
    guard totalSize + file.size <= RemoteLayout.totalSizeLimit else { return SyncRefusals.tooMuch }
    sizes[file.device] = size
    totalSize += file.size
    files.append(file)
    return nil
  }

  /// The files, sorted by device and name.
  var sorted: [SyncFile] { files.sorted { ($0.device, $0.name) < ($1.device, $1.name) } }
}

/// The number of tries, and the pauses between them.
struct SyncRetries: Sendable {
  var limit = 20
  /// Different on each device, because devices with equal pauses would collide again.
  var seed = UInt64.random(in: .min ... .max)
  var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }

  /// Waits before a try, longer each time.
  /// - Parameter attempt: 1 for the second try.
  func wait(beforeAttempt attempt: Int) async throws(SyncRemoteError) {
    do {
      try await sleep(pause(beforeAttempt: attempt))
    } catch {
      throw .cancelled
    }
  }

  func pause(beforeAttempt attempt: Int) -> Duration {
    var generator = SplitMix64(seed: seed &+ UInt64(attempt))
    let longest = min(100 << min(attempt, 6), 5_000)
    return .milliseconds(Int.random(in: longest / 4...longest, using: &generator))
  }
}
