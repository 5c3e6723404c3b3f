import Foundation
import Links
import Localization
import Markup

/// The names and sizes of the files in a remote:
///
///     format                         ``SyncFormat``
///     devices/<device>/<name>.jsonl  a log, written only by that device
///     devices/<device>/<name>.jsonl.age  a log, encrypted
enum RemoteLayout {
  /// The version that this program writes. Nobody writes to a remote of a later one.
  static let version = 1
  static let formatName = "format"
  static let devicesName = "devices"
  static let fileExtension = ".jsonl"
  static let encryptedExtension = ".age"

  /// The largest file in bytes. Nobody has that many links, so a larger file is damaged or hostile.
  static let sizeLimit = 64 << 20
  /// The most bytes of a device and of a remote, because larger ones are damaged or hostile.
  static let deviceSizeLimit = 512 << 20
  static let totalSizeLimit = 4 << 30
  /// The most files in a remote.
  static let countLimit = 100_000
  /// The largest format file in bytes, enough for any later version.
  static let formatSizeLimit = 4_096

  /// Whether a device may have this name.
  static func isDevice(_ name: String) -> Bool { DeviceName.isValid(name) }

  /// Whether a file may have this name, without its extension. A file with a leading dot would be
  /// hidden.
  static func isName(_ name: String) -> Bool {
    (1...64).contains(name.utf8.count) && !name.hasPrefix(".")
      && name.utf8.allSatisfy { isPlain($0) || $0 == UInt8(ascii: ".") }
  }

  static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "-"):
      true
    default: false
    }
  }

  /// Returns the name of a log, or nil if the file isn't named like a log.
  static func name(ofFile file: String) -> String? {
    let isEncrypted = file.hasSuffix(encryptedExtension)
    let file = file.dropLast(isEncrypted ? encryptedExtension.count : 0)
    guard file.hasSuffix(fileExtension) else { return nil }
    let name = String(file.dropLast(fileExtension.count))
    // The encrypted and the plain form of a log have different names.
    guard isName(name), !self.isEncrypted(name) else { return nil }
    return isEncrypted ? name + encryptedExtension : name
  }

  /// Whether the log with a name is encrypted.
  static func isEncrypted(_ name: String) -> Bool { name.hasSuffix(encryptedExtension) }

  /// Returns the name of a log's file, with its extension.
  static func file(ofName name: String) -> String {
    guard isEncrypted(name) else { return name + fileExtension }
    return name.dropLast(encryptedExtension.count) + fileExtension + encryptedExtension
  }

  /// Whether a remote without a format file can be begun: its names are only those that services,
  /// programs and people put into every new repository or folder. The folder of devices counts too,
  /// because programs that synchronise folders may copy it before the format file.
  static func canBegin(amid names: some Sequence<String>) -> Bool {
    names.allSatisfy { name in
      let name = name.lowercased()
      return name.hasPrefix(".") || name == devicesName || name.hasPrefix("\(formatName).")
        || ["readme", "license", "licence", "copying"].contains(name.prefix { $0 != "." })
        || ["desktop.ini", "thumbs.db", "icon\r"].contains(name)
    }
  }
}

/// Messages about ignored files. Their number is limited, because a remote can be hostile.
struct SyncRefusals {
  private(set) var messages: [String] = []
  private var more = 0

  private static let limit = 100

  mutating func add(_ path: String, _ reason: String) {
    if messages.count < Self.limit {
      let name = PlainText.folded(path, limit: 120)
      messages.append(
        name.map { localized("\($0) is ignored: \(reason)") }
          ?? localized("a file is ignored: \(reason)"))
    } else {
      more += 1
    }
  }

  var all: [String] {
    more == 0
      ? messages : messages + [localized("\(more, "more file is", "more files are") ignored")]
  }

  static var wrongDevice: String { localized("a device's name has only a to z, 0 to 9 and -") }
  static var wrongName: String {
    localized("a log's name has only a to z, 0 to 9, - and ., and ends in .jsonl or .jsonl.age")
  }
  static var sameName: String { localized("another file has the same name without its marks") }
  static var notAFolder: String { localized("it isn't a folder") }
  static var notAFile: String { localized("it isn't a file") }
  static var link: String { localized("it's a symbolic link") }
  static var tooLarge: String { localized("it's larger than \(RemoteLayout.sizeLimit >> 20) MB") }
  static var tooMuchOfDevice: String {
    localized("its device has more than \(RemoteLayout.deviceSizeLimit >> 20) MB")
  }
  static var tooMuch: String {
    localized("there are more than \(RemoteLayout.totalSizeLimit >> 30) GB")
  }
  static var tooMany: String { localized("there are more than \(RemoteLayout.countLimit, "file")") }
}
