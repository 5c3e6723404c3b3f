import Foundation

#if canImport(System)
  package import System
#else
  package import SystemPackage
#endif

/// Input for child processes, in a file without a name.
package enum UnlinkedFile {
  /// Returns a file with these bytes, positioned at its beginning. A file rather than a pipe,
  /// because writing to a program that exits before reading everything raises SIGPIPE, and
  /// swift-subprocess 1.0 traps then.
  package static func holding(_ bytes: some Sequence<UInt8>) throws -> FileDescriptor {
    let path = FilePath(NSTemporaryDirectory()).appending("raylette-\(UUID().uuidString)")
    let file = try FileDescriptor.open(
      path, .readWrite, options: [.create, .exclusiveCreate, .closeOnExec],
      permissions: .ownerReadWrite)
    unlink(path.string)
    do {
      try file.writeAll(bytes)
      try file.seek(offset: 0, from: .start)
    } catch {
      try? file.close()
      throw error
    }
    return file
  }
}
