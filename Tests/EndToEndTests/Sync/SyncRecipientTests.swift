import Foundation
import TestSupport
import Testing

private let hasAge = ["/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"].contains {
  FileManager.default.isExecutableFile(atPath: "\($0)/age")
}

/// The real program with age, on machines that are homes.
@Suite("raylette sync recipients", .enabled(if: hasAge, "age isn't installed"), .takesTurn)
struct SyncRecipientTests {
  private func run(_ command: String, _ home: TemporaryHome) async throws -> CommandRun {
    try await CommandRun(shell: command, in: home)
  }

  /// Makes a key and names it in the settings.
  /// - Returns: the public key.
  private func makeKey(in home: TemporaryHome) async throws -> String {
    let made = try await run(
      """
      mkdir -p .config/age .config/raylette && age-keygen -o .config/age/keys.txt 2>/dev/null
      printf 'sync: {identity: ~/.config/age/keys.txt}\\n' > .config/raylette/config.yml
      age-keygen -y .config/age/keys.txt
      """, home)
    return String(try #require(made.lines.first, "\(made.error)"))
  }

  @Test("a machine joins an encrypted place once its key was added", arguments: ["git", "folder"])
  func journey(kind: String) async throws {
    try await withTemporaryHome { shared in
      let path = shared.file("links").path(percentEncoded: false)
      let setUp = kind == "git" ? "'\(path)'" : "--folder '\(path)'"
      // All bytes that the others can see, with all that there ever was.
      let seen =
        kind == "git"
        ? "git -C '\(path)' cat-file --batch-all-objects --batch; true"
        : "cat '\(path)'/devices/*/*"
      if kind == "git" { _ = try await run("git init -q --bare '\(path)'", shared) }
      try await withTemporaryHome { first in
        try await withTemporaryHome { second in
          let one = try await makeKey(in: first)
          _ = try await run("$raylette saved add https://secret.example/a", first)
          let made = try await run("$raylette sync init \(setUp) --recipient \(one)", first)
          #expect(
            made.lines == [
              "set up \(path), encrypted for 1 recipient", "received nothing new, sent 1 change",
            ], "\(made.error)")

          let invitation = try await run("$raylette sync invite", first)
          #expect(invitation.error.contains("raylette sync recipients add"))
          #expect(!(invitation.output + invitation.error).contains("SECRET"))
          _ = try await run("$raylette saved add https://secret.example/b", second)
          let refused = try await run("$raylette sync init \(setUp)", second)
          #expect(refused.exitCode == 1 && refused.error.contains("age-keygen -o"))
          let two = try await makeKey(in: second)
          let strange = try await run("$raylette sync init \(setUp)", second)
          #expect(strange.exitCode == 1 && strange.error.contains("sync recipients add"))
          let added = try await run("$raylette sync recipients add \(two)", first)
          #expect(added.lines.first == "\(path) is encrypted for 2 recipients", "\(added.error)")
          let joined = try await run("$raylette sync init \(setUp)", second)
          #expect(
            joined.lines == [
              "joined \(path) with 1 device, encrypted for 2 recipients",
              "received 1 link, sent 1 change",
            ], "\(joined.error)")
          #expect(joined.error.isEmpty)
          let received = try await run("$raylette sync", first)
          #expect(received.lines == ["received 1 link, sent nothing"] && received.error.isEmpty)

          for home in [first, second] {
            let list = try await run("$raylette sync recipients", home)
            #expect(list.lines.map(String.init) == [one, two])
            let status = try await run("$raylette sync status", home)
            #expect(status.lines.contains("recipient\t\(two)"))
          }
          // A machine that has lost its settings.
          let lost = try await run(
            "$raylette saved add https://secret.example/c; mv .config/raylette x; $raylette sync; echo $?; $raylette sync status",
            second)
          #expect(lost.lines.contains("1") && lost.error.contains("has no key for it"))
          #expect(lost.output.contains("last exchange\tfailed just now: the place is encrypted"))
          _ = try await run("mv x .config/raylette", second)

          let removed = try await run("$raylette sync recipients remove \(one)", second)
          #expect(removed.lines.first == "\(path) is encrypted for 1 recipient", "\(removed.error)")
          let out = try await run("$raylette sync; $raylette sync recipients", first)
          #expect(out.error.contains("isn't among the recipients"), "\(out.error)")
          #expect(out.lines.suffix(1) == [Substring(two)])
          // What it has written before is still there, readable to whom it was.
          let again = try await run(
            "$raylette sync; $raylette saved list | wc -l; \(seen)", second)
          #expect(again.lines.contains("3") && !again.output.contains("secret.example"))
        }
      }
    }
  }

  @Test("what isn't a key is refused before anything is asked", arguments: ["add", "remove"])
  func wrongKeys(command: String) async throws {
    try await withTemporaryHome { home in
      let key = try await makeKey(in: home)
      _ = try await run("$raylette sync init --folder \"$HOME/p\" --recipient \(key)", home)
      let isAdd = command == "add"
      let sentence = isAdd ? "is not a public key" : "that isn't one of the recipients"
      for (text, code, sentence) in [
        ("age1x", isAdd ? 2 : 1, sentence), ("-- -o", isAdd ? 2 : 1, sentence),
        ("", 2, "missing expected argument"),
      ] as [(String, Int32, String)] {
        let run = try await run("$raylette sync recipients \(command) \(text)", home)
        #expect(run.exitCode == code && run.error.contains(sentence), "\(run.error)")
      }
      #expect(try await run("$raylette sync recipients", home).lines.map(String.init) == [key])
    }
  }

  @Test("a plain place has no list, and can get one")
  func plain() async throws {
    try await withTemporaryHome { home in
      let key = try await makeKey(in: home)
      let run = try await run(
        """
        $raylette saved add https://secret.example/a > /dev/null
        $raylette sync init --folder "$HOME/p"; $raylette sync recipients
        $raylette sync init --folder "$HOME/p" --recipient age1
        $raylette sync recipients add \(key) && cat p/format p/devices/*/*
        """, home)
      #expect(run.exitCode == 0, "\(run.error)")
      #expect(run.error.contains("isn't encrypted; raylette sync recipients add"))
      #expect(run.output.contains("raylette sync 1\nrecipient \(key)\n"))
      #expect(!run.output.contains("secret.example"))
    }
  }

  @Test("keys of ssh read and write, too")
  func ssh() async throws {
    try await withTemporaryHome { first in
      let made = try await run(
        """
        ssh-keygen -q -t ed25519 -N '' -f key && mkdir -p .config/raylette
        echo 'sync: {identity: ~/key}' > .config/raylette/config.yml
        $raylette saved add https://secret.example/a
        $raylette sync init --folder "$HOME/p" --recipient "$(cat key.pub)" && $raylette sync
        """, first)
      #expect(made.exitCode == 0, "\(made.error)")
      #expect(made.lines.last == "received nothing new, sent nothing")
    }
  }
}

