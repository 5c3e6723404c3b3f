public import Foundation
import TaskLimits

/// A home folder that exists for one test.
public struct TemporaryHome: Sendable {
  public let url: URL

  /// The environment to run the program in.
  public var environment: [String: String] { ["HOME": url.path(percentEncoded: false)] }

  /// A folder in which nobody can create anything, not even root.
  public static var unwritableFolder: String {
    #if os(Linux)
      "/sys"
    #else
      "/System"
    #endif
  }

  public func file(_ path: String) -> URL { url.appending(path: path) }
}

/// Runs a body with a new home folder, and deletes the folder afterwards. Only as many tests as there
/// are cores have a home at a time, and 16 at most: more would take processor time from the programs of
/// the tests that take turns, and each keeps databases open, of which a process may have 1,024 files or
/// even fewer.
public func withTemporaryHome<Value: Sendable>(
  _ body: (TemporaryHome) async throws -> Value
) async throws -> Value {
  // A test with several homes takes one place, and one whose turn has come needn't wait again.
  if TemporaryHome.hasPlace || Turn.isTaken { return try await withNewHome(body) }
  guard await TemporaryHome.places.enter() else { throw CancellationError() }
  let result: Result<Value, any Error>
  do {
    result = .success(
      try await TemporaryHome.$hasPlace.withValue(true) { try await withNewHome(body) })
  } catch {
    result = .failure(error)
  }
  await TemporaryHome.places.leave()
  return try result.get()
}

extension TemporaryHome {
  @TaskLocal fileprivate static var hasPlace = false
  fileprivate static let places = TaskQueue(
    limit: min(16, ProcessInfo.processInfo.activeProcessorCount))

  /// Where the homes are: in memory where Linux has a folder for that with room, because the tests make
  /// and delete more than a hundred thousand files. Containers have no room there. `TMPDIR` goes first.
  public static let folder: URL = {
    let (files, memory) = (FileManager.default, "/dev/shm")
    let space = try? files.attributesOfFileSystem(forPath: memory)[.systemFreeSize] as? NSNumber
    let isRoomy = (space?.int64Value ?? 0) >= 2 << 30 && files.isWritableFile(atPath: memory)
    return isRoomy && ProcessInfo.processInfo.environment["TMPDIR"] == nil
      ? URL(filePath: memory, directoryHint: .isDirectory) : files.temporaryDirectory
  }()
}

private func withNewHome<Value: Sendable>(
  _ body: (TemporaryHome) async throws -> Value
) async throws -> Value {
  StatementPlans.begin
  let files = FileManager.default
  let url = TemporaryHome.folder.appending(path: "raylette-\(UUID().uuidString.prefix(18))")
  try files.createDirectory(at: url, withIntermediateDirectories: true)
  defer { try? files.removeItem(at: url) }
  let value = try await body(TemporaryHome(url: url))
  try StatementPlans.check(in: url)
  return value
}
