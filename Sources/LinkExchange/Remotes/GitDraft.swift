/// The next commit's tree: the remote's tree with a device's own changes, and with the folders that
/// the remote has lost.
///
/// Trees are made without git's index, because the index refuses some names, and a device that
/// pushes such a name would keep all others from writing.
struct GitDraft {
  let device: String
  let changes: [SyncFileChange]
  let recipients: SyncRecipientsChange?
  let git: GitProgram
  let remote: GitRemote
  let references: GitReferences

  /// Writes the tree and returns its id.
  func tree() async throws(GitRemoteFailure) -> String {
    var listing = GitListing()
    var root: [GitEntry] = []
    var format: SyncFormat?
    if let fetched = references.remote {
      listing = try await remote.listing(git, fetched.commit)
      format = try await remote.format(listing, git, commit: fetched.commit)
      root = GitEntry.entries(
        in: try await git.with(["ls-tree", "-z", "--full-tree", fetched.commit], limit: 16 << 20))
    }
    let newFormat = try newFormat(format)
    let ownTree = try await ownTree(listing)
    let lost = references.known.filter { listing.devices[$0.key] == nil && $0.key != device }
    var devices = listing.entries.children(of: RemoteLayout.devicesName)
      .replacing(device, with: ownTree.map { .folder(device, id: $0) })
    for (name, id) in lost { devices = devices.replacing(name, with: .folder(name, id: id)) }
    let devicesTree = devices.isEmpty ? nil : try await tree(of: devices)
    root = root.replacing(
      RemoteLayout.devicesName, with: devicesTree.map { .folder(RemoteLayout.devicesName, id: $0) })
    if newFormat != format {
      let id = try await blob(newFormat.bytes)
      root = root.replacing(RemoteLayout.formatName, with: .file(RemoteLayout.formatName, id: id))
    }
    return try await tree(of: root)
  }

  /// Returns the remote's format after the changes. Throws if this format forbids them.
  private func newFormat(_ format: SyncFormat?) throws(GitRemoteFailure) -> SyncFormat {
    do throws(SyncRemoteError) {
      if let version = format?.version, version > RemoteLayout.version {
        throw .newerFormat(remote: remote.address.displayName, version: version)
      }
      if let recipients { return try recipients.applied(to: format) }
      try format?.check(changes)
      // A device that encrypts writes the recipients first.
      if format == nil, changes.contains(where: { RemoteLayout.isEncrypted($0.name) }) {
        throw .changed(RemoteLayout.formatName)
      }
      return format ?? .plain
    } catch {
      throw .remote(error)
    }
  }

  // MARK: - Own files

  /// Returns the tree of the device's own folder, or nil if the folder is empty.
  private func ownTree(_ listing: GitListing) async throws(GitRemoteFailure) -> String? {
    var entries = try await ownEntries(listing)
    for change in changes {
      let name = RemoteLayout.file(ofName: change.name)
      let old = entries.last { $0.path == Array(name.utf8) && $0.isFile }
      var content: [UInt8]?
      if case .append = change.kind, let old {
        content = try await git.with(["cat-file", "blob", old.id], limit: RemoteLayout.sizeLimit)
      }
      let new: [UInt8]?
      do throws(SyncRemoteError) {
        new = try change.kind.applied(to: content, of: change.name)
      } catch {
        throw .remote(error)
      }
      var entry: GitEntry?
      if let new { entry = .file(name, id: try await blob(new)) }
      entries = entries.replacing(name, with: entry)
    }
    return entries.isEmpty ? nil : try await tree(of: entries)
  }

  /// Returns the entries of the device's own folder, including files that the remote has lost.
  ///
  /// Only this device writes them, so the remote should have what we pushed last. Other content is
  /// newer if our commit is in the remote's history: then another process pushed it, or we did and
  /// were killed. Otherwise the history was rewritten, and our content is newer.
  private func ownEntries(_ listing: GitListing) async throws(GitRemoteFailure) -> [GitEntry] {
    let folder = "\(RemoteLayout.devicesName)/\(device)"
    var entries = listing.entries.children(of: folder)
    guard let pushed = references.own[device], pushed != references.remote?.commit else {
      return entries
    }
    let own = try await remote.listing(git, pushed)
    let differing = own.entries.children(of: folder).filter { entry in
      !entries.contains { $0.path == entry.path && $0.id == entry.id }
    }
    guard !differing.isEmpty else { return entries }
    let isOlder = try await isInHistory(pushed)
    for entry in differing {
      if isOlder, entries.contains(where: { $0.path == entry.path && $0.isFile }) { continue }
      entries = entries.replacing(entry.pathText, with: entry)
    }
    return entries
  }

  private func isInHistory(_ commit: String) async throws(GitRemoteFailure) -> Bool {
    guard let remote = references.remote else { return false }
    do throws(GitFailure) {
      _ = try await git.run(["merge-base", "--is-ancestor", commit, remote.commit])
      return true
    } catch  where error.cause == .exit {
      return false
    } catch {
      throw .git(error)
    }
  }

  // MARK: - Objects

  private func blob(_ bytes: [UInt8]) async throws(GitRemoteFailure) -> String {
    try await git.line(["hash-object", "-w", "--no-filters", "--stdin"], input: bytes)
  }

  private func tree(of entries: [GitEntry]) async throws(GitRemoteFailure) -> String {
    try await git.line(["mktree", "-z", "--missing"], input: GitEntry.input(for: entries))
  }
}

extension [GitEntry] {
  /// Returns the entries without those that have a name, and with another entry, if there's one.
  fileprivate func replacing(_ name: String, with entry: GitEntry?) -> [GitEntry] {
    filter { $0.path != [UInt8](name.utf8) } + (entry.map { [$0] } ?? [])
  }
}
