import Foundation
import LinkStore
import TestSupport
import Testing

@testable import LinkExchange

@Suite(.takesTurn)
struct GitRemoteTests {
  private let all = ["laptop/1": "a\n", "laptop/2": "x\n", "phone/1": "b\n"]

  /// What other people do to a repository.
  enum Accident: String, CaseIterable {
    case squashed = """
      git checkout -q --orphan new; git commit -q -m squashed; git push -q -f origin new:main
      """
    case unrelated = """
      git checkout -q --orphan new; git rm -q -r -f devices; git commit -q -m x
      git push -q -f origin new:main
      """
    case rewound = "git reset -q --hard HEAD~1; git push -q -f origin HEAD:main"
    case recreated = "rm -rf \"$SHARED\"; git init -q --bare -b main \"$SHARED\""
    case recreatedWithReadme = """
      rm -rf "$SHARED"; git init -q --bare -b main "$SHARED"
      git checkout -q --orphan new; git rm -q -r -f .; echo x > README.md; git add README.md
      git commit -q -m x; git push -q origin new:main
      """
    case renamed = """
      git push -q origin HEAD:trunk; git push -q origin :main || git -C "$SHARED" branch -D main
      git -C "$SHARED" symbolic-ref HEAD refs/heads/trunk
      """
    case folderRemoved =
      "git rm -q -r devices/phone; git commit -q -m x; git push -q origin HEAD:main"
    case ownFolderRemoved = """
      git rm -q -r devices/laptop; git commit -q -m x; git push -q origin HEAD:main
      """
    case ownFileRemoved = """
      git rm -q devices/laptop/2.jsonl; git commit -q -m x; git push -q origin HEAD:main
      """
  }

  @Test(
    "whatever happens to the remote, the next write puts back what it lost",
    arguments: Accident.allCases, [true, false])
  func accidents(accident: Accident, looksBefore: Bool) async throws {
    try await withTwoDevices { fixture, laptop, _ in
      try await fixture.shell(
        "git -C \"$SHARED\" config receive.denyDeleteCurrent ignore; git clone -q \"$SHARED\" copy; cd copy; \(accident.rawValue)"
      )
      if looksBefore { _ = try await laptop.refresh() }
      let written = try await laptop.write([.append("c\n", size: 2)], by: "laptop")
      var expected = all
      expected["laptop/1"] = "a\nc\n"
      #expect(try await fixture.contents(written, by: laptop) == expected)
      // A new device sees the same.
      let reader = try fixture.gitRemote("reader")
      #expect(try await fixture.contents(try await reader.refresh(), by: reader) == expected)
      if accident == .recreatedWithReadme {
        let names = try await fixture.git("ls-tree", "--name-only", "HEAD", in: fixture.path)
        #expect(names == "README.md\ndevices\nformat")
      }
    }
  }

