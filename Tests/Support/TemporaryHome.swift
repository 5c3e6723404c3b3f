public import Foundation

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

/// Runs a body with a new home folder, and deletes the folder afterwards.
public func withTemporaryHome<Value: Sendable>(
  _ body: (TemporaryHome) async throws -> Value
) async throws -> Value {
  StatementPlans.begin
  let files = FileManager.default
  let url = files.temporaryDirectory.appending(path: "raylette-\(UUID().uuidString)")
  try files.createDirectory(at: url, withIntermediateDirectories: true)
  defer { try? files.removeItem(at: url) }
  let value = try await body(TemporaryHome(url: url))
  try StatementPlans.check(in: url)
  return value
}
