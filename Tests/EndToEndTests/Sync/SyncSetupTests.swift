import Foundation
import GRDB
import TestSupport
import Testing

/// `raylette sync init` that fails, in each way it can.
@Suite("raylette sync init that fails", .takesTurn)
struct SyncSetupTests {
  /// Whether nothing of the exchange is in a home, neither files nor rows.
  private static func isUntouched(_ home: TemporaryHome) throws -> Bool {
    let data = home.file(".local/share/raylette")
    let names = try FileManager.default.contentsOfDirectory(atPath: data.path())
    let database = try DatabaseQueue(path: data.appending(path: "saved.sqlite").path())
    let rows = try database.read { db in
      try ["syncState", "syncLink", "syncOutbox", "syncFile", "syncFact"].map {
        try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM \($0)") ?? 0
      }
    }
    return !names.contains("sync") && rows.allSatisfy { $0 == 0 }
  }

  private func run(_ command: String, _ home: TemporaryHome) async throws -> CommandRun {
    try await CommandRun(shell: command, in: home)
  }

  /// Checks that nothing is left, and that the next attempt succeeds.
  private func check(
    _ arguments: String, says sentence: String, links: Int = 1, in home: TemporaryHome
  ) async throws {
    _ = try await run("$raylette saved add https://example.org/own", home)
    let failed = try await run("$raylette sync init \(arguments)", home)
    #expect(failed.exitCode == 1 && failed.output.isEmpty, "\(failed.output)")
    #expect(failed.error.contains(sentence), "\(failed.error)")
    #expect(try Self.isUntouched(home), "\(arguments)")
    let status = try await run("$raylette sync status", home)
    #expect(status.exitCode == 1 && status.error.contains("sync isn't set up"))
    #expect(try Self.isUntouched(home))
    // Nothing of the others has come either.
    #expect(try await run("$raylette saved list", home).lines.count == links)
    let good = try await run("$raylette sync init --folder \"$HOME/good\"", home)
    #expect(good.lines.last == "received nothing new, sent \(links) change", "\(good.error)")
  }

  @Test(
    "because of what's in a folder leaves nothing",
    arguments: [
      ("mkdir p; echo 'raylette sync 9' > p/format", "written by a newer raylette (format 9)"),
      ("mkdir p; echo x > p/photo.jpg", "has other things in it"),
      (
        "mkdir p; printf 'raylette sync 1\\nrecipient age1%058d\\n' 0 | tr 0 q > p/format",
        "the place is encrypted, and this machine has no key for it"
      ),
      ("mkdir -p p/devices/tv; echo x > p/devices/tv/1.jsonl.age", "the place is encrypted"),
      ("echo x > p", "nothing to sync with at"), ("ln -s /nowhere/x p", "nothing to sync with at"),
      // It can be read, and then not be written.
      (
        "mkdir p; echo 'raylette sync 1' > p/format; echo x > p/devices", "nothing to sync with at"
      ),
    ])
  func folders(script: String, sentence: String) async throws {
    try await withTemporaryHome { home in
      let made = try await run(script, home)
      try #require(made.exitCode == 0, "\(made.error)")
      let before = try await run("find p -type f | xargs cat", home).output
      try await check("--folder \"$HOME/p\"", says: sentence, in: home)
      #expect(try await run("find p -type f | xargs cat", home).output == before)
    }
  }

  @Test(
    "because of what git says leaves nothing",
    arguments: [
      ("http://127.0.0.1:1/links.git", "can't reach"),
      ("http://me:wrong@127.0.0.1:PORT/shared", "doesn't accept the user name or password"),
      ("http://127.0.0.1:PORT/shared", "needs a user name and a password"),
      ("http://me:secret@127.0.0.1:PORT/gone", "there's nothing to sync with"),
      ("ssh://127.0.0.1:1/links.git", "can't reach"),
      ("/nowhere/links.git", "nothing to sync with"),
    ])
  func remotes(address: String, sentence: String) async throws {
    try await withSharedRemote(.git) { fixture in
      let server = try GitServer(folder: fixture.home.url, login: "me:secret")
      let address = address.replacing("PORT", with: "\(server.port)")
      try await withTemporaryHome { home in
        try await check("'\(address)'", says: sentence, in: home)
      }
      await server.close()
    }
  }

