import Foundation
package import LinkStore
import Links
import Markup

/// The folder beside the saved links for files that only the exchange uses.
package struct SyncFolder: Sendable {
  private let path: String

  package init(location: StoreLocation) {
    path = location.dataFile.deletingLastPathComponent().appending(path: "sync")
      .path(percentEncoded: false)
  }

  /// The path of our repository for an address.
  /// - Parameter isUnfinished: whether to return the repository that ``finish(_:)`` renames.
  func repository(for address: SyncAddress, isUnfinished: Bool = false) -> String {
    let hash = UInt(bitPattern: SyncHash.value(of: address.location.utf8))
    return "\(path)/\(String(hash, radix: 16)).git\(isUnfinished ? Self.unfinished : "")"
  }

  /// The suffix of repositories whose first exchange hasn't succeeded.
  private static let unfinished = ".new"
  private static let lockName = "lock"

  /// Makes the repository of a target permanent, after its first exchange.
  func finish(_ target: SyncTarget) {
    guard case .git(let address, _) = target else { return }
    let repository = repository(for: address)
    let unfinished = self.repository(for: address, isUnfinished: true)
    // Replaces an older repository, which remembers less. If ours is missing, the next exchange
    // makes one.
    try? FileManager.default.removeItem(atPath: repository)
    rename(unfinished, repository)
  }

  /// Removes repositories whose first exchange failed or was killed. Call it while you hold the
  /// lock.
  package func removeUnfinished() {
    for name in names where name.hasSuffix(Self.unfinished) {
      try? FileManager.default.removeItem(atPath: "\(path)/\(name)")
    }
  }

  /// Removes the folder if it contains only the lock. Call it while you hold the lock, which ends
  /// with it.
  package func removeIfUnused() {
    guard names == [Self.lockName] else { return }
    unlink("\(path)/\(Self.lockName)")
    rmdir(path)
  }

  private var names: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
  }

  /// Whether the folder exists.
  package var isThere: Bool { access(path, F_OK) == 0 }

  /// Keeps other programs from exchanging changes at the same time.
  package struct Lock: Sendable {
    let descriptor: CInt

    /// Unlocks the file before closing it, because a child process that's being started may still have
    /// the file open for a moment, and would keep the lock.
    package func release() {
      flock(descriptor, LOCK_UN)
      close(descriptor)
    }
  }

  /// The longest wait for another program. An exchange over a slow connection may take minutes.
  static let waitingLimit = Duration.seconds(600)

  /// - Parameters:
  ///   - waits: whether to wait for another program.
  ///   - isLong: called once if waiting takes longer than two seconds.
  package func lock(waits: Bool, isLong: () -> Void = {}) async throws(SyncError) -> Lock {
    let pause = Duration.milliseconds(100)
    for attempt in 0..<(waits ? Int(Self.waitingLimit / pause) : 1) {
      if attempt == 20 { isLong() }
      if attempt > 0 {
        do { try await Task.sleep(for: pause) } catch { throw .remote(.cancelled) }
      }
      if let lock = try openedLock() { return lock }
    }
    throw .busy
  }

  /// Returns nil if another program holds the lock.
  private func openedLock() throws(SyncError) -> Lock? {
    let file = "\(path)/\(Self.lockName)"
    // Whoever holds the lock may remove the folder or the file between any two calls.
    for _ in 0..<100 {
      try? FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      let descriptor = open(file, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else {
        if errno == ENOENT { continue }
        throw .remote(.other(remote: path, reason: errnoText(errno)))
      }
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
        close(descriptor)
        return nil
      }
      var (ours, present) = (stat(), stat())
      if fstat(descriptor, &ours) == 0, stat(file, &present) == 0, ours.st_ino == present.st_ino {
        return Lock(descriptor: descriptor)
      }
      close(descriptor)
    }
    throw .busy
  }
}
