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

  private var rememberedBranch: String? {
    // Reads the file without git, because starting git takes longer, and this is read often.
    guard let head = try? String(contentsOfFile: "\(directory)/HEAD", encoding: .utf8),
      let name = head.split(separator: "\n").first?.split(separator: "refs/heads/").last,
      head.hasPrefix("ref: refs/heads/"), name != Self.unknownBranch
    else { return nil }
    return String(name)
  }

  func remember(branch: String, _ git: GitProgram) async throws(GitRemoteFailure) {
    try await git.with(["symbolic-ref", "HEAD", "refs/heads/\(branch)"])
  }

  /// Fetches the remote's branch into our repository. One connection is enough, unless the branch
  /// isn't known yet or no longer exists.
  func fetch(_ git: GitProgram) async throws(GitRemoteFailure) {
    if let branch = rememberedBranch, try await fetch(branch, git) { return }
    guard let branch = try await remoteBranch(git) else {
      try await git.with(["update-ref", "-d", GitReferences.remote])
      if isBranchKnown { try await remember(branch: Self.unknownBranch, git) }
      return
    }
    guard try await fetch(branch, git) else {
      // The branch was removed within milliseconds.
      throw .remote(.busy(remote: address.displayName))
    }
    try await remember(branch: branch, git)
  }

  /// Returns false if the remote lacks the branch.
  private func fetch(
    _ branch: String, _ git: GitProgram
  ) async throws(GitRemoteFailure) -> Bool {
    let options = [
      "fetch", "--quiet", "--no-tags", "--no-prune", "--no-recurse-submodules",
      "--no-write-fetch-head",
    ]
    for attempt in 1... {
      do throws(GitFailure) {
        _ = try await git.runRemotely(
          options
            + GitProgram.options(for: address, service: "upload-pack", option: "upload-pack"),
          ["+refs/heads/\(branch):\(GitReferences.remote)"])
        return true
      } catch {
        if error.isMissingBranch { return false }
        guard error.isLocked, attempt < retries.limit else { throw .git(error) }
      }
      try await wait(beforeAttempt: attempt)
    }
    return true
  }

  /// Waits before a command is tried again.
  func wait(beforeAttempt attempt: Int) async throws(GitRemoteFailure) {
    do throws(SyncRemoteError) {
      try await retries.wait(beforeAttempt: attempt)
    } catch {
      throw .remote(error)
    }
  }

  /// Asks the remote for its default branch. Returns nil if the remote has no branches.
  private func remoteBranch(_ git: GitProgram) async throws(GitRemoteFailure) -> String? {
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
      let prefix = "refs/heads/"
      if fields[0].hasPrefix("ref: \(prefix)"), fields[1] == "HEAD" {
        head = String(fields[0].dropFirst("ref: \(prefix)".count))
      } else if fields[1].hasPrefix(prefix) {
        branches.append(String(fields[1].dropFirst(prefix.count)))
      }
    }
    // An old server may name a default branch that doesn't exist.
    let candidates = [head, Self.newBranch, "master"].compactMap(\.self)
    let usable = branches.filter(Self.isBranch)
    return candidates.first(where: usable.contains) ?? usable.first
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
