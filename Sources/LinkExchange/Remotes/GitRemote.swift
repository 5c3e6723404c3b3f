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
    try await mending { git throws(GitRemoteFailure) in
      try await fetch(git)
      return try await snapshot(git, try await references(git))
    }
  }

  func content(of file: SyncFile) async throws(SyncRemoteError) -> [UInt8] {
    // The version becomes an argument of git, so it has to be an object's id.
    guard file.version.count >= 40, file.version.allSatisfy(\.isHexDigit) else {
      throw .changed(file.name)
    }
    return try await mending { git throws(GitRemoteFailure) in
      let failure: GitFailure
      do throws(GitFailure) {
        return try await git.run(["cat-file", "blob", file.version], limit: file.size)
      } catch {
        failure = error
      }
      guard failure.cause == .exit, await isSound(git) else { throw .git(failure) }
      throw .remote(.changed(file.name))
    }
  }

  func write(
    _ changes: [SyncFileChange], by device: String
  ) async throws(SyncRemoteError) -> SyncSnapshot {
    for name in changes.map(\.name) where !RemoteLayout.isName(name) { throw .invalidName(name) }
    guard RemoteLayout.isDevice(device) else { throw .invalidName(device) }
    return try await mending { git throws(GitRemoteFailure) in
      try await write(changes, by: device, with: git)
    }
  }

  func change(
    _ recipients: SyncRecipientsChange, by device: String
  ) async throws(SyncRemoteError) -> SyncSnapshot {
    guard RemoteLayout.isDevice(device) else { throw .invalidName(device) }
    return try await mending { git throws(GitRemoteFailure) in
      try await write([], recipients: recipients, by: device, with: git)
    }
  }

  /// Returns git for our repository, which may not exist.
  func program() async throws(GitRemoteFailure) -> GitProgram {
    do throws(SyncRemoteError) {
      return try await GitProgram(
        address: address, directory: directory, environment: environment, timeLimit: timeLimit)
    } catch {
      throw .remote(error)
    }
  }

  /// Returns git for our repository, which is made if it doesn't exist.
  func prepared() async throws(GitRemoteFailure) -> GitProgram {
    let git = try await program()
    let isThere = ["HEAD", "config", "objects", "refs"].allSatisfy {
      access("\(directory)/\($0)", F_OK) == 0
    }
    guard !isThere else { return git }
    do {
      var isFolder = ObjCBool(false)
      if FileManager.default.fileExists(atPath: directory, isDirectory: &isFolder),
        !isFolder.boolValue
      {
        try FileManager.default.removeItem(atPath: directory)
      }
      try FileManager.default.createDirectory(
        atPath: directory, withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
    } catch {
      throw .remote(.other(remote: directory, reason: error.localizedDescription))
    }
    try await git.with(
      [
        "init", "--quiet", "--bare", "--shared=0600", "--template=",
        "--initial-branch=\(Self.unknownBranch)",
      ])
    return git
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

extension GitRemote {
  /// Returns the last fetched content of the remote, and remembers the devices' folders.
  func snapshot(
    _ git: GitProgram, _ references: GitReferences
  ) async throws(GitRemoteFailure) -> SyncSnapshot {
    guard let remote = references.remote else { return SyncSnapshot() }
    let listing = try await listing(git, remote.commit)
    try await remember(listing, git, references)
    let format = try await format(listing, git, commit: remote.commit)
    return SyncSnapshot(
      formatVersion: format?.version, recipients: format?.recipients ?? [], files: listing.files,
      refused: listing.refused)
  }

  func listing(
    _ git: GitProgram, _ commit: String
  ) async throws(GitRemoteFailure) -> GitListing {
    let output = try await git.with(
      [
        "ls-tree", "-r", "-t", "-l", "-z", "--full-tree", commit, RemoteLayout.formatName,
        RemoteLayout.devicesName,
      ], limit: 64 << 20)
    return GitListing(GitEntry.entries(in: output))
  }

  /// Returns the remote's format, or nil if the remote hasn't been begun. Throws if it contains
  /// other things.
  func format(
    _ listing: GitListing, _ git: GitProgram, commit: String
  ) async throws(GitRemoteFailure) -> SyncFormat? {
    guard let entry = listing.format else {
      let names = GitEntry.entries(
        in: try await git.with(["ls-tree", "-z", "--full-tree", commit], limit: 16 << 20)
      ).map(\.pathText)
      guard RemoteLayout.canBegin(amid: names) else {
        throw .remote(.notOurs(remote: address.displayName))
      }
      return nil
    }
    guard entry.isFile, entry.size ?? 0 <= RemoteLayout.formatSizeLimit else {
      throw .remote(.notOurs(remote: address.displayName))
    }
    let bytes = try await git.with(["cat-file", "blob", entry.id])
    guard let format = SyncFormat(bytes) else {
      throw .remote(.notOurs(remote: address.displayName))
    }
    return format
  }

  /// Stores references to the folders of all devices, in case the remote loses one.
  private func remember(
    _ listing: GitListing, _ git: GitProgram, _ references: GitReferences
  ) async throws(GitRemoteFailure) {
    let lines = listing.devices.filter { references.known[$0.key] != $0.value.id }
      .map { "update \(GitReferences.known)\($0.key) \($0.value.id)\n" }.sorted()
    if !lines.isEmpty { try await update(lines, git) }
  }

  private func update(_ lines: [String], _ git: GitProgram) async throws(GitRemoteFailure) {
    try await withLockRetries { () throws(GitFailure) in
      _ = try await git.run(["update-ref", "--stdin"], input: Array(lines.joined().utf8))
    }
  }
}

extension GitRemote {
  /// Commits changes on top of the remote's branch and pushes the commit. If another device pushed
  /// first, starts again on top of that push.
  func write(
    _ changes: [SyncFileChange], recipients: SyncRecipientsChange? = nil, by device: String,
    with git: GitProgram
  ) async throws(GitRemoteFailure) -> SyncSnapshot {
    let isUnknown = !isBranchKnown
    if isUnknown { try await fetch(git) }
    var lockedPushes = 0
    for attempt in 0..<retries.limit {
      if attempt > 0 {
        try await wait(beforeAttempt: attempt)
        try await fetch(git)
      }
      var references = try await references(git)
      // Either nobody has begun the remote, or our reference is damaged, which git passes over.
      if references.remote == nil, attempt == 0, !isUnknown {
        try await fetch(git)
        references = try await self.references(git)
      }
      let draft = GitDraft(
        device: device, changes: changes, recipients: recipients, git: git, remote: self,
        references: references)
      let tree = try await draft.tree()
      if tree == references.remote?.tree {
        return try await snapshot(git, references)
      }
      let parent = references.remote.map { ["-p", $0.commit] } ?? []
      let commit = try await git.line(
        ["commit-tree", "--no-gpg-sign"] + parent + ["-m", "Sync \(device)", tree])
      let size = changes.reduce(0) { $0 + $1.kind.size }
      if let rejection = try await push(commit, onto: references.remote?.commit, size: size, git) {
        if let path = rejection.lockPath, isInRemote(path) {
          lockedPushes += 1
          if lockedPushes == Self.lockTries { throw .remote(.lockLeft(path: path)) }
        }
        continue
      }
      return try await remember(pushed: commit, by: device, git)
    }
    throw .remote(.busy(remote: address.displayName))
  }

  /// Pushes a commit if the branch still has the commit we saw. The new commit descends from that
  /// one, so nothing is ever overwritten. Returns the failure if the branch was moved, removed or
  /// made meanwhile.
  /// - Parameter size: the number of new bytes in the commit.
  private func push(
    _ commit: String, onto parent: String?, size: Int, _ git: GitProgram
  ) async throws(GitRemoteFailure) -> GitFailure? {
    // Comparing large new files with each other takes git many times as long as sending them.
    let options = size > 1 << 20 ? ["-c", "pack.window=0"] : []
    do throws(GitFailure) {
      _ = try await git.runRemotely(
        options + [
          "push", "--quiet", "--porcelain", "--no-verify", "--no-signed",
          "--force-with-lease=refs/heads/\(branch):\(parent ?? "")",
        ]
          + GitProgram.options(for: address, service: "receive-pack", option: "receive-pack"),
        ["\(commit):refs/heads/\(branch)"])
      return nil
    } catch  where error.isRejectedPush {
      return error
    } catch {
      throw .git(error)
    }
  }

  /// Stores references to a pushed commit, and returns the remote's content with it.
  private func remember(
    pushed commit: String, by device: String, _ git: GitProgram
  ) async throws(GitRemoteFailure) -> SyncSnapshot {
    let lines = [GitReferences.remote, GitReferences.own(device)].map { "update \($0) \(commit)\n" }
    // The commit is at the remote already, so it mustn't be made again.
    var git = git
    var attempt = 1
    while true {
      do throws(GitRemoteFailure) {
        try await update(lines, git)
        if !isBranchKnown { try await remember(branch: branch, git) }
        return try await snapshot(git, try await references(git))
      } catch {
        guard attempt < Self.mendTries, try await mend(after: error) else { throw error }
      }
      git = try await prepared()
      attempt += 1
    }
  }
}

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
