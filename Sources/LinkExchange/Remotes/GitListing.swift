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
      case 1 where parts[0] == SyncLayout.formatName: format = entry
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
    } else if SyncLayout.isDevice(name) {
      devices[name] = entry
    } else {
      refusals.add(entry.pathText, SyncRefusals.wrongDevice)
    }
  }

  private mutating func addFile(_ file: String, of device: String, _ entry: GitEntry) {
    if let reason = Self.refusal(of: entry) {
      refusals.add(entry.pathText, reason)
    } else if let name = SyncLayout.name(ofFile: file), let size = entry.size {
      let file = SyncFile(device: device, name: name, size: size, version: entry.id)
      if let reason = list.add(file) { refusals.add(entry.pathText, reason) }
    } else {
      refusals.add(entry.pathText, SyncRefusals.wrongName)
    }
  }

  private static func refusal(of entry: GitEntry) -> String? {
    if entry.mode == "120000" { return SyncRefusals.link }
    if entry.mode == "160000" { return "it's a submodule" }
    return entry.isFile ? nil : SyncRefusals.notAFile
  }
}