  @Test("a write without changes puts back what the remote lost, and else does nothing")
  func repair() async throws {
    try await withTwoDevices { fixture, laptop, _ in
      let head = try await fixture.git("rev-parse", "main", in: fixture.path)
      #expect(
        try await fixture.contents(try await laptop.write([], by: "laptop"), by: laptop) == all)
      #expect(try await fixture.git("rev-parse", "main", in: fixture.path) == head)
      try await fixture.shell(Accident.recreated.rawValue)
      #expect(try await laptop.refresh() == SyncSnapshot())
      #expect(
        try await fixture.contents(try await laptop.write([], by: "laptop"), by: laptop) == all)
    }
  }

  @Test("a single file that another device removed stays removed")
  func compaction() async throws {
    try await withTwoDevices { fixture, laptop, phone in
      _ = try await phone.write([.append("d\n", to: "2")], by: "phone")
      _ = try await laptop.refresh()
      _ = try await phone.write([.replace("2", with: "b\nd\n"), .remove("1")], by: "phone")
      let written = try await laptop.write([.append("c\n", size: 2)], by: "laptop")
      #expect(
        try await fixture.contents(written, by: laptop) == [
          "laptop/1": "a\nc\n", "laptop/2": "x\n", "phone/2": "b\nd\n",
        ])
    }
  }

  @Test("if our repository is deleted, everything comes from the remote again")
  func deleted() async throws {
    try await withTwoDevices { fixture, laptop, _ in
      try FileManager.default.removeItem(atPath: laptop.directory)
      let written = try await laptop.write([.append("c\n", size: 2)], by: "laptop")
      #expect(written.files.map(\.size) == [4, 2, 2])
    }
  }

  /// What a power cut or a full disk leaves in our repository.
  enum Damage: String, CaseIterable {
    case lockedRemote = "touch refs/raylette/remote.lock"
    case lockedOwn = "touch refs/raylette/own/laptop.lock"
    case lockedKnown = "touch refs/raylette/known/phone.lock; rm -f refs/raylette/known/phone"
    case lockedPacks = "git --git-dir=. pack-refs --all || :; touch packed-refs.lock"
    case lockedHead = "echo ref: refs/heads/raylette-unknown > HEAD; touch HEAD.lock config.lock"
    case emptyHead = ": > HEAD"
    case emptyRemote = ": > refs/raylette/remote"
    case emptyOwn = "mkdir -p refs/raylette/own; : > refs/raylette/own/laptop"
    case emptyKnown = ": > refs/raylette/known/phone"
    case wrongReference = "echo x > refs/raylette/remote"
    case emptyObjects = "find objects -type f -exec sh -c ': > \"$1\"' sh {} ';'"
    case noObjects = "rm -rf objects; mkdir objects"
    case damagedObjects =
      "find objects -type f -exec sh -c 'printf damaged > \"$1\"' sh {} ';'"
    case emptyFiles = "find . -type f -exec sh -c ': > \"$1\"' sh {} ';'"
    case damagedSettings = "echo '[' > config"
    case damagedPacks = "git --git-dir=. pack-refs --all; echo x > packed-refs"
    case file = "cd ..; rm -rf own-laptop; echo x > own-laptop"
  }

  @Test(
    "whatever a crash left in our repository, the next exchange works", arguments: Damage.allCases)
  func damage(damage: Damage) async throws {
    try await withTwoDevices { fixture, laptop, phone in
      func breakIt() async throws {
        try await fixture.shell("chmod -R u+w .; \(damage.rawValue)", in: laptop.directory)
      }
      let file = try #require(try await laptop.refresh().files.first)
      // Whether it's asked for a file, looks or writes first. Without its folder, it has to look
      // again before it has any content.
      try await breakIt()
      if damage != .file {
        #expect(try await laptop.content(of: file) == Array("a\n".utf8))
        try await breakIt()
      }
      #expect(try await fixture.contents(try await laptop.refresh(), by: laptop) == all)
      try await breakIt()
      _ = try await phone.write([.append("d\n", size: 2)], by: "phone")
      let written = try await laptop.write([.append("c\n", size: 2)], by: "laptop")
      var expected = all
      expected["laptop/1"] = "a\nc\n"
      expected["phone/1"] = "b\nd\n"
      #expect(try await fixture.contents(written, by: laptop) == expected)
      let again = try await laptop.write([.append("e\n", size: 4)], by: "laptop")
      expected["laptop/1"] = "a\nc\ne\n"
      #expect(try await fixture.contents(again, by: laptop) == expected)
    }
  }

  @Test("a lock in the shared repository is named, and stays")
  func lockedRemote() async throws {
    try await withTwoDevices { fixture, laptop, _ in
      try await fixture.shell("touch \"$SHARED/refs/heads/main.lock\"")
      let error = await remoteError {
        try await laptop.write([.append("c\n", size: 2)], by: "laptop")
      }
      let path = "\(fixture.path)/refs/heads/main.lock"
      #expect(error == .lockLeft(path: path))
      #expect(error?.description.contains(path) == true)
      #expect(FileManager.default.fileExists(atPath: path))
    }
  }

  @Test("many programs write at once, though a lock was left", arguments: [2, 8])
  func programs(count: Int) async throws {
    try await withTwoDevices { fixture, laptop, _ in
      let folder = SyncFolder(
        location: StoreLocation(
          dataFile: fixture.home.file("data/links"), cacheFile: fixture.home.file("cache/links")))
      try await fixture.shell("touch refs/raylette/remote.lock", in: laptop.directory)
      try await withThrowingTaskGroup { group in
        for number in 1...count {
          group.addTask {
            let lock = try await folder.lock(waits: true)
            defer { lock.release() }
            let change = SyncFileChange.append("\(number)\n", to: "n\(number)")
            _ = try await laptop.write([change], by: "laptop")
          }
        }
        try await group.waitForAll()
      }
      let found = try await fixture.contents(try await laptop.refresh(), by: laptop)
      for number in 1...count { #expect(found["laptop/n\(number)"] == "\(number)\n") }
      #expect(found.count == count + all.count)
    }
  }

  // https://git-scm.com/docs/protocol-v2#_unborn
  @Test(
    "an empty repository gets the branch that its HEAD names",
    arguments: ["master", "trunk", "a/b"])
  func unborn(branch: String) async throws {
    try await withRemote(.git) { fixture in
      try await fixture.shell("git -C \"$SHARED\" symbolic-ref HEAD refs/heads/\(branch)")
      let laptop = try fixture.gitRemote("laptop")
      #expect(try await laptop.refresh() == SyncSnapshot())
      _ = try await laptop.write([.append("a\n")], by: "laptop")
      let branches = try await fixture.git(
        "for-each-ref", "--format=%(refname)", in: fixture.path)
      #expect(branches == "refs/heads/\(branch)")
      _ = try await laptop.write([.append("b\n", size: 2)], by: "laptop")
      let phone = try fixture.gitRemote("phone")
      #expect(try await phone.refresh().files.count == 1)
    }
  }

  @Test(
    "a device joins the branch that was begun, whatever HEAD names",
    arguments: ["main", "links", "old"])
  func otherBranch(branch: String) async throws {
    try await withRemote(.git) { fixture in
      let laptop = try fixture.gitRemote("laptop")
      _ = try await laptop.write([.append("a\n")], by: "laptop")
      try await fixture.shell(
        """
        git -C "$SHARED" branch -m main \(branch); git -C "$SHARED" symbolic-ref HEAD refs/heads/default
        git init -q -b default copy; cd copy; echo x > README.md; git add .; git commit -q -m x
        git push -q "$SHARED" default default:zoo
        """)
      let phone = try fixture.gitRemote("phone")
      #expect(try await phone.refresh().files.map(\.device) == ["laptop"])
      let written = try await phone.write([.append("b\n")], by: "phone")
      #expect(
        try await fixture.contents(written, by: phone) == ["laptop/1": "a\n", "phone/1": "b\n"])
      #expect(try await laptop.refresh().files.count == 2)
      let writes = try fixture.gitRemote("tv")
      #expect(try await writes.write([.append("c\n")], by: "tv").files.count == 3)
    }
  }

  @Test("a device that saw only a README joins the branch that's begun later")
  func laterBranch() async throws {
    try await withRemote(.git) { fixture in
      try await fixture.shell(
        """
        git -C "$SHARED" symbolic-ref HEAD refs/heads/default
        git init -q -b default copy; cd copy; echo x > README.md; git add .; git commit -q -m x
        git push -q "$SHARED" default
        """)
      let phone = try fixture.gitRemote("phone")
      #expect(try await phone.refresh() == SyncSnapshot())
      try await fixture.change(
        "echo 'raylette sync 1' > format; mkdir -p devices/tv; echo a > devices/tv/1.jsonl")
      #expect(try await phone.refresh().files.map(\.device) == ["tv"])
      let written = try await phone.write([.append("b\n")], by: "phone")
      #expect(try await fixture.contents(written, by: phone) == ["tv/1": "a\n", "phone/1": "b\n"])
    }
  }

  @Test("looking when nothing is new is one connection, and so is writing")
  func connections() async throws {
    try await withTwoDevices { fixture, laptop, _ in
      // A git that tells which commands it's asked for.
      try await fixture.shell(
        """
        mkdir bin; real=$(command -v git)
        printf '#!/bin/sh\\nfor x; do case $x in fetch|push|ls-remote|upload-pack|clone) echo $x >> "%s/log";; esac; done\\nexec %s "$@"\\n' "$PWD" "$real" > bin/git
        chmod +x bin/git
        """)
      var watched = laptop
      watched.environment["PATH"] =
        "\(fixture.home.file("bin").path()):\(fixture.environment["PATH"] ?? "")"
      let log = fixture.home.file("log")
      func commands() throws -> String {
        defer { try? FileManager.default.removeItem(at: log) }
        return (try? String(contentsOf: log, encoding: .utf8)) ?? ""
      }
      _ = try await watched.refresh()
      #expect(try commands() == "fetch\n")
      _ = try await watched.write([.append("c\n", size: 2)], by: "laptop")
      #expect(try commands() == "push\n")
      _ = try await watched.write([], by: "laptop")
      #expect(try commands() == "")
    }
  }

  @Test("the committer is ours, whatever the user's name is, and nothing is signed")
  func identity() async throws {
    try await withRemote(.git) { fixture in
      let configuration = """
        [commit] gpgSign = true
        [push] gpgSign = true
        pushOption = x
        [user] name = Secret
        email = secret@example.org
        [fetch] prune = true
        [core] autocrlf = true
        """
      try Data(configuration.utf8).write(to: fixture.home.file(".gitconfig"))
      let remote = try fixture.gitRemote()
      let written = try await remote.write([.append("a\r\n")], by: "laptop")
      #expect(try await fixture.contents(written, by: remote) == ["laptop/1": "a\r\n"])
      let people = try await fixture.git(
        "log", "--format=%an %ae %cn %ce", "main", in: fixture.path)
      #expect(people == "raylette raylette@localhost raylette raylette@localhost")
    }
  }

  @Test("submodules and names that git itself refuses are ignored, and don't stop others")
  func hostileTrees() async throws {
    try await withRemote(.git) { fixture in
      try await fixture.shell(
        #"""
        cd "$SHARED"
        blob=$(echo x | git hash-object -w --stdin); format=$(echo 'raylette sync 1' | git hash-object -w --stdin)
        link=$(printf ../../x | git hash-object -w --stdin)
        git=$(printf '100644 blob %s\tconfig\n' $blob | git mktree)
        tv=$(printf '160000 commit %s\tsub.jsonl\n100644 blob %s\t.git\n100644 blob %s\tgood.jsonl\n120000 blob %s\tlink.jsonl\n100644 blob %s\ta\\\\b.jsonl\n' 0123456789012345678901234567890123456789 $blob $blob $link $blob | git mktree --missing)
        devices=$(printf '040000 tree %s\ttv\n040000 tree %s\t.git\n040000 tree %s\t..\n160000 commit %s\tsub\n' $tv $git $git 0123456789012345678901234567890123456789 | git mktree --missing)
        root=$(printf '040000 tree %s\tdevices\n040000 tree %s\t.git\n100644 blob %s\tformat\n100644 blob %s\t.gitmodules\n' $devices $git $format $blob | git mktree --missing)
        git update-ref refs/heads/main $(git commit-tree -m x $root)
        """#)
      let remote = try fixture.gitRemote()
      let snapshot = try await remote.refresh()
      #expect(try await fixture.contents(snapshot, by: remote) == ["tv/good": "x\n"])
      #expect(snapshot.refused.contains("devices/tv/sub.jsonl is ignored: it's a submodule"))
      #expect(snapshot.refused.count == 7)
      let written = try await remote.write([.append("a\n")], by: "laptop")
      #expect(
        try await fixture.contents(written, by: remote) == ["laptop/1": "a\n", "tv/good": "x\n"])
    }
  }

  @Test("nothing in a repository runs, and no file of it is made")
  func canary() async throws {
    try await withTwoDevices { fixture, laptop, phone in
      // Everything that git could run would make the canary: hooks and programs in both
      // repositories, in the user's configuration, and filters in what others pushed.
      try await fixture.shell(
        #"""
        canary="$PWD/canary"; printf '#!/bin/sh\ntouch %s\n' "$canary" > evil; chmod +x evil
        for repository in "$SHARED" own-laptop; do
          mkdir -p "$repository/hooks"
          for hook in pre-receive update post-receive post-update reference-transaction pre-push \
            pre-auto-gc post-index-change fsmonitor-watchman push-to-checkout proc-receive; do
            cp evil "$repository/hooks/$hook"
          done
          git -C "$repository" config core.fsmonitor "$PWD/evil"
          git -C "$repository" config core.alternateRefsCommand "$PWD/evil"
          git -C "$repository" config uploadpack.packObjectsHook "$PWD/evil"
          git -C "$repository" config filter.evil.clean "$PWD/evil"
          git -C "$repository" config filter.evil.smudge "$PWD/evil"
        done
        git config --global core.hooksPath "$SHARED/hooks"
        git config --global core.askPass "$PWD/evil"
        git config --global filter.evil.clean "$PWD/evil"
        git clone -q "$SHARED" copy -c core.hooksPath=/dev/null; cd copy
        mkdir hooks; cp ../evil hooks/post-checkout
        echo '* filter=evil' > .gitattributes
        printf '[submodule "x"]\npath = x\nurl = ext::%s\n' "$PWD/../evil" > .gitmodules
        git add .gitattributes .gitmodules hooks; git commit -q -m evil
        git -c core.hooksPath=/dev/null push -q --receive-pack 'git -c core.hooksPath=/dev/null receive-pack' origin HEAD:main
        rm -f "$canary"
        """#)
      _ = try await laptop.refresh()
      let written = try await laptop.write([.append("c\n", size: 2)], by: "laptop")
      #expect(written.files.count == 3)
      _ = try await phone.refresh()
      #expect(!FileManager.default.fileExists(atPath: fixture.home.file("canary").path()))
      // Nothing is checked out.
      let names = try FileManager.default.contentsOfDirectory(atPath: laptop.directory)
      #expect(!names.contains("devices") && !names.contains(".gitattributes"))
    }
  }

  @Test("variables of a surrounding repository, such as in a hook, don't matter")
  func surroundings() async throws {
    try await withRemote(.git) { fixture in
      try await fixture.shell("git init -q other")
      var remote = try fixture.gitRemote()
      let other = fixture.home.file("other/.git").path()
      remote.environment.merge([
        "GIT_DIR": other, "GIT_WORK_TREE": "/", "GIT_INDEX_FILE": "\(other)/index",
        "GIT_OBJECT_DIRECTORY": "\(other)/objects", "GIT_TRACE": "2", "GIT_NAMESPACE": "x",
        "GIT_CEILING_DIRECTORIES": "/", "GIT_CONFIG_PARAMETERS": "'core.bare'='false'",
      ]) { $1 }
      let written = try await remote.write([.append("a\n")], by: "laptop")
      #expect(try await fixture.contents(written, by: remote) == ["laptop/1": "a\n"])
    }
  }
}
