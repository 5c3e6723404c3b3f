/// The logs of a remote, as many of them as are read. There's an end to them, because a remote can be
/// hostile.
struct SyncFileList {
  private var files: [SyncFile] = []
  private var sizes: [String: Int] = [:]
  private var totalSize = 0

  /// Takes a file.
  /// - Returns: why it's ignored, or nil if it isn't.
  mutating func add(_ file: SyncFile) -> String? {
    guard file.size <= SyncLayout.sizeLimit else { return SyncRefusals.tooLarge }
    guard files.count < SyncLayout.countLimit else { return SyncRefusals.tooMany }
    let size = sizes[file.device, default: 0] + file.size
    guard size <= SyncLayout.deviceSizeLimit else { return SyncRefusals.tooMuchOfDevice }
    guard totalSize + file.size <= SyncLayout.totalSizeLimit else { return SyncRefusals.tooMuch }
    sizes[file.device] = size
    totalSize += file.size
    files.append(file)
    return nil
  }

  /// Sorted by device and name.
  var sorted: [SyncFile] { files.sorted { ($0.device, $0.name) < ($1.device, $1.name) } }
}
