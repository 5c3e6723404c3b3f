import Foundation

/// A branch of a git remote.
///
/// Everything is done in a bare repository of our own: there's no working tree, so nothing of what
/// others push ever becomes a file. Each commit is made on top of what the remote has at that time,
/// so it doesn't matter if its history is rewritten.
struct GitRemote: SyncRemote {
  let address: SyncAddress
  /// The path of our repository. Each address needs its own, because it remembers what was there.
  let directory: String
  /// That of the user.
  var environment = ProcessInfo.processInfo.environment
  /// For each command that uses the network.
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
    // The version becomes an argument.
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

  /// Returns git with our repository, which is made if it isn't there.
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

  /// Runs a body, and says in its errors which remote it was.
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

/// Why something with a git remote failed.
enum GitRemoteFailure: Error {
  case git(GitFailure)
  case remote(SyncRemoteError)
}

extension GitProgram {
  /// The same as ``run(_:input:limit:)``, within functions that fail for other reasons too.
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

  /// The same, for a command that prints one line, such as an id.
  func line(_ arguments: [String], input: [UInt8] = []) async throws(GitRemoteFailure)
    -> String
  {
    String(decoding: try await with(arguments, input: input), as: UTF8.self)
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
