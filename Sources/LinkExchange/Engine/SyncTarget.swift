import Foundation
import LinkStore

/// The git repository or folder where the user wants to exchange links.
package enum SyncTarget: Hashable, Sendable {
  case git(SyncAddress, typed: String)
  case folder(path: String)

  /// The target's form in the store.
  var stored: String {
    switch self {
    case .git(let address, let typed):
      "git \(address.transport == .path ? address.location : typed)"
    case .folder(let path): "folder \(path)"
    }
  }

  package init?(stored: String) {
    let parts = stored.split(separator: " ", maxSplits: 1).map(String.init)
    guard parts.count == 2 else { return nil }
    switch parts[0] {
    case "git":
      guard let address = try? SyncAddress(parts[1]) else { return nil }
      self = .git(address, typed: parts[1])
    case "folder": self = .folder(path: parts[1])
    default: return nil
    }
  }

  /// The target's name for people, without a password.
  package var displayName: String {
    switch self {
    case .git(let address, _): address.displayName
    case .folder(let path): path
    }
  }

  /// The folder to watch; nil for a repository.
  package var watchedFolder: String? { if case .folder(let path) = self { path } else { nil } }

  /// Whether an exchange uses the network.
  package var usesNetwork: Bool {
    if case .git(let address, _) = self { address.transport != .path } else { false }
  }

  /// - Parameters:
  ///   - keys: the keys for encrypted logs.
  ///   - isUnfinished: whether the first exchange is still to come.
  package func remote(
    in folder: SyncFolder, keys: AgeProgram.Keys?, isUnfinished: Bool = false
  ) async -> any SyncRemote {
    let remote: any SyncRemote
    switch self {
    case .git(let address, _):
      remote = GitRemote(
        address: address,
        directory: folder.repository(for: address, isUnfinished: isUnfinished))
    case .folder(let path): remote = FolderRemote(path: path)
    }
    guard let keys else { return EncryptedRemote(remote: remote, age: nil) }
    do throws(SyncRemoteError) {
      let age = try await AgeProgram(keys, environment: ProcessInfo.processInfo.environment)
      return EncryptedRemote(remote: remote, age: age)
    } catch {
      // age is needed only if the remote is encrypted.
      return EncryptedRemote(remote: remote, age: nil, failure: error)
    }
  }

  package static func absolute(_ path: String) -> String {
    let path = (path as NSString).expandingTildeInPath
    let whole = path.hasPrefix("/") ? path : "\(FileManager.default.currentDirectoryPath)/\(path)"
    return URL(filePath: whole, directoryHint: .notDirectory).standardizedFileURL
      .path(percentEncoded: false)
  }
}
