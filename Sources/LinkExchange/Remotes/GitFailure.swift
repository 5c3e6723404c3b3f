import Foundation
import Localization
import Markup

/// A git command that failed, with its output.
struct GitFailure: Error, Hashable {
  enum Cause: Hashable {
    case exit
    case tooLarge
    /// With the system's error number, if known.
    case notStarted(Int32?)
    case timedOut(Duration)
    case cancelled
  }

  let cause: Cause
  var output = ""
  var error = ""

  func contains(_ texts: String...) -> Bool { texts.contains { error.contains($0) } }

  /// Whether the remote lacks the branch, because it was renamed or the remote is empty.
  var isMissingBranch: Bool { contains("couldn't find remote ref") }

  /// The path of the lock file that git found. Another git is at work, or one that ended left it.
  var lockPath: String? {
    guard cause == .exit,
      let match = error.firstMatch(of: /Unable to create '([^'\n]+\.lock)': File exists/)
    else { return nil }
    // At the other end, git names its own folder with a dot.
    return String(match.1).replacing("/./", with: "/")
  }

  /// Whether another process was changing the same reference.
  var isLocked: Bool {
    lockPath != nil || cause == .exit && contains("cannot lock ref") && contains("but expected")
  }

  /// Whether a damaged repository of our own may be the reason, rather than the remote.
  func mayBeDamage(of directory: String, at address: SyncAddress) -> Bool {
    guard cause == .exit else { return false }
    return switch remoteError(at: address) {
    case .other, .refused: true
    case .missing: error.contains(directory)
    default: false
    }
  }

  /// Returns the failure's meaning for people.
  func remoteError(at address: SyncAddress) -> SyncRemoteError {
    let remote = address.displayName
    switch cause {
    case .timedOut(let limit): return .timedOut(remote: remote, limit: limit)
    case .cancelled: return .cancelled
    case .tooLarge:
      return .other(remote: remote, reason: LocalizedText("it holds far too many files").english)
    case .notStarted(ENOSPC?), .notStarted(EDQUOT?):
      return .diskFull(remote: localized("this computer"))
    case .notStarted(let code):
      let reason = code.map(errnoText) ?? LocalizedText("git can't be started").english
      return .other(remote: remote, reason: reason)
    case .exit: break
    }
    return pushError(at: remote) ?? sshError(address) ?? webError(address) ?? remoteError(remote)
  }

  // MARK: - Pushes

  /// The status of the branch in the output of `git push --porcelain`: `[rejected] (fetch first)`.
  private var rejection: Substring? {
    output.split(separator: "\n").first { $0.hasPrefix("!") }?
      .split(separator: "\t").last
  }

  /// Whether another device pushed first.
  var isRejectedPush: Bool {
    guard let rejection else { return false }
    return [
      "fetch first", "non-fast-forward", "stale info", "cannot lock ref", "failed to update ref",
      "reference already exists", "incorrect old value", "failed to lock", "needs update",
    ].contains { rejection.contains($0) }
  }

  private func pushError(at remote: String) -> SyncRemoteError? {
    guard let rejection else { return nil }
    if contains("No space left", "Disk quota exceeded") { return .diskFull(remote: remote) }
    if contains("insufficient permission", "Permission denied", "Read-only file system") {
      return .notAllowed(remote: remote)
    }
    if rejection.contains("branch is currently checked out") {
      return .refused(
        remote: remote,
        reason: LocalizedText("it's no bare repository; make one with git init --bare").english)
    }
    // A line from the remote is more useful than the note that its hook failed.
    let remoteLine = lines.last { $0.hasPrefix("remote:") && !$0.hasPrefix("remote: error:") }?
      .dropFirst("remote:".count)
    let reason = remoteLine ?? rejection.drop { $0 != "(" }.dropFirst().prefix { $0 != ")" }
    return .refused(remote: remote, reason: SyncRemoteError.line(String(reason)))
  }

  // MARK: - Connections

  private func sshError(_ address: SyncAddress) -> SyncRemoteError? {
    guard address.transport == .ssh else { return nil }
    let remote = address.displayName
    if contains("REMOTE HOST IDENTIFICATION HAS CHANGED") {
      return .changedHostKey(host: address.host)
    }
    if contains("Host key verification failed", "host key is known") {
      return .unknownHostKey(host: address.host)
    }
    if contains("Permission denied (", "Too many authentication failures") {
      return .wrongKey(remote: remote)
    }
    if contains("Could not resolve hostname") { return .hostNotFound(host: address.host) }
    if let line = lines.last(where: { $0.hasPrefix("ssh: connect to host ") }) {
      let reason = line.split(separator: ": ").last.map(String.init) ?? ""
      return .unreachable(remote: remote, reason: SyncRemoteError.line(reason.lowercased()))
    }
    return nil
  }

  private func webError(_ address: SyncAddress) -> SyncRemoteError? {
    guard address.transport == .web else { return nil }
    let remote = address.displayName
    if contains("Authentication failed for") { return .wrongPassword(remote: remote) }
    if contains("could not read Username", "could not read Password") {
      return .passwordNeeded(remote: remote)
    }
    if contains("Could not resolve host", "Could not resolve proxy") {
      return .hostNotFound(host: address.host)
    }
    if contains("returned error: 403", "returned error: 401") { return .notAllowed(remote: remote) }
    // The reason follows the address: `fatal: unable to access 'https://…': reason`.
    let reason = (lines.last { $0.contains("unable to access '") }?.split(separator: "': ").last)
      .map { SyncRemoteError.line(String($0)) }
    guard let reason else { return nil }
    if reason.contains("certificate") || reason.contains("SSL") || reason.contains("TLS") {
      return .certificate(remote: remote, reason: reason)
    }
    let connecting = ["Failed to connect", "Couldn't connect", "timed out", "reset", "refused"]
    return connecting.contains { reason.contains($0) }
      ? .unreachable(remote: remote, reason: reason) : nil
  }

  // MARK: - Remotes

  private func remoteError(_ remote: String) -> SyncRemoteError {
    if contains("No space left on device", "Disk quota exceeded", "out of disk space") {
      return .diskFull(
        remote: lines.contains { $0.hasPrefix("remote:") } ? remote : localized("this computer"))
    }
    if contains("dubious ownership") { return .otherOwner(remote: remote) }
    if contains("denied to", "read only", "read-only", "Read-only", "not allowed to push") {
      return .notAllowed(remote: remote)
    }
    if contains(
      "does not appear to be a git repository", "epository not found", "returned error: 404",
      "returned error: 410", "not found\n", "does not exist", "No such file or directory",
      "project you were looking for")
    {
      return .missing(remote: remote)
    }
    return .other(remote: remote, reason: reason)
  }

  private var lines: [Substring] { error.split(whereSeparator: \.isNewline) }

  /// The last line with a reason. The lines after it are advice for people who use git.
  private var reason: String {
    let advice = [
      "Please make sure", "and the repository exists", "hint:", "error: failed to push",
    ]
    let line =
      lines.last { line in !advice.contains { line.hasPrefix($0) } }.map(String.init)
      ?? localized("git failed")
    let prefix = ["fatal: ", "error: ", "remote: "].first { line.hasPrefix($0) } ?? ""
    return SyncRemoteError.line(String(line.dropFirst(prefix.count)))
  }
}
