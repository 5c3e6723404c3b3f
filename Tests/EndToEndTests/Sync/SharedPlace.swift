import Foundation
import TestSupport
import Testing

/// What several machines can sync with.
enum SharedPlaceKind: CaseIterable { case folder, git }

/// A new, empty folder or bare repository in a temporary home.
struct SharedPlace: Sendable {
  let home: TemporaryHome

  var path: String { home.file("shared").path() }
}

/// Runs a body with a new, empty place.
func withSharedPlace(
  _ kind: SharedPlaceKind, _ body: (SharedPlace) async throws -> Void
) async throws {
  try await withTemporaryHome { home in
    let made = try await CommandRun(
      shell: kind == .git ? "git init -q --bare -b main shared" : "mkdir shared", in: home)
    try #require(made.exitCode == 0, "\(made.error)")
    try await body(SharedPlace(home: home))
  }
}
