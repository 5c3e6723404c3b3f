import Foundation

/// The references in our repository:
///
///     HEAD                         names the remote's branch
///     refs/raylette/remote         the commit that the remote had last
///     refs/raylette/own/<device>   the commit that we pushed last
///     refs/raylette/known/<device> the folder of a device, as it was last seen
struct GitReferences {
  static let prefix = "refs/raylette/"
  static let remote = "\(prefix)remote"
  static let known = "\(prefix)known/"
  static func own(_ device: String) -> String { "\(prefix)own/\(device)" }

  /// The commit of the remote, and its tree. Nil if the remote is empty.
  var remote: (commit: String, tree: String)?
  /// Ids of trees by device.
  var known: [String: String] = [:]
  /// Ids of commits by device.
  var own: [String: String] = [:]
}

extension GitRemote {
  /// The branch that `HEAD` names until the remote's branch is known.
  static let unknownBranch = "raylette-unknown"
  /// The branch of a new remote.
  private static let newBranch = "main"

  /// The branch to push to.
  var branch: String { rememberedBranch ?? Self.newBranch }

  /// Whether the remote's branch was found before.
  var isBranchKnown: Bool { rememberedBranch != nil }

  private var rememberedBranch: String? { Self.branch(inHeadOf: directory) }

  /// Returns the branch that a repository's `HEAD` names.
  private static func branch(inHeadOf directory: String) -> String? {
    // Reads the file without git, because starting git takes longer, and this is read often.
    guard let head = try? String(contentsOfFile: "\(directory)/HEAD", encoding: .utf8),
      let line = head.split(separator: "\n").first, line.hasPrefix("ref: \(branchPrefix)")
    else { return nil }
    let name = String(line.dropFirst("ref: \(branchPrefix)".count))
    return name != unknownBranch && isBranch(name) ? name : nil
  }

  private static let branchPrefix = "refs/heads/"

  func remember(branch: String, _ git: GitProgram) async throws(GitRemoteFailure) {
    try await git.with(["symbolic-ref", "HEAD", "refs/heads/\(branch)"])
  }

  /// Fetches the remote's branch into our repository. One connection is enough, unless the branch
  /// isn't known yet, no longer exists or isn't begun.
  func fetch(_ git: GitProgram) async throws(GitRemoteFailure) {
    if let branch = rememberedBranch, try await fetch(branch, git), await isBegun(git) { return }
    let branches = try await remoteBranches(git)
    guard let first = branches.first else {
      try await git.with(["update-ref", "-d", GitReferences.remote])
      try await remember(branch: await unbornBranch(git) ?? Self.unknownBranch, git)
      return
    }
    // Another branch counts if the exchange was begun there, because the devices have to meet.
    var fetched: String?
    for branch in branches.prefix(Self.branchLimit) {
      guard try await fetch(branch, git) else { continue }
      fetched = branch
      if await isBegun(git) { return try await remember(branch: branch, git) }
    }
    if fetched != first {
      let isThere = try await fetch(first, git)
      // The branch was removed within milliseconds.
      guard isThere else { throw .remote(.busy(remote: address.displayName)) }
    }
    try await remember(branch: first, git)
  }

  /// The most branches in which the exchange is looked for.
  private static let branchLimit = 16

  /// Whether the branch that was fetched last has our format.
  private func isBegun(_ git: GitProgram) async -> Bool {
    let bytes = try? await git.run(
      ["cat-file", "blob", "\(GitReferences.remote):\(RemoteLayout.formatName)"],
      limit: RemoteLayout.formatSizeLimit)
    return bytes.flatMap { SyncFormat($0) } != nil
  }

  /// Returns false if the remote lacks the branch.
  private func fetch(
    _ branch: String, _ git: GitProgram
  ) async throws(GitRemoteFailure) -> Bool {
    let options = [
      "fetch", "--quiet", "--no-tags", "--no-prune", "--no-recurse-submodules",
      "--no-write-fetch-head",
    ]
    do throws(GitRemoteFailure) {
      try await withLockRetries { () throws(GitFailure) in
        _ = try await git.runRemotely(
          options
            + GitProgram.options(for: address, service: "upload-pack", option: "upload-pack"),
          ["+refs/heads/\(branch):\(GitReferences.remote)"])
      }
      return true
    } catch {
      if case .git(let failure) = error, failure.isMissingBranch { return false }
      throw error
    }
  }

