import Foundation

/// Mends what a crash, a power cut or a full disk left in our repository.
///
/// Whoever uses the repository holds the lock of ``SyncFolder``. So a lock file of git that stays is
/// nobody's, and a repository that's damaged can be made anew from the remote.
extension GitRemote {
  /// How often git finds a lock before it counts as left. A git may outlive the program that
  /// started it for a moment.
  static let lockTries = 3
  /// How often a command is tried, with what's mended in between.
  static let mendTries = 3

  /// Runs a body on our repository, mends the repository if that's why the body fails, and names
  /// the remote in errors.
  func mending<Value>(
    _ body: (GitProgram) async throws(GitRemoteFailure) -> Value
  ) async throws(SyncRemoteError) -> Value {
    do throws(GitRemoteFailure) {
      for _ in 1..<Self.mendTries {
        do throws(GitRemoteFailure) {
          return try await body(try await prepared())
        } catch {
          guard try await mend(after: error) else { throw error }
        }
      }
      return try await body(try await prepared())
    } catch {
      switch error {
      case .remote(let error): throw error
      case .git(let failure): throw failure.remoteError(at: address)
      }
    }
  }

  /// Runs a command that changes our references, and tries again if they're locked.
  func withLockRetries<Value>(
    _ body: () async throws(GitFailure) -> Value
  ) async throws(GitRemoteFailure) -> Value {
    var attempt = 1
    while true {
      do throws(GitFailure) {
        return try await body()
      } catch {
        guard error.isLocked, attempt < Self.lockTries else { throw .git(error) }
      }
      try await wait(beforeAttempt: attempt)
      attempt += 1
    }
  }

  /// - Returns: whether something was mended, so that another try may succeed.
  func mend(after failure: GitRemoteFailure) async throws(GitRemoteFailure) -> Bool {
    guard case .git(let failure) = failure else { return false }
    if failure.lockPath != nil { return removeLocks() }
    guard failure.mayBeDamage(of: directory, at: address) else { return false }
    guard await !isSound(try await program()) else { return false }
    do {
      try FileManager.default.removeItem(atPath: directory)
    } catch {
      throw .remote(.other(remote: directory, reason: error.localizedDescription))
    }
    try await fetch(try await prepared())
    return true
  }

  /// Whether our repository can be read and is whole.
  func isSound(_ git: GitProgram) async -> Bool {
    do throws(GitFailure) {
      _ = try await git.run(
        ["fsck", "--no-progress", "--no-dangling", "--no-reflogs"], limit: 16 << 20)
      return true
    } catch {
      return error.cause != .exit
    }
  }

  /// - Returns: whether there were any.
  private func removeLocks() -> Bool {
    var count = 0
    let names = FileManager.default.enumerator(atPath: directory)
    while let name = names?.nextObject() as? String {
      if name.hasSuffix(".lock"), unlink("\(directory)/\(name)") == 0 { count += 1 }
    }
    return count > 0
  }

  /// Whether a path that git names is in a repository on this machine that we share.
  func isInRemote(_ path: String) -> Bool {
    address.transport == .path && path.hasPrefix(address.location)
  }
}
