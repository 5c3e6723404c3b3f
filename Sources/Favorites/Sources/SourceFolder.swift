import Foundation

/// The files in a folder and its subfolders.
struct SourceFolder {
  let path: String

  /// The greatest depth of subfolders. Deeper folders, or folders with too many files, aren't
  /// collections of links.
  private static let depthLimit = 16
  private static let fileLimit = 2_000

  /// Whether a path is a folder's, after symbolic links.
  static func isFolder(_ path: String) -> Bool { kind(of: path)?.mode == S_IFDIR }

  /// The paths of the regular files, sorted by name, a folder's files before those of its
  /// subfolders. Hidden files are skipped. A folder with several links to it counts once, so that
  /// links can't form a circle.
  var files: [String] {
    var files: [String] = []
    var visited: Set<Identity> = []
    add(path, depth: 0, to: &files, &visited)
    return files
  }

  private func add(
    _ folder: String, depth: Int, to files: inout [String], _ visited: inout Set<Identity>
  ) {
    guard depth <= Self.depthLimit, let (_, identity) = Self.kind(of: folder),
      visited.insert(identity).inserted
    else { return }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    var folders: [String] = []
    for name in names.sorted() where !name.hasPrefix(".") {
      let path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
      switch Self.kind(of: path)?.mode {
      case S_IFREG: if files.count < Self.fileLimit { files.append(path) }
      case S_IFDIR: folders.append(path)
      default: break
      }
    }
    for folder in folders { add(folder, depth: depth + 1, to: &files, &visited) }
  }

  private struct Identity: Hashable {
    let device: dev_t
    let inode: ino_t
  }

  /// The kind of file at a path, after symbolic links. Nil if the path doesn't exist.
  private static func kind(of path: String) -> (mode: mode_t, Identity)? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return (status.st_mode & S_IFMT, Identity(device: status.st_dev, inode: status.st_ino))
  }
}
