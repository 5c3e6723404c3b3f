import Foundation
import Markup

/// The logs in a folder. Decides which files of a hostile or untidy folder count.
struct FolderListing {
  private var list = SyncFileList()
  private(set) var refusals = SyncRefusals()

  var files: [SyncFile] { list.sorted }

  /// Lists the folders of all devices.
  mutating func add(_ root: OpenFolder) throws(SystemError) {
    do throws(SystemError) {
      let devices = try root.folder(SyncLayout.devicesName)
      for name in try devices.names(limit: SyncLayout.countLimit) where !isPassing(name) {
        try addDevice(name, in: devices)
      }
    } catch  where error.code == ENOENT {
      return
    } catch  where Self.isWrongKind(error) {
      refusals.add(SyncLayout.devicesName, SyncRefusals.notAFolder)
    }
  }

  private mutating func addDevice(
    _ device: String, in devices: OpenFolder
  ) throws(SystemError) {
    let path = "\(SyncLayout.devicesName)/\(device)"
    guard SyncLayout.isDevice(device) else {
      refusals.add(path, SyncRefusals.wrongDevice)
      return
    }
    do throws(SystemError) {
      let folder = try devices.folder(device)
      // If a conflict copy's name belongs to another file, the other file counts.
      var names: Set<String> = []
      for file in try folder.names(limit: SyncLayout.countLimit) where !isPassing(file) {
        guard let name = Self.name(ofFile: file) else {
          refusals.add("\(path)/\(file)", SyncRefusals.wrongName)
          continue
        }
        guard names.insert(name).inserted else {
          refusals.add("\(path)/\(file)", SyncRefusals.sameName)
          continue
        }
        try addFile(file, called: name, of: device, in: folder)
      }
    } catch  where error.code == ENOENT {
      // Another program removed the folder meanwhile.
    } catch  where Self.isWrongKind(error) {
      refusals.add(path, SyncRefusals.notAFolder)
    } catch  where error.code == EACCES {
      refusals.add(path, error.reason.lowercased())
    }
  }

  private mutating func addFile(
    _ file: String, called name: String, of device: String, in folder: OpenFolder
  ) throws(SystemError) {
    let status: stat
    do throws(SystemError) {
      status = try folder.status(of: file)
    } catch  where error.code == ENOENT {
      return
    }
    let path = "\(SyncLayout.devicesName)/\(device)/\(file)"
    switch status.st_mode & S_IFMT {
    case S_IFLNK: refusals.add(path, SyncRefusals.link)
    case S_IFREG:
      let reason = list.add(
        SyncFile(
          device: device, name: name, size: Int(status.st_size),
          version: FileVersion.text(of: status)))
      if let reason { refusals.add(path, reason) }
    default: refusals.add(path, SyncRefusals.notAFile)
    }
  }

  /// Whether a file is temporary or not for us: hidden files, and files that programs write before
  /// they rename them.
  private func isPassing(_ name: String) -> Bool { name.hasPrefix(".") || name.hasSuffix(".tmp") }

  private static func isWrongKind(_ error: SystemError) -> Bool {
    [ENOTDIR, ELOOP].contains(error.code)
  }
}

// MARK: - Names

extension FolderListing {
  /// Returns a file's name in a snapshot, or nil if the file isn't a log.
  static func name(ofFile file: String) -> String? {
    SyncLayout.name(ofFile: file) ?? conflictName(ofFile: file)
  }

  /// Returns the file with a name in a snapshot: the log itself, or a conflict copy.
  static func fileName(
    of name: String, in folder: OpenFolder
  ) throws(SystemError) -> String {
    let file = SyncLayout.file(ofName: name)
    guard name.contains(conflictMark) else { return file }
    let names = try folder.names(limit: SyncLayout.countLimit)
    return names.contains(file) ? file : names.first { self.name(ofFile: $0) == name } ?? file
  }

  private static let conflictMark = ".conflict-"

  /// Names a conflict copy, which programs such as Syncthing, Dropbox and Nextcloud make of a file
  /// that changed on two devices. The copy may contain lines that no other file has.
  ///
  ///     conflictName(ofFile: "1.sync-conflict-20260102-030405-ABCDEFG.jsonl")
  ///     conflictName(ofFile: "1 (Ann's conflicted copy 2026-01-02).jsonl")
  private static func conflictName(ofFile file: String) -> String? {
    let isEncrypted = file.hasSuffix(SyncLayout.encryptedExtension)
    let end = isEncrypted ? SyncLayout.encryptedExtension : ""
    guard file.hasSuffix(SyncLayout.fileExtension + end) else { return nil }
    let stem = file.dropLast(SyncLayout.fileExtension.count + end.count)
    guard stem.lowercased().contains("conflict") || stem.contains(/^[a-z0-9.-]+ \([0-9]+\)$/),
      // A file whose name isn't UTF-8 couldn't be opened.
      !stem.contains("\u{FFFD}")
    else { return nil }
    let start = stem.utf8.prefix { SyncLayout.isPlain($0) }.prefix(30)
    guard !start.isEmpty else { return nil }
    let hash = FNVHash(stem.utf8).value
    return
      "\(String(decoding: start, as: UTF8.self))\(conflictMark)\(String(hash, radix: 16))\(end)"
  }
}
