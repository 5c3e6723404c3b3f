import Markup

/// What the format file of a remote says: the version, and whom all logs are encrypted for.
///
///     raylette sync 1
///
/// In a remote with encryption, which earlier programs mustn't write:
///
///     raylette sync 2
///     recipient age1…
///     recipient age1…
struct SyncFormat: Hashable, Sendable {
  var version: Int
  /// As they stand there, whatever that is. Only those that ``SyncRecipient`` accepts can be used.
  var recipients: [String] = []

  /// That of a remote without encryption.
  static let plain = SyncFormat(version: 1)
  /// The version of those with encryption.
  static let encryptedVersion = 2
  private static let versionPrefix = "raylette sync "
  private static let recipientPrefix = "recipient "

  init(version: Int) { self.version = version }

  /// - Throws: ``SyncRemoteError/recipientLimit`` if the list is too long.
  init(recipients: [String]) throws(SyncRemoteError) {
    version = Self.encryptedVersion
    self.recipients = recipients
    guard recipients.count <= SyncRecipient.countLimit, bytes.count <= SyncLayout.formatSizeLimit
    else { throw .recipientLimit }
  }

  /// Reads a format file. Returns nil if it's no such file.
  init?(_ bytes: [UInt8]) {
    let lines = bytes.split(
      omittingEmptySubsequences: false, whereSeparator: { $0 == 0x0A || $0 == 0x0D })
    guard let first = lines.first, let version = Self.version(first) else { return nil }
    self.version = version
    guard version == Self.encryptedVersion else { return }
    guard bytes.count <= SyncLayout.formatSizeLimit else { return nil }
    // A line that isn't one of ours is in the list too. So nobody writes before it's understood.
    for line in lines.dropFirst() where !line.isEmpty {
      let text = String(decoding: line, as: UTF8.self)
      let isRecipient = text.hasPrefix(Self.recipientPrefix)
      let recipient = isRecipient ? String(text.dropFirst(Self.recipientPrefix.count)) : text
      if !recipients.contains(recipient) { recipients.append(recipient) }
    }
  }

  private static func version(_ line: ArraySlice<UInt8>) -> Int? {
    let prefix = Array(versionPrefix.utf8)
    guard line.starts(with: prefix), line.count <= prefix.count + 9 else { return nil }
    let digits = line.dropFirst(prefix.count)
    guard digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      let version = Int(String(decoding: digits, as: UTF8.self)), version > 0
    else { return nil }
    return version
  }

  var isEncrypted: Bool { version == Self.encryptedVersion }

  /// The file.
  var bytes: [UInt8] {
    let lines = ["\(Self.versionPrefix)\(version)"] + recipients.map { Self.recipientPrefix + $0 }
    return Array(lines.map { $0 + "\n" }.joined().utf8)
  }

  /// Throws if changes mustn't be written in a remote with this format.
  func check(_ changes: [SyncFileChange]) throws(SyncRemoteError) {
    guard isEncrypted else { return }
    for change in changes where change.kind != .remove && !SyncLayout.isEncrypted(change.name) {
      throw .changed(SyncLayout.formatName)
    }
  }
}

/// A public key that logs can be encrypted for.
///
/// Lists of them come from outside and become arguments of age. So only keys of a known form count,
/// and no recipients of plugins: those make age run a program that the list names.
package enum SyncRecipient {
  /// The most in a remote. Each adds to all logs.
  static let countLimit = 32

  package static func isValid(_ text: String) -> Bool {
    let key = text.utf8.prefix { $0 != UInt8(ascii: " ") }.count
    switch text.prefix(key) {
    case "ssh-ed25519", "ssh-rsa":
      return text.utf8.count <= 1_100
        && text.wholeMatch(of: /ssh-[a-z0-9]+ [A-Za-z0-9+\/]+={0,2}( [A-Za-z0-9@._+-]*)?/) != nil
    default:
      // Bech32: a checksum of age's own finds typing errors.
      return text.wholeMatch(of: /age1[qpzry9x8gf2tvdw0s3jn54khce6mua7l]{58}/) != nil
    }
  }

  /// Makes an entry of a list safe to show.
  package static func shown(_ text: String) -> String {
    isValid(text) ? text : SyncRemoteError.line(text)
  }
}

/// A change of the list of recipients, which is made on top of what others have changed meanwhile.
package enum SyncRecipientsChange: Hashable, Sendable {
  /// Begins a remote that nobody has begun.
  case begin([String])
  /// Gives a remote a list that has none.
  case adopt([String])
  case add([String])
  case remove([String])

  var isRemoval: Bool { if case .remove = self { true } else { false } }

  /// Returns the new content of a format file.
  /// - Parameter format: the present one, or nil if there's none.
  func applied(to format: SyncFormat?) throws(SyncRemoteError) -> SyncFormat {
    let present = format?.recipients ?? []
    switch self {
    case .begin(let list):
      guard format == nil else { throw .changed(SyncLayout.formatName) }
      return try SyncFormat(recipients: list)
    case .adopt(let list):
      guard let format, !present.isEmpty else { return try SyncFormat(recipients: list) }
      return format
    case .add(let list):
      var recipients = present
      for recipient in list where !recipients.contains(recipient) { recipients.append(recipient) }
      return try SyncFormat(recipients: recipients)
    case .remove(let list):
      let rest = present.filter { entry in
        !list.contains { $0 == entry || $0 == SyncRecipient.shown(entry) }
      }
      guard rest != present else { throw .unknownRecipient }
      guard !rest.isEmpty else { throw .lastRecipient }
      return try SyncFormat(recipients: rest)
    }
  }
}