  /// Asks an empty remote for the branch that its `HEAD` names. Only cloning tells
  /// (https://git-scm.com/docs/protocol-v2#_unborn), and only with a recent git at the other end.
  private func unbornBranch(_ git: GitProgram) async -> String? {
    let copy = "\(directory)/empty"
    try? FileManager.default.removeItem(atPath: copy)
    defer { try? FileManager.default.removeItem(atPath: copy) }
    let options = [
      "-c", "init.defaultBranch=\(Self.unknownBranch)", "clone", "--quiet", "--bare", "--no-local",
      "--no-tags", "--depth=1", "--template=",
    ]
    _ = try? await git.runRemotely(
      options + GitProgram.options(for: address, service: "upload-pack", option: "upload-pack"),
      [copy])
    return Self.branch(inHeadOf: copy)
  }

  /// Waits before a command is tried again.
  func wait(beforeAttempt attempt: Int) async throws(GitRemoteFailure) {
    do throws(SyncRemoteError) {
      try await retries.wait(beforeAttempt: attempt)
    } catch {
      throw .remote(error)
    }
  }

  /// Asks the remote for its branches, with its default branch first.
  private func remoteBranches(_ git: GitProgram) async throws(GitRemoteFailure) -> [String] {
    let output: [UInt8]
    do throws(GitFailure) {
      output = try await git.runRemotely(
        ["ls-remote", "--symref"]
          + GitProgram.options(for: address, service: "upload-pack", option: "upload-pack"),
        ["HEAD", "refs/heads/*"], limit: 16 << 20)
    } catch {
      throw .git(error)
    }
    var branches: [String] = []
    var head: String?
    for line in String(decoding: output, as: UTF8.self).split(separator: "\n") {
      let fields = line.split(separator: "\t")
      guard fields.count == 2 else { continue }
      let prefix = Self.branchPrefix
      if fields[0].hasPrefix("ref: \(prefix)"), fields[1] == "HEAD" {
        head = String(fields[0].dropFirst("ref: \(prefix)".count))
      } else if fields[1].hasPrefix(prefix) {
        branches.append(String(fields[1].dropFirst(prefix.count)))
      }
    }
    // An old server may name a default branch that doesn't exist.
    let usable = branches.filter(Self.isBranch)
    let likely = [head, Self.newBranch, "master"].compactMap(\.self).filter(usable.contains)
    var seen: Set<String> = []
    return (likely + usable).filter { seen.insert($0).inserted }
  }

  /// Whether a name from the remote can be part of an argument.
  private static func isBranch(_ name: String) -> Bool {
    !name.isEmpty && !name.hasPrefix("-")
      && !name.contains { $0.isWhitespace || ":*?[\\^~@{\u{7F}".contains($0) }
  }

  func references(_ git: GitProgram) async throws(GitRemoteFailure) -> GitReferences {
    let output = try await git.with(
      ["for-each-ref", "--format=%(refname) %(objectname) %(tree)", GitReferences.prefix],
      limit: 16 << 20)
    var references = GitReferences()
    for line in String(decoding: output, as: UTF8.self).split(separator: "\n") {
      let fields = line.split(separator: " ").map(String.init)
      guard fields.count >= 2 else { continue }
      let device = fields[0].split(separator: "/").last.map(String.init) ?? ""
      if fields[0] == GitReferences.remote, fields.count == 3 {
        references.remote = (fields[1], fields[2])
      } else if fields[0].hasPrefix(GitReferences.known) {
        references.known[device] = fields[1]
      } else if fields[0] == GitReferences.own(device) {
        references.own[device] = fields[1]
      }
    }
    return references
  }
}
