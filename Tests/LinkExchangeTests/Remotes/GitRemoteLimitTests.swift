import Foundation
import TestSupport
import Testing

@testable import LinkExchange

/// Large files, time, and programs that are missing or always first.
@Suite(.takesTurn)
struct GitRemoteLimitTests {
  @Test("many megabytes go there and back")
  func large() async throws {
    try await withRemote(.git) { fixture in
      let remote = try fixture.gitRemote()
      var random = SeededRandom(seed: 1)
      var bytes: [UInt8] = []
      while bytes.count < 30 << 20 { withUnsafeBytes(of: random.next()) { bytes += $0 } }
      bytes.append(10)
      let change = SyncFileChange(name: "1", kind: .replace(bytes))
      let file = try #require(try await remote.write([change], by: "tv").files.first)
      #expect(file.size == bytes.count)
      #expect(try await remote.content(of: file) == bytes)
      let huge = SyncFileChange(
        name: "1", kind: .append([UInt8](repeating: 10, count: 40 << 20), toSize: bytes.count))
      #expect(await remoteError { try await remote.write([huge], by: "tv") } == .fileTooLarge("1"))
    }
  }

  @Test("cancelling ends git and what it started")
  func cancelling() async throws {
    try await withRemote(.git) { fixture in
      // An ssh that never answers.
      try await fixture.shell(
        "printf '#!/bin/sh\\necho $$ > %s/pid\\nexec sleep 1000\\n' \"$PWD\" > ssh; chmod +x ssh")
      var remote = try fixture.gitRemote(address: "me@example.org:links")
      remote.environment["GIT_SSH_COMMAND"] = fixture.home.file("ssh").path()
      let task = Task { [remote] in await remoteError { try await remote.refresh() } }
      let file = fixture.home.file("pid").path()
      var pid: Int32?
      try await waitUntil {
        pid = (try? String(contentsOfFile: file, encoding: .utf8)).flatMap {
          Int32($0.trimmingCharacters(in: .whitespacesAndNewlines))
        }
        return pid != nil
      }
      task.cancel()
      #expect(await task.value == .cancelled)
      let process = try #require(pid)
      #expect(try await waitUntil { kill(process, 0) != 0 })

      remote.timeLimit = .milliseconds(300)
      let error = await remoteError { try await remote.refresh() }
      #expect(error == .timedOut(remote: "me@example.org:links", limit: .milliseconds(300)))
    }
  }

  @Test("without git, the error says so")
  func noGit() async throws {
    try await withRemote(.git) { fixture in
      var remote = try fixture.gitRemote()
      remote.environment["PATH"] = "/nowhere"
      #expect(await remoteError { try await remote.refresh() } == .programMissing("git"))
    }
  }

  @Test("if others are always first, it gives up after longer and longer waits")
  func busy() async throws {
    try await withTwoDevices { fixture, laptop, _ in
      // A git whose pushes are always too late.
      try await fixture.shell(
        """
        mkdir bin; real=$(command -v git)
        printf '#!/bin/sh\\nfor x; do test $x = push && { printf "!\\\\tx:y\\\\t[rejected] (fetch first)\\\\n"; exit 1; }; done\\nexec %s "$@"\\n' "$real" > bin/git
        chmod +x bin/git
        """)
      let waits = Waits()
      var late = laptop
      late.environment["PATH"] =
        "\(fixture.home.file("bin").path()):\(fixture.environment["PATH"] ?? "")"
      late.retries = SyncRetries(seed: 1, sleep: { await waits.add($0) })
      let error = await remoteError {
        try await late.write([.append("c\n", size: 2)], by: "laptop")
      }
      #expect(error == .busy(remote: fixture.path))
      let all = await waits.all
      #expect(all == (1..<late.retries.limit).map { late.retries.pause(beforeAttempt: $0) })
      #expect(all.allSatisfy { $0 >= .milliseconds(50) && $0 <= .seconds(5) })
      #expect((all.max() ?? .zero) > (all.first ?? .zero))
    }
  }

  private actor Waits {
    var all: [Duration] = []
    func add(_ wait: Duration) { all.append(wait) }
  }
}
