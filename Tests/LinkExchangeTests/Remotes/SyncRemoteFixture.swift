import Foundation
import Subprocess
import TestSupport
import Testing

@testable import LinkExchange

#if canImport(System)
  import System
#else
  import SystemPackage
#endif

/// A kind of remote, for tests that are the same for both.
enum RemoteKind: CaseIterable { case folder, git }

/// A remote in a temporary folder, as several devices see it.
struct SyncRemoteFixture: Sendable {
  let kind: RemoteKind
  let home: TemporaryHome

  /// The shared folder or the bare repository.
  var path: String { home.file("shared").path() }

  /// The environment for git. Nothing of the person who runs the tests gets in.
  var environment: [String: String] {
    [
      "HOME": home.url.path(percentEncoded: false), "GIT_CONFIG_NOSYSTEM": "1",
      "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "",
    ]
  }

  /// Returns the remote as a device sees it, with a repository of its own.
  func remote(_ device: String = "laptop") throws -> any SyncRemote {
    switch kind {
    case .folder: FolderRemote(path: path)
    case .git: try gitRemote(device)
    }
  }

  func gitRemote(_ device: String = "laptop", address: String? = nil) throws -> GitRemote {
    var remote = GitRemote(
      address: try SyncAddress(address ?? path), directory: home.file("own-\(device)").path(),
      environment: environment)
    // Tries at once, because a test mustn't wait.
    remote.retries = SyncRetries(limit: 100, seed: 1, sleep: { _ in await Task.yield() })
    return remote
  }

  /// Runs git as other people would, in a working copy if it's given. Returns its output.
  @discardableResult
  func git(
    _ arguments: String..., in folder: String? = nil, input: String = ""
  ) async throws -> String {
    try await shell("git \"$@\"", arguments, in: folder, input: input)
  }

  /// Runs a shell script.
  @discardableResult
  func shell(
    _ script: String, _ arguments: [String] = [], in folder: String? = nil, input: String = ""
  ) async throws -> String {
    Turn.require(for: "a process")
    let identity = [
      "GIT_AUTHOR_NAME": "x", "GIT_AUTHOR_EMAIL": "x@localhost", "GIT_COMMITTER_NAME": "x",
      "GIT_COMMITTER_EMAIL": "x@localhost", "SHARED": path,
    ]
    var variables: [Environment.Key: String] = [:]
    for (name, value) in environment.merging(identity, uniquingKeysWith: { $1 }) {
      variables[Environment.Key(stringLiteral: name)] = value
    }
    let descriptor = try UnlinkedFile.holding(input.utf8)
    let result = try await Subprocess.run(
      .name("sh"), arguments: Arguments(["-euc", script, "sh"] + arguments),
      environment: .custom(variables),
      workingDirectory: .init(folder ?? home.url.path()),
      input: .fileDescriptor(descriptor, closeAfterSpawningProcess: true),
      output: .string(limit: 1 << 22), error: .string(limit: 1 << 20))
    #expect(result.terminationStatus.isSuccess, "\(script) \(arguments) \(result.standardError)")
    return result.standardOutput.trimmingCharacters(in: .newlines)
  }

  /// Puts files there as another program would, in a commit for git.
  /// - Parameter script: runs in the folder or a working copy.
  func change(_ script: String) async throws {
    switch kind {
    case .folder: try await shell("cd \"$SHARED\"; \(script)")
    case .git:
      try await shell(
        """
        copy=$(mktemp -d ./copy-XXXXXX)
        git init -q -b main "$copy"; cd "$copy"
        if git pull -q "$SHARED" main 2>/dev/null; then :; fi
        \(script)
        git add -A -f; git commit -q -m x; git push -q -f "$SHARED" HEAD:main
        """)
    }
  }

  /// The content of all files in a snapshot, by device and name.
  func contents(
    _ snapshot: SyncSnapshot, by remote: any SyncRemote
  ) async throws -> [String: String] {
    var contents: [String: String] = [:]
    for file in snapshot.files {
      let bytes = try await remote.content(of: file)
      #expect(bytes.count == file.size)
      contents["\(file.device)/\(file.name)"] = String(decoding: bytes, as: UTF8.self)
    }
    return contents
  }
}

/// Runs a body with a new, empty remote.
func withRemote<Value: Sendable>(
  _ kind: RemoteKind, _ body: (SyncRemoteFixture) async throws -> Value
) async throws -> Value {
  try await withTemporaryHome { home in
    let fixture = SyncRemoteFixture(kind: kind, home: home)
    switch kind {
    case .folder:
      try FileManager.default.createDirectory(
        at: home.file("shared"), withIntermediateDirectories: true)
    case .git: try await fixture.git("init", "-q", "--bare", "-b", "main", fixture.path)
    }
    return try await body(fixture)
  }
}

extension SyncFileChange {
  static func append(_ text: String, to name: String = "1", size: Int = 0) -> SyncFileChange {
    SyncFileChange(name: name, kind: .append(Array(text.utf8), toSize: size))
  }

  static func replace(_ name: String = "1", with text: String) -> SyncFileChange {
    SyncFileChange(name: name, kind: .replace(Array(text.utf8)))
  }

  static func remove(_ name: String = "1") -> SyncFileChange {
    SyncFileChange(name: name, kind: .remove)
  }
}

/// Returns the error of a body, or nil if it has none.
func remoteError<Value>(_ body: () async throws -> Value) async -> SyncRemoteError? {
  do {
    _ = try await body()
    return nil
  } catch {
    return error as? SyncRemoteError
  }
}

/// A remote where the laptop and the phone have each written a line. It's made once and copied,
/// because nothing in the repositories names their place.
func withTwoDevices(
  _ body: (SyncRemoteFixture, _ laptop: GitRemote, _ phone: GitRemote) async throws -> Void
) async throws {
  let contents = try await twoDevices.value
  try await withTemporaryHome { home in
    try contents.write(to: home)
    let fixture = SyncRemoteFixture(kind: .git, home: home)
    try await body(fixture, try fixture.gitRemote("laptop"), try fixture.gitRemote("phone"))
  }
}

private let twoDevices = Task {
  try await withRemote(.git) { fixture in
    let (laptop, phone) = (try fixture.gitRemote("laptop"), try fixture.gitRemote("phone"))
    _ = try await laptop.write([.append("a\n"), .append("x\n", to: "2")], by: "laptop")
    _ = try await phone.write([.append("b\n")], by: "phone")
    _ = try await laptop.refresh()
    return try HomeContents(of: fixture.home)
  }
}
