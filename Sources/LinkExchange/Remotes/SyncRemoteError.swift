import Localization
import Markup

/// A reason why a remote can't be read or written. The description is one line for people.
///
/// Remotes are named as messages show them, without passwords.
package enum SyncRemoteError: Error, Hashable, Sendable, CustomStringConvertible {
  case notAnAddress(String)
  /// The address has a scheme that isn't supported.
  case wrongScheme(String)
  /// - Parameter purpose: what it's needed for, if the way to sync doesn't say it.
  case programMissing(String)
  /// An encrypted log can't be decrypted, or no log can be encrypted.
  case locked(reason: String)
  /// The remote is encrypted, and the settings of this machine name no key.
  case identityMissing
  /// The remote is encrypted, and the key of this machine isn't among the recipients.
  case notARecipient
  /// The settings name recipients, and the remote isn't encrypted.
  case notEncrypted
  /// The remote is encrypted, and its format file lists no recipients.
  case noRecipients
  /// The list of recipients contains text that isn't a public key.
  case wrongRecipient(String)
  case unknownRecipient
  /// Removing this machine's own key was requested.
  case ownRecipient
  case lastRecipient
  case recipientLimit
  /// The remote's recipients aren't the requested ones.
  case otherRecipients
  /// The address has no folder or repository.
  case missing(remote: String)
  /// A folder that had content before is empty.
  case emptied(remote: String)
  /// The remote contains other things than our logs.
  case notOurs(remote: String)
  /// A newer version of the program wrote the remote in a format that this version can't write.
  case newerFormat(remote: String, version: Int)
  case hostNotFound(host: String)
  case unreachable(remote: String, reason: String)
  case timedOut(remote: String, limit: Duration)
  case wrongPassword(remote: String)
  /// No user name and password are known.
  case passwordNeeded(remote: String)
  case wrongKey(remote: String)
  case unknownHostKey(host: String)
  case changedHostKey(host: String)
  case certificate(remote: String, reason: String)
  case notAllowed(remote: String)
  /// A rule of the remote refused the push.
  case refused(remote: String, reason: String)
  /// Other devices pushed first at every try.
  case busy(remote: String)
  /// A program that ended while it wrote to a shared repository left a lock file.
  case lockLeft(path: String)
  case otherOwner(remote: String)
  case diskFull(remote: String)
  /// A file has changed since it was last seen.
  case changed(String)
  case fileTooLarge(String)
  case invalidName(String)
  case cancelled
  case other(remote: String, reason: String)

  package var description: String {
    switch self {
    case .notAnAddress(let text):
      localized(
        "\(Self.line(text)) is not the address of a git repository; give one such as https://example.org/me/links.git, me@example.org:links.git or /path/to/links.git"
      )
    case .wrongScheme("file"):
      localized("file:// addresses aren't supported; give the path of the repository instead")
    case .wrongScheme(let scheme):
      localized("\(Self.line(scheme)) addresses aren't supported; use https, http, ssh or a path")
    case .programMissing("age"):
      localized(
        """
        age isn't installed, which sync needs for its keys; install it with the package manager of \
        your system
        """)
    case .programMissing(let name):
      localized("\(name) isn't installed; install it with the package manager of your system")
    case .locked(let reason):
      localized(
        "age can't read or write the logs: \(reason.translated); check identity of sync in the settings, and raylette sync recipients"
      )
    case .identityMissing:
      localized(
        "the place is encrypted, and this machine has no key for it; make one with age-keygen -o ~/.config/age/keys.txt, put sync: {identity: ~/.config/age/keys.txt} in the settings, and run raylette sync recipients add with its public key on a machine that syncs there"
      )
    case .notARecipient:
      localized(
        "the key of this machine isn't among the recipients of the place; run raylette sync recipients add with its public key, which age-keygen -y shows, on a machine that can read the logs"
      )
    case .notEncrypted:
      localized(
        "the place isn't encrypted, but the settings of this machine name recipients; remove these to sync without encryption, or encrypt the place for all machines with raylette sync recipients add on one that syncs there"
      )
    case .noRecipients:
      localized(
        "the place is encrypted, but doesn't say for whom; update raylette on a machine that writes there, and sync that one first"
      )
    case .wrongRecipient(let text) where Self.isSecretKey(text):
      localized(
        "that's a secret key, which nobody else may see; give its public key, which age-keygen -y shows"
      )
    case .wrongRecipient(let text):
      localized(
        "\(Self.line(text)) is not a public key; give one of age, as age1…, or of ssh, as ssh-ed25519 … or ssh-rsa …"
      )
    case .unknownRecipient:
      localized("that isn't one of the recipients; raylette sync recipients lists them")
    case .ownRecipient:
      localized(
        "that's the key of this machine, which couldn't read its own logs any more; remove it on another one"
      )
    case .lastRecipient:
      localized(
        "it's the only recipient, and without one nobody could read the logs; to sync without encryption, set up another place"
      )
    case .recipientLimit:
      localized(
        "a place can have at most \(SyncRecipient.countLimit, "recipient"), and keys of ssh take more space; remove some"
      )
    case .otherRecipients:
      localized(
        "the place was begun before, so the recipients can't be chosen any more; join it without --recipient, then run raylette sync recipients add"
      )
    case .missing(let remote):
      localized(
        "there's nothing to sync with at \(remote); create it, or check the address and your access"
      )
    case .emptied(let remote):
      localized(
        "\(remote) is empty, and it wasn't before; mount its disk or bring back what was there, or begin anew with raylette sync leave and raylette sync init"
      )
    case .notOurs(let remote):
      localized(
        "\(remote) has other things in it; choose an empty one, or one that raylette syncs with; if it is one, its file format is damaged: remove that"
      )
    case .newerFormat(let remote, let version):
      localized(
        "\(remote) was written by a newer raylette (format \(version)); update raylette to sync")
    case .hostNotFound(let host):
      localized("can't find \(host); check the address or your connection")
    case .unreachable(let remote, let reason):
      localized("can't reach \(remote): \(reason.translated); check the address or your connection")
    case .timedOut(let remote, let limit):
      localized("\(remote) didn't answer within \(limit.secondsText); try again later")
    case .wrongPassword(let remote):
      localized(
        "\(remote) doesn't accept the user name or password; check them, or make a new access token"
      )
    case .passwordNeeded(let remote):
      localized(
        "\(remote) needs a user name and a password; set up a git credential helper, or use an ssh address"
      )
    case .wrongKey(let remote):
      localized(
        "\(remote) doesn't accept your ssh key; add the key there, or start ssh-agent and unlock it"
      )
    case .unknownHostKey(let host):
      localized(
        "the ssh key of \(host) isn't known; run ssh \(host) once and compare the key it shows")
    case .changedHostKey(let host):
      localized(
        "the ssh key of \(host) has changed; find out why before you remove the old one from known_hosts"
      )
    case .certificate(let remote, let reason):
      localized("\(remote) has a certificate that can't be trusted: \(reason.translated)")
    case .notAllowed(let remote):
      localized(
        "you may not write to \(remote); ask its owner for permission, or check your key or token")
    case .refused(let remote, let reason):
      localized("\(remote) refuses the change: \(reason.translated)")
    case .busy(let remote):
      localized("other devices keep writing to \(remote); try again in a minute")
    case .lockLeft(let path):
      localized(
        "\(Self.line(path)) is left from a program that ended; remove it if git isn't running")
    case .otherOwner(let remote):
      localized(
        "\(remote) belongs to another user; choose one of your own, or add it to git's safe.directory"
      )
    case .diskFull(let remote):
      localized("there's no space left on the disk of \(remote); free some")
    case .changed(let name):
      localized(
        "\(Self.line(name)) never stays the same for long enough to be read; find out what writes it"
      )
    case .fileTooLarge(let name):
      localized(
        "\(name) would be larger than \(RemoteLayout.sizeLimit >> 20) MB, which other devices refuse"
      )
    case .invalidName(let name):
      localized("\(Self.line(name)) can't be the name of a log or a device")
    case .cancelled: localized("the sync was cancelled")
    case .other(let remote, let reason):
      localized("can't sync with \(remote): \(reason.translated)")
    }
  }

  /// Whether age found that a log is encrypted for other keys.
  var isWrongKey: Bool {
    guard case .locked(let reason) = self else { return false }
    return reason.contains("no identity matched")
  }

  /// Whether somebody took a secret key of age or ssh for the public one.
  private static func isSecretKey(_ text: String) -> Bool {
    let text = text.uppercased()
    return text.contains("SECRET-KEY") || text.contains("PRIVATE KEY")
  }

  /// Makes text from outside safe to show.
  static func line(_ text: String) -> String { PlainText.folded(text, limit: 200) ?? "" }
}
