/// The logs of a remote that are read. Sizes and counts are limited, because a remote can be
/// hostile.
struct SyncFileList {
  private var files: [SyncFile] = []
  private var sizes: [String: Int] = [:]
  private var totalSize = 0

  /// Adds a file, unless it exceeds a limit.
  /// - Returns: the reason why the file is ignored, or nil if it's added.
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

  /// The files, sorted by device and name.
  var sorted: [SyncFile] { files.sorted { ($0.device, $0.name) < ($1.device, $1.name) } }
}
