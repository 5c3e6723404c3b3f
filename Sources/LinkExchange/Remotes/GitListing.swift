import Localization

/// The logs in a commit. Decides which entries of a hostile tree count.
struct GitListing {
  /// All listed entries, including the ones that don't count.
  let entries: [GitEntry]
  private(set) var format: GitEntry?
  /// The folders of devices, by name.
  private(set) var devices: [String: GitEntry] = [:]
  private var list = SyncFileList()
  private var refusals = SyncRefusals()

  var files: [SyncFile] { list.sorted }
  var refused: [String] { refusals.all }

  init(_ entries: [GitEntry] = []) {
    self.entries = entries
    var seen: Set<[UInt8]> = []
    // Git's own commands never write a tree with the same name twice, but other programs can.
    for entry in entries where seen.insert(entry.path).inserted {
      let parts = entry.pathText.split(separator: "/", omittingEmptySubsequences: false)
        .map(String.init)
      switch parts.count {
      case 1 where parts[0] == RemoteLayout.formatName: format = entry
      case 1 where !entry.isFolder: refusals.add(entry.pathText, SyncRefusals.notAFolder)
      case 2: addDevice(parts[1], entry)
      case 3 where devices[parts[1]] != nil: addFile(parts[2], of: parts[1], entry)
      // Entries in a refused folder, which stands for them, and entries that lie too deep.
      default: break
      }
    }
  }

  private mutating func addDevice(_ name: String, _ entry: GitEntry) {
    if !entry.isFolder {
      refusals.add(entry.pathText, SyncRefusals.notAFolder)
    } else if RemoteLayout.isDevice(name) {
      devices[name] = entry
    } else {
      refusals.add(entry.pathText, SyncRefusals.wrongDevice)
    }
  }

  private mutating func addFile(_ file: String, of device: String, _ entry: GitEntry) {
    if let reason = Self.refusal(of: entry) {
      refusals.add(entry.pathText, reason)
    } else if let name = RemoteLayout.name(ofFile: file), let size = entry.size {
      let file = SyncFile(device: device, name: name, size: size, version: entry.id)
      if let reason = list.add(file) { refusals.add(entry.pathText, reason) }
    } else {
      refusals.add(entry.pathText, SyncRefusals.wrongName)
    }
  }

  private static func refusal(of entry: GitEntry) -> String? {
    if entry.mode == "120000" { return SyncRefusals.link }
    if entry.mode == "160000" { return localized("it's a submodule") }
    return entry.isFile ? nil : SyncRefusals.notAFile
  }
}

/// An entry of a tree, as `git ls-tree` prints it and `git mktree` reads it.
struct GitEntry: Hashable {
  var mode: String
  /// `blob`, `tree` or `commit`.
  var kind: String
  var id: String
  /// In bytes. Only blobs in a listing with sizes have one.
  var size: Int?
  /// Relative to the listed tree. Bytes, because git's names can be any bytes.
  var path: [UInt8]

  static func file(_ name: String, id: String) -> GitEntry {
    GitEntry(mode: "100644", kind: "blob", id: id, path: Array(name.utf8))
  }

  static func folder(_ name: String, id: String) -> GitEntry {
    GitEntry(mode: "040000", kind: "tree", id: id, path: Array(name.utf8))
  }

  /// Whether the entry is a regular file. A symbolic link is a blob too.
  var isFile: Bool { kind == "blob" && mode.hasPrefix("100") }
  var isFolder: Bool { kind == "tree" }

  var pathText: String { String(decoding: path, as: UTF8.self) }

  /// Parses the output of `git ls-tree -z`, with or without `-l`.
  static func entries(in output: [UInt8]) -> [GitEntry] {
    output.split(separator: 0).compactMap { record in
      guard let tab = record.firstIndex(of: UInt8(ascii: "\t")) else { return nil }
      let fields = record[..<tab].split(separator: UInt8(ascii: " "))
        .map { String(decoding: $0, as: UTF8.self) }
      guard fields.count >= 3 else { return nil }
      return GitEntry(
        mode: fields[0], kind: fields[1], id: fields[2],
        size: fields.count > 3 ? Int(fields[3]) : nil, path: Array(record[(tab + 1)...]))
    }
  }

  /// The input of `git mktree -z`.
  static func input(for entries: some Sequence<GitEntry>) -> [UInt8] {
    entries.flatMap { Array("\($0.mode) \($0.kind) \($0.id)\t".utf8) + $0.path + [0] }
  }
}

extension [GitEntry] {
  /// Returns the entries in a folder, with paths relative to the folder.
  func children(of folder: String) -> [GitEntry] {
    let prefix = [UInt8]("\(folder)/".utf8)
    return compactMap { entry in
      let name = entry.path.dropFirst(prefix.count)
      guard entry.path.starts(with: prefix), !name.contains(UInt8(ascii: "/")) else { return nil }
      var child = entry
      child.path = [UInt8](name)
      return child
    }
  }
}
