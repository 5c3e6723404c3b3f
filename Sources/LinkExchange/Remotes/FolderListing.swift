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
      let devices = try root.folder(RemoteLayout.devicesName)
      for name in try devices.names(limit: RemoteLayout.countLimit) where !isPassing(name) {
        try addDevice(name, in: devices)
      }
    } catch  where error.code == ENOENT {
      return
    } catch  where Self.isWrongKind(error) {
      refusals.add(RemoteLayout.devicesName, SyncRefusals.notAFolder)
    }
  }

  private mutating func addDevice(
    _ device: String, in devices: OpenFolder
  ) throws(SystemError) {
    let path = "\(RemoteLayout.devicesName)/\(device)"
    guard RemoteLayout.isDevice(device) else {
      refusals.add(path, SyncRefusals.wrongDevice)
      return
    }
    do throws(SystemError) {
      let folder = try devices.folder(device)
      // If a conflict copy's name belongs to another file, the other file counts.
      var names: Set<String> = []
      let files = try folder.names(limit: RemoteLayout.countLimit).filter { !isPassing($0) }
      let logs = Self.logs(among: files)
      for file in files {
        guard let name = Self.name(ofFile: file, beside: logs) else {
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
    let path = "\(RemoteLayout.devicesName)/\(device)/\(file)"
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
  /// Returns a file's name in a snapshot, or nil if the file is neither a log nor a copy of one.
  /// - Parameter logs: the names of the logs in the folder; see ``logs(among:)``.
  private static func name(ofFile file: String, beside logs: Set<Substring>) -> String? {
    RemoteLayout.name(ofFile: file) ?? conflictName(ofFile: file, beside: logs)
  }

  /// The names of the logs among files, without the ending for encryption.
  private static func logs(among files: [String]) -> Set<Substring> {
    Set(
      files.compactMap { RemoteLayout.name(ofFile: $0) }
        .map {
          $0.dropLast(RemoteLayout.isEncrypted($0) ? RemoteLayout.encryptedExtension.count : 0)
        })
  }

  /// Returns the file with a name in a snapshot: the log itself, or a conflict copy.
  static func fileName(
    of name: String, in folder: OpenFolder
  ) throws(SystemError) -> String {
    let file = RemoteLayout.file(ofName: name)
    guard name.contains(conflictMark) else { return file }
    let names = try folder.names(limit: RemoteLayout.countLimit)
    if names.contains(file) { return file }
    let logs = logs(among: names)
    return names.first { self.name(ofFile: $0, beside: logs) == name } ?? file
  }

  private static let conflictMark = ".conflict-"

  /// Names a conflict copy, which programs such as Syncthing, Dropbox and Nextcloud make of a file
  /// that changed on two devices. The copy may contain lines that no other file has. Its name begins
  /// with that of the log, and what follows is in the language of the user.
  ///
  ///     1.sync-conflict-20260102-030405-ABCDEFG.jsonl
  ///     1 (Annas in Konflikt stehende Kopie 2026-01-02).jsonl
  ///     1-LAPTOP.jsonl
  private static func conflictName(
    ofFile file: String, beside logs: Set<Substring>
  ) -> String? {
    let isEncrypted = file.hasSuffix(RemoteLayout.encryptedExtension)
    let end = isEncrypted ? RemoteLayout.encryptedExtension : ""
    var stem = file.dropLast(end.count)
    let hasExtension = stem.hasSuffix(RemoteLayout.fileExtension)
    if hasExtension { stem = stem.dropLast(RemoteLayout.fileExtension.count) }
    // A file whose name isn't UTF-8 couldn't be opened.
    guard hasExtension || isEncrypted, !stem.contains("\u{FFFD}"),
      isCopy(stem, hasExtension: hasExtension, of: logs)
    else { return nil }
    let start = stem.utf8.prefix { RemoteLayout.isPlain($0) }.prefix(30)
    guard !start.isEmpty else { return nil }
    let hash = FNVHash(stem.utf8).value
    return
      "\(String(decoding: start, as: UTF8.self))\(conflictMark)\(String(hash, radix: 16))\(end)"
  }

  /// Whether a file's name begins with that of a log, or says that it's a copy of one that may be
  /// gone.
  /// - Parameter hasExtension: whether the log's extension was behind the stem. A program may put
  ///   the words for a copy between that and the ending for encryption.
  private static func isCopy(
    _ stem: Substring, hasExtension: Bool, of logs: Set<Substring>
  ) -> Bool {
    if hasExtension {
      if stem.lowercased().contains("conflict") || stem.contains(/^[a-z0-9.-]+ \([0-9]+\)$/) {
        return true
      }
    } else if !stem.contains(RemoteLayout.fileExtension) {
      return false
    }
    return stem.indices.contains { index in
      !stem[index].isLetter && !stem[index].isNumber && logs.contains(stem[..<index])
        && (hasExtension || stem[index...].hasPrefix(RemoteLayout.fileExtension))
    }
  }
}