/// Exchanges at once, which nobody has to begin again.
@Suite("raylette sync at once", .takesTurn)
struct SyncTogetherTests {
  @Test("several in one home wait for each other", arguments: [2, 8])
  func oneHome(count: Int) async throws {
    try await withTemporaryHome { home in
      let run = try await CommandRun(
        shell: """
          $raylette sync init --folder "$HOME/p" > /dev/null
          for number in $(seq \(count)); do
            $raylette saved add https://example.org/$number > /dev/null
            ($raylette sync; echo "ended with $?") & done; wait
          $raylette sync; cat p/devices/*/* | wc -l
          """, in: home)
      #expect(run.lines.count { $0 == "ended with 0" } == count, "\(run.error)")
      #expect(run.lines.suffix(2) == ["received nothing new, sent nothing", "\(count)"])
    }
  }

  @Test(
    "several machines at one place write all that they have",
    arguments: SharedRemoteKind.allCases, [2, 8])
  func oneRemote(kind: SharedRemoteKind, count: Int) async throws {
    try await withSharedRemote(kind) { fixture in
      let place = kind == .git ? "'\(fixture.path)'" : "--folder '\(fixture.path)'"
      let run = try await CommandRun(
        shell: """
          home() { mkdir -p "home$1"; HOME="$PWD/home$1" "$raylette" $2 $3 $4 $5; }
          machine() {
            home $1 saved add https://example.org/$1/1
            home $1 sync init \(place) || return
            home $1 saved add https://example.org/$1/2
            home $1 sync || return
            touch "ended$1"
          }
          for number in $(seq \(count)); do machine $number > log$number 2>&1 & done; wait
          ls ended* | wc -l; cat log* >&2
          for number in $(seq \(count)); do home $number sync > /dev/null; done
          for number in $(seq \(count)); do home $number saved export | sort | cksum; done | sort -u | wc -l
          home 1 saved list | wc -l
          """, in: fixture.home)
      #expect(run.lines == ["\(count)", "1", "\(count * 2)"], "\(run.error)")
      #expect(!run.error.contains("again"))
    }
  }
}
