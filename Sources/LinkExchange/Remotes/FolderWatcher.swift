import Dispatch
import Foundation
import TaskLimits

/// Reports that files in folders have changed, within milliseconds.
///
/// Sees nothing in folders on other machines, and on systems without inotify. Look there now and
/// then.
package final class FolderWatcher {
  private let descriptor: Int32
  private let source: any DispatchSourceRead
  private let folders: @Sendable () -> [String]
  private let isComplete: Locked<Bool>

  /// Whether all folders are watched: none is missing, and the system has watches left.
  package var seesAll: Bool { isComplete.withLock { $0 } }

  /// - Parameters:
  ///   - folders: returns the paths of the folders, which may change with each change in them.
  ///   - onChange: called after one or more changes.
  package init?(
    folders: @escaping @Sendable () -> [String], onChange: @escaping @Sendable () -> Void
  ) {
    #if os(Linux)
      let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
      guard descriptor >= 0 else { return nil }
      let isComplete = Locked(false)
      self.folders = folders
      self.isComplete = isComplete
      self.descriptor = descriptor
      source = DispatchSource.makeReadSource(fileDescriptor: descriptor)
      source.setEventHandler {
        Self.drain(descriptor)
        isComplete.withLock { $0 = Self.watch(folders(), with: descriptor) }
        onChange()
      }
      source.setCancelHandler { close(descriptor) }
      source.activate()
      watchAgain()
    #else
      return nil
    #endif
  }

  deinit { source.cancel() }

  /// Watches folders again that were missing or replaced.
  package func watchAgain() {
    isComplete.withLock { $0 = Self.watch(folders(), with: descriptor) }
  }

  private static func drain(_ descriptor: Int32) {
    withUnsafeTemporaryAllocation(byteCount: 1 << 14, alignment: 8) { buffer in
      while read(descriptor, buffer.baseAddress, buffer.count) > 0 {}
    }
  }

  /// - Returns: whether all folders are watched.
  private static func watch(_ folders: [String], with descriptor: Int32) -> Bool {
    #if os(Linux)
      let events = UInt32(
        IN_CLOSE_WRITE | IN_MODIFY | IN_MOVED_TO | IN_CREATE | IN_DELETE | IN_MOVED_FROM
          | IN_MOVE_SELF)
      // Watching a folder again changes nothing.
      return folders.reduce(true) { inotify_add_watch(descriptor, $1, events) >= 0 && $0 }
    #else
      return false
    #endif
  }
}

extension FolderWatcher {
  /// The most devices whose folders are watched, because each system has a limit for all programs.
  /// Nobody has as many.
  private static let deviceLimit = 256

  /// Watches the logs in a folder through which devices exchange changes.
  package convenience init?(logsAt path: String, onChange: @escaping @Sendable () -> Void) {
    self.init(
      folders: {
        let devices = "\(path)/\(RemoteLayout.devicesName)"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: devices)) ?? []
        // Other devices may have new folders.
        return [path, devices]
          + names.filter(RemoteLayout.isDevice).sorted().prefix(Self.deviceLimit)
          .map { "\(devices)/\($0)" }
      }, onChange: onChange)
  }
}
