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
    let prefix = Array<UInt8>("\(folder)/".utf8)
    return compactMap { entry in
      let name = entry.path.dropFirst(prefix.count)
      guard entry.path.starts(with: prefix), !name.contains(UInt8(ascii: "/")) else { return nil }
      var child = entry
      child.path = Array<UInt8>(name)
      return child
    }
  }
}
