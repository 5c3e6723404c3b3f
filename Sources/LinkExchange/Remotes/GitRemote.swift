import Foundation

/// A branch of a git remote.
///
/// All work happens in a bare repository of our own, without a working tree, so nothing that others
/// push ever becomes a file. Each commit goes on top of the remote's present commit, so a rewritten
/// history does no harm.
struct GitRemote: SyncRemote {
  let address: SyncAddress
  /// The path of our repository. Each address needs its own, because the repository remembers the
  /// remote's content.
  let directory: String
  /// The user's environment.
  var environment = ProcessInfo.processInfo.environment
  /// The limit for each command that uses the network.
  var timeLimit = Duration.seconds(60)
  var retries = SyncRetries()

  func refresh() async throws(SyncRemoteError) -> SyncSnapshot {
    try await naming { () throws(GitRemoteFailure) in
      let git = try await prepared()
      try await fetch(git)
      return try await snapshot(git, try await references(git))
    }
  }

  func content(of file: SyncFile) async throws(SyncRemoteError) -> [UInt8] {
    // The version becomes an argument of git, so it has to be an object's id.
    guard file.version.count >= 40, file.version.allSatisfy(\.isHexDigit) else {
      throw .changed(file.name)
    }
    return try await naming { () throws(GitRemoteFailure) in
      let git = try await prepared()
      do throws(GitFailure) {
        return try await git.run(["cat-file", "blob", file.version], limit: file.size)
      } catch  where error.cause == .exit {
        throw .remote(.changed(file.name))
      } catch {
        throw .git(error)
      }
    }
  }

  func write(
    _ changes: [SyncFileChange], by device: String
  ) async throws(SyncRemoteError) -> SyncSnapshot {
    for name in changes.map(\.name) where !SyncLayout.isName(name) { throw .invalidName(name) }
    guard SyncLayout.isDevice(device) else { throw .invalidName(device) }
    return try await naming { () throws(GitRemoteFailure) in
      try await write(changes, by: device, with: try await prepared())
    }
  }

  func change(
    _ recipients: SyncRecipientsChange, by device: String
  ) async throws(SyncRemoteError) -> SyncSnapshot {
    guard SyncLayout.isDevice(device) else { throw .invalidName(device) }
    return try await naming { () throws(GitRemoteFailure) in
      try await write([], recipients: recipients, by: device, with: try await prepared())
    }
  }

  /// Returns git for our repository, which is made if it doesn't exist.
  private func prepared() async throws(GitRemoteFailure) -> GitProgram {
    let git: GitProgram
    do throws(SyncRemoteError) {
      git = try await GitProgram(
        address: address, directory: directory, environment: environment, timeLimit: timeLimit)
    } catch {
      throw .remote(error)
    }
    let isThere = ["HEAD", "config", "objects", "refs"].allSatisfy {
      access("\(directory)/\($0)", F_OK) == 0
    }
    guard !isThere else { return git }
    do {
      try FileManager.default.createDirectory(
        atPath: directory, withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
    } catch {
      throw .remote(.other(remote: directory, reason: error.localizedDescription))
    }
    try await git.with(
      ["init", "--quiet", "--bare", "--template=", "--initial-branch=\(Self.unknownBranch)"])
    return git
  }

  /// Runs a body, and names the remote in its errors.
  private func naming<Value>(
    _ body: () async throws(GitRemoteFailure) -> Value
  ) async throws(SyncRemoteError) -> Value {
    do throws(GitRemoteFailure) {
      return try await body()
    } catch {
      switch error {
      case .remote(let error): throw error
      case .git(let failure): throw failure.remoteError(at: address)
      }
    }
  }
}

/// A failed git command, or another failure of a git remote.
enum GitRemoteFailure: Error {
  case git(GitFailure)
  case remote(SyncRemoteError)
}

extension GitProgram {
  /// Calls ``run(_:input:limit:)`` in functions that also fail for other reasons.
  @discardableResult
  func with(
    _ arguments: [String], input: [UInt8] = [], limit: Int = 1 << 20
  ) async throws(GitRemoteFailure) -> [UInt8] {
    do throws(GitFailure) {
      return try await run(arguments, input: input, limit: limit)
    } catch {
      throw .git(error)
    }
  }

  /// Returns the one line that a command prints, such as an id.
  func line(_ arguments: [String], input: [UInt8] = []) async throws(GitRemoteFailure)
    -> String
  {
    String(decoding: try await with(arguments, input: input), as: UTF8.self)
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
