import Foundation
import LinkStore
import LinkSync

/// The folder, beside the saved links, of what belongs to the exchange alone.
struct SyncFolder: Sendable {
  private let path: String

  init(location: StoreLocation) {
    path = location.dataFile.deletingLastPathComponent().appending(path: "sync")
      .path(percentEncoded: false)
  }

  /// The path of our repository for an address.
  func repository(for address: SyncAddress) -> String {
    let hash = UInt(bitPattern: SyncHash.value(of: address.location.utf8))
    return "\(path)/\(String(hash, radix: 16)).git"
  }

  /// Keeps other programs from exchanging changes at the same time.
  struct Lock: Sendable {
    fileprivate let descriptor: CInt

    func release() { close(descriptor) }
  }

  /// - Parameter waits: whether to wait up to a minute for another program.
  func lock(waits: Bool) async throws(SyncError) -> Lock {
    try? FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let descriptor = open("\(path)/lock", O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw .place(.other(place: path, reason: String(cString: strerror(errno))))
    }
    for _ in 0..<(waits ? 600 : 1) {
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return Lock(descriptor: descriptor) }
      try? await Task.sleep(for: .milliseconds(100))
    }
    close(descriptor)
    throw .busy
  }
}
