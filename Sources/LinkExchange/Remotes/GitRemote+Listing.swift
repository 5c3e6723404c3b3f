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
        "ls-tree", "-r", "-t", "-l", "-z", "--full-tree", commit, SyncLayout.formatName,
        SyncLayout.devicesName,
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
      guard SyncLayout.canBegin(amid: names) else {
        throw .remote(.notOurs(remote: address.displayName))
      }
      return nil
    }
    guard entry.isFile, entry.size ?? 0 <= SyncLayout.formatSizeLimit else {
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
    guard !lines.isEmpty else { return }
    do throws(GitFailure) {
      _ = try await git.run(["update-ref", "--stdin"], input: Array(lines.joined().utf8))
    } catch  where error.isLocked {
      // Another of our processes is storing the same references.
    } catch {
      throw .git(error)
    }
  }
}
