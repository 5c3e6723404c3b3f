extension GitRemote {
  /// Commits changes on top of the remote's branch and pushes the commit. If another device pushed
  /// first, starts again on top of that push.
  func write(
    _ changes: [SyncFileChange], recipients: SyncRecipientsChange? = nil, by device: String,
    with git: GitProgram
  ) async throws(GitRemoteFailure) -> SyncSnapshot {
    if !isBranchKnown { try await fetch(git) }
    for attempt in 0..<retries.limit {
      if attempt > 0 {
        try await wait(beforeAttempt: attempt)
        try await fetch(git)
      }
      let references = try await references(git)
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
      guard try await push(commit, onto: references.remote?.commit, size: size, git) else {
        continue
      }
      try await remember(pushed: commit, by: device, git)
      return try await snapshot(git, try await self.references(git))
    }
    throw .remote(.busy(remote: address.displayName))
  }

  /// Pushes a commit if the branch still has the commit we saw. The new commit descends from that
  /// one, so nothing is ever overwritten. Returns false if the branch was moved, removed or made
  /// meanwhile.
  /// - Parameter size: the number of new bytes in the commit.
  private func push(
    _ commit: String, onto parent: String?, size: Int, _ git: GitProgram
  ) async throws(GitRemoteFailure) -> Bool {
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
      return true
    } catch  where error.isRejectedPush {
      return false
    } catch {
      throw .git(error)
    }
  }

  private func remember(
    pushed commit: String, by device: String, _ git: GitProgram
  ) async throws(GitRemoteFailure) {
    let lines = [GitReferences.remote, GitReferences.own(device)].map { "update \($0) \(commit)\n" }
    for attempt in 1... {
      do throws(GitFailure) {
        _ = try await git.run(["update-ref", "--stdin"], input: Array(lines.joined().utf8))
        break
      } catch {
        guard error.isLocked, attempt < retries.limit else { throw .git(error) }
      }
      try await wait(beforeAttempt: attempt)
    }
    if !isBranchKnown { try await remember(branch: branch, git) }
  }
}