  @Test(
    "because nothing may be written brings no links of others, and leaves nothing",
    arguments: ["readOnly", "hook"])
  func refusedPush(reason: String) async throws {
    try await withSharedRemote(.git) { fixture in
      try await withTemporaryHome { owner in
        _ = try await run("$raylette saved add https://example.org/theirs", owner)
        let made = try await run("$raylette sync init '\(fixture.path)'", owner)
        try #require(made.exitCode == 0, "\(made.error)")
      }
      if reason == "hook" {
        let made = try await run(
          #"""
          mkdir -p shared/hooks; printf '#!/bin/sh\nexit 1\n' > shared/hooks/pre-receive
          chmod +x shared/hooks/pre-receive
          """#, fixture.home)
        try #require(made.exitCode == 0, "\(made.error)")
      }
      let server = try GitServer(folder: fixture.home.url, canWrite: reason == "hook")
      try await withTemporaryHome { home in
        try await check(
          "'http://127.0.0.1:\(server.port)/shared'",
          says: reason == "hook" ? "refuses the change" : "you may not write", in: home)
      }
      await server.close()
    }
  }

  @Test("because it's killed leaves nothing for the next command", arguments: ["fetch", "push"])
  func killed(command: String) async throws {
    try await withSharedRemote(.git) { fixture in
      try await withTemporaryHome { owner in
        let made = try await run("$raylette sync init '\(fixture.path)'", owner)
        try #require(made.exitCode == 0, "\(made.error)")
      }
      try await withTemporaryHome { home in
        _ = try await run("$raylette saved add https://example.org/own", home)
        let killed = try await run(
          #"""
          mkdir bin; real=$(command -v git)
          cat > bin/git <<END
          #!/bin/sh
          for word; do
            test "\$word" = \#(command) || continue
            touch "$HOME/reached"
            while test -d "$HOME" && ! test -e "$HOME/stop"; do sleep 0.05; done
            exit 1
          done
          exec "$real" "\$@"
          END
          chmod +x bin/git
          PATH="$HOME/bin:$PATH" $raylette sync init '\#(fixture.path)' & process=$!
          tries=0
          while ! test -e reached && test $tries -lt 1200; do sleep 0.05; tries=$((tries + 1)); done
          kill -9 $process; wait $process
          touch stop; ls -d .local/share/raylette/sync
          """#, home)
        #expect(killed.output.contains("sync"), "\(killed.error)")
        let status = try await run("$raylette sync status", home)
        #expect(status.exitCode == 1 && status.error.contains("sync isn't set up"))
        #expect(try Self.isUntouched(home))
        let good = try await run("$raylette sync init '\(fixture.path)'", home)
        #expect(good.exitCode == 0 && good.output.contains("with 1 device"), "\(good.error)")
      }
    }
  }

  @Test("after another place was left, goes back to that")
  func afterLeaving() async throws {
    try await withTemporaryHome { home in
      let run = try await run(
        """
        $raylette saved add https://example.org/own
        $raylette sync init --folder "$HOME/good" && $raylette sync leave
        ! $raylette sync init http://127.0.0.1:1/links.git
        ! $raylette sync status
        $raylette saved add https://example.org/more
        $raylette sync init --folder "$HOME/good"
        """, home)
      #expect(run.exitCode == 0, "\(run.error)")
      #expect(run.lines.last == "received nothing new, sent 2 changes")
    }
  }

  @Test("two at once don't name two places", arguments: [2, 8])
  func together(count: Int) async throws {
    try await withTemporaryHome { home in
      let run = try await run(
        """
        $raylette saved add https://example.org/own
        for number in $(seq \(count)); do
          ($raylette sync init --folder "$HOME/place$number" && touch "done$number") & done; wait
        ls -d done* | wc -l; ls -d place* | wc -l; $raylette sync
        """, home)
      #expect(run.exitCode == 0, "\(run.error)")
      #expect(run.lines.suffix(3) == ["1", "1", "received nothing new, sent nothing"])
      #expect(run.error.components(separatedBy: "already; run raylette sync leave").count == count)
    }
  }
}
