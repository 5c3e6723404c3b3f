import Markup

/// The content of a remote's format file: the version, and the recipients if logs are encrypted.
///
///     raylette sync 1
///     recipient age1…
///     recipient age1…
struct SyncFormat: Hashable, Sendable {
  var version = RemoteLayout.version
  /// The entries of the file, unchecked. Only those that ``SyncRecipient`` accepts can be used.
  var recipients: [String] = []

  /// The format of a remote without encryption.
  static let plain = SyncFormat()
  private static let versionPrefix = "raylette sync "
  private static let recipientPrefix = "recipient "

  private init() {}

  /// - Throws: ``SyncRemoteError/recipientLimit`` if the list is too long.
  init(recipients: [String]) throws(SyncRemoteError) {
    self.recipients = recipients
    guard recipients.count <= SyncRecipient.countLimit, bytes.count <= RemoteLayout.formatSizeLimit
    else { throw .recipientLimit }
  }

  /// Parses a format file. Returns nil if the bytes aren't one.
  init?(_ bytes: [UInt8]) {
    // Some editors begin a file with a byte order mark.
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let lines = bytes.dropFirst(bytes.starts(with: mark) ? mark.count : 0).split(
      omittingEmptySubsequences: false, whereSeparator: { $0 == 0x0A || $0 == 0x0D })
    guard let first = lines.first, let version = Self.version(first) else { return nil }
    self.version = version
    guard version == RemoteLayout.version else { return }
    guard bytes.count <= RemoteLayout.formatSizeLimit else { return nil }
    // Keeps unknown lines as recipients, which aren't valid, so that nobody writes to a remote with
    // lines they don't understand.
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

  /// The content of the file.
  var bytes: [UInt8] {
    let lines = ["\(Self.versionPrefix)\(version)"] + recipients.map { Self.recipientPrefix + $0 }
    return Array(lines.map { $0 + "\n" }.joined().utf8)
  }

  /// Throws if a remote with this format forbids the changes.
  func check(_ changes: [SyncFileChange]) throws(SyncRemoteError) {
    if recipients.isEmpty { return }
    // Emptied files tell nobody anything.
    for change in changes where change.kind.size > 0 && !RemoteLayout.isEncrypted(change.name) {
      throw .changed(RemoteLayout.formatName)
    }
  }
}

/// A public key that logs can be encrypted for.
///
/// Lists of recipients come from outside and become arguments of age. Only known forms of keys
/// count, and no recipients of plugins, because age would run the program that they name.
package enum SyncRecipient {
  /// The most recipients of a remote. Each makes all logs longer.
  static let countLimit = 32

  package static func isValid(_ text: String) -> Bool {
    let key = text.utf8.prefix { $0 != UInt8(ascii: " ") }.count
    switch text.prefix(key) {
    case "ssh-ed25519", "ssh-rsa":
      return text.utf8.count <= 1_100
        && text.wholeMatch(of: /ssh-[a-z0-9]+ [A-Za-z0-9+\/]+={0,2}( [A-Za-z0-9@._+-]*)?/) != nil
    default:
      // Bech32. age itself verifies the checksum, which finds typing errors.
      return text.wholeMatch(of: /age1[qpzry9x8gf2tvdw0s3jn54khce6mua7l]{58}/) != nil
    }
  }

  /// Makes an entry of the list safe to show.
  package static func displayText(_ text: String) -> String {
    isValid(text) ? text : SyncRemoteError.line(text)
  }
}

/// A change of the list of recipients. It's applied to the remote's present list, so that other
/// devices' changes aren't lost.
package enum SyncRecipientsChange: Hashable, Sendable {
  /// Begins a new remote with encryption.
  case begin([String])
  /// Writes the list of an encrypted remote that lacks one.
  case adopt([String])
  case add([String])
  case remove([String])

  var isRemoval: Bool { if case .remove = self { true } else { false } }

  /// Returns the format file with the change.
  /// - Parameter format: the present format, or nil if the remote has none.
  func applied(to format: SyncFormat?) throws(SyncRemoteError) -> SyncFormat {
    let present = format?.recipients ?? []
    switch self {
    case .begin(let list):
      guard format == nil else { throw .changed(RemoteLayout.formatName) }
      return try SyncFormat(recipients: list)
    case .adopt(let list):
      guard let format, !present.isEmpty else { return try SyncFormat(recipients: list) }
      return format
    case .add(let list):
      var recipients = present
      for recipient in list where !recipients.contains(recipient) { recipients.append(recipient) }
      return try SyncFormat(recipients: recipients)
    case .remove(let list):
      let remaining = present.filter { entry in
        !list.contains { $0 == entry || $0 == SyncRecipient.displayText(entry) }
      }
      guard remaining != present else { throw .unknownRecipient }
      guard !remaining.isEmpty else { throw .lastRecipient }
      return try SyncFormat(recipients: remaining)
    }
  }
}
