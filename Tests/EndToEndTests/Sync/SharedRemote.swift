import Foundation
import TestSupport
import Testing

/// What several machines can sync with.
enum SharedRemoteKind: CaseIterable { case folder, git }

/// A new, empty folder or bare repository in a temporary home.
struct SharedRemote: Sendable {
  let home: TemporaryHome

  var path: String { home.file("shared").path() }
}

/// Runs a body with a new, empty place.
func withSharedRemote(
  _ kind: SharedRemoteKind, _ body: (SharedRemote) async throws -> Void
) async throws {
  try await withTemporaryHome { home in
    let made = try await CommandRun(
      shell: kind == .git ? "git init -q --bare -b main shared" : "mkdir shared", in: home)
    try #require(made.exitCode == 0, "\(made.error)")
    try await body(SharedRemote(home: home))
  }
}
