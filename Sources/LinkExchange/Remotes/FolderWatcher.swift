import Dispatch
import Foundation

/// Reports that another program has changed the logs in a folder, within milliseconds.
///
/// Sees nothing in folders on other machines, and on systems without inotify. Look there now and
/// then.
package final class FolderWatcher {
  private let descriptor: Int32
  private let source: any DispatchSourceRead
  private let path: String

  /// The most folders that are watched, because each system has a limit for all programs. Nobody has
  /// as many devices.
  private static let limit = 256

  /// - Parameters:
  ///   - path: the folder's path.
  ///   - onChange: called after one or more changes.
  package init?(path: String, onChange: @escaping @Sendable () -> Void) {
    #if os(Linux)
      let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
      guard descriptor >= 0 else { return nil }
      self.path = path
      self.descriptor = descriptor
      source = DispatchSource.makeReadSource(fileDescriptor: descriptor)
      source.setEventHandler {
        Self.drain(descriptor)
        // Other devices may have new folders.
        Self.watch(path, with: descriptor)
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

  /// Watches the folder again if it was missing or replaced.
  package func watchAgain() { Self.watch(path, with: descriptor) }

  private static func drain(_ descriptor: Int32) {
    withUnsafeTemporaryAllocation(byteCount: 1 << 14, alignment: 8) { buffer in
      while read(descriptor, buffer.baseAddress, buffer.count) > 0 {}
    }
  }

  private static func watch(_ path: String, with descriptor: Int32) {
    #if os(Linux)
      let events = UInt32(
        IN_CLOSE_WRITE | IN_MODIFY | IN_MOVED_TO | IN_CREATE | IN_DELETE | IN_MOVED_FROM)
      let devices = "\(path)/\(SyncLayout.devicesName)"
      let names = (try? FileManager.default.contentsOfDirectory(atPath: devices)) ?? []
      let folders = names.filter(SyncLayout.isDevice).sorted().prefix(limit)
      // Watching a folder again changes nothing.
      for folder in [path, devices] + folders.map({ "\(devices)/\($0)" }) {
        inotify_add_watch(descriptor, folder, events)
      }
    #endif
  }
}
