import Foundation
import TestSupport
import Testing

@testable import LinkExchange

/// What's the same for both kinds of remotes.
@Suite(.takesTurn)
struct SyncRemoteTests {
  @Test(
    "an empty place is begun by the first write, and others join it", arguments: RemoteKind.allCases
  )
  func begin(kind: RemoteKind) async throws {
    try await withRemote(kind) { fixture in
      let laptop = try fixture.remote("laptop")
      #expect(try await laptop.refresh() == SyncSnapshot())
      // Looking creates nothing.
      #expect(try await laptop.refresh() == SyncSnapshot())
      let written = try await laptop.write([.append("a\n")], by: "laptop")
      #expect(written.formatVersion == 1 && written.refused.isEmpty)
      #expect(try await fixture.contents(written, by: laptop) == ["laptop/1": "a\n"])

      let phone = try fixture.remote("phone")
      let found = try await phone.refresh()
      #expect(found.formatVersion == 1)
      #expect(try await fixture.contents(found, by: phone) == ["laptop/1": "a\n"])
      let both = try await phone.write([.append("b\n")], by: "phone")
      #expect(
        try await fixture.contents(both, by: phone) == ["laptop/1": "a\n", "phone/1": "b\n"])
      // The laptop's file isn't another one because the phone wrote.
      #expect(both.files.first == found.files.first)
      // Without looking before, a device builds on what others brought.
      let again = try await laptop.write([.append("c\n", size: 2)], by: "laptop")
      #expect(
        try await fixture.contents(again, by: laptop) == ["laptop/1": "a\nc\n", "phone/1": "b\n"])
      #expect(again.files.first?.version != found.files.first?.version)
    }
  }

  @Test("files are appended to, replaced and removed", arguments: RemoteKind.allCases)
  func changes(kind: RemoteKind) async throws {
    try await withRemote(kind) { fixture in
      let remote = try fixture.remote()
      func write(_ changes: SyncFileChange...) async throws -> [String: String] {
        try await fixture.contents(try await remote.write(changes, by: "laptop"), by: remote)
      }
      #expect(
        try await write(.append("a\n"), .append("x\n", to: "b.2")) == [
          "laptop/1": "a\n", "laptop/b.2": "x\n",
        ])
      #expect(try await write(.append("b", size: 2), .remove("b.2")) == ["laptop/1": "a\nb"])
      // The last line was torn.
      #expect(try await write(.append("c\n", size: 3)) == ["laptop/1": "a\nb\nc\n"])
      let before = try await remote.refresh()
      #expect(try await write(.replace(with: "new\n")) == ["laptop/1": "new\n"])
      let old = try #require(before.files.first)
      if kind == .folder {
        #expect(await remoteError { try await remote.content(of: old) } == .changed("1"))
      }
      for change in [
        SyncFileChange.append("x", size: 3), .append("x"), .append("x", to: "9", size: 1),
      ] {
        let error = await remoteError { try await remote.write([change], by: "laptop") }
        #expect(error == .changed(change.name))
      }
      #expect(try await write() == ["laptop/1": "new\n"])
      #expect(try await write(.remove("none")) == ["laptop/1": "new\n"])
      #expect(try await write(.remove()) == [:])
    }
  }

  @Test("a place with other things in it isn't touched", arguments: RemoteKind.allCases)
  func others(kind: RemoteKind) async throws {
    for script in [
      "echo x > photo.jpg", "mkdir src; echo x > src/main.c", "echo raylette > format",
      "ln -s /etc/hostname format",
    ] {
      try await withRemote(kind) { fixture in
        try await fixture.change(script)
        let remote = try fixture.remote()
        let error = SyncRemoteError.notOurs(remote: fixture.path)
        #expect(await remoteError { try await remote.refresh() } == error, "\(script)")
        #expect(
          await remoteError { try await remote.write([.append("a\n")], by: "laptop") } == error)
      }
    }
  }

  @Test("a place with what services put there can be begun", arguments: RemoteKind.allCases)
  func furnished(kind: RemoteKind) async throws {
    try await withRemote(kind) { fixture in
      try await fixture.change(
        "echo x > README.md; echo x > LICENSE; mkdir .stfolder; echo x > .stfolder/x; echo x > .gitignore"
      )
      let remote = try fixture.remote()
      #expect(try await remote.refresh() == SyncSnapshot())
      let written = try await remote.write([.append("a\n")], by: "laptop")
      #expect(written.formatVersion == 1 && written.files.count == 1)
      if kind == .git {
        let names = try await fixture.git("ls-tree", "--name-only", "main", in: fixture.path)
        #expect(names == ".gitignore\n.stfolder\nLICENSE\nREADME.md\ndevices\nformat")
      }
    }
  }

  @Test("a newer format can be read, but not written", arguments: RemoteKind.allCases)
  func newer(kind: RemoteKind) async throws {
    try await withRemote(kind) { fixture in
      try await fixture.change(
        "echo 'raylette sync 3' > format; mkdir -p devices/tv; echo x > devices/tv/1.jsonl")
      let remote = try fixture.remote()
      let snapshot = try await remote.refresh()
      #expect(snapshot.formatVersion == 3)
      #expect(try await fixture.contents(snapshot, by: remote) == ["tv/1": "x\n"])
      let error = await remoteError { try await remote.write([.append("a\n")], by: "laptop") }
      #expect(error == .newerFormat(remote: fixture.path, version: 3))
    }
  }

  @Test("names that others would refuse can't be written", arguments: RemoteKind.allCases)
  func invalidNames(kind: RemoteKind) async throws {
    try await withRemote(kind) { fixture in
      let remote = try fixture.remote()
      for name in ["", ".x", "A", "a/b", "..", "a b", String(repeating: "x", count: 65)] {
        let error = await remoteError { try await remote.write([.append("a", to: name)], by: "tv") }
        #expect(error == .invalidName(name))
        #expect(await remoteError { try await remote.write([], by: name) } == .invalidName(name))
      }
      #expect(try await remote.refresh() == SyncSnapshot())
    }
  }

  @Test(
    "links, odd names, folders and huge files are ignored, and reported",
    arguments: RemoteKind.allCases)
  func refused(kind: RemoteKind) async throws {
    try await withRemote(kind) { fixture in
      try await fixture.change(
        """
        echo 'raylette sync 1' > format
        mkdir -p devices/tv devices/Upper devices/tv/deep.jsonl
        echo good > devices/tv/good.jsonl
        ln -s /etc/hostname devices/tv/link.jsonl
        echo x > devices/tv/deep.jsonl/x.jsonl
        echo x > devices/Upper/1.jsonl
        echo x > devices/tv/notes.txt
        echo x > devices/tv/Big.jsonl
        echo x > 'devices/tv/a b.jsonl'
        truncate -s 65M devices/tv/huge.jsonl
        ln -s /etc devices/etc
        echo x > devices/file
        """)
      let remote = try fixture.remote()
      let snapshot = try await remote.refresh()
      #expect(try await fixture.contents(snapshot, by: remote) == ["tv/good": "good\n"])
      #expect(
        snapshot.refused.sorted() == [
          "devices/Upper is ignored: a device's name has only a to z, 0 to 9 and -",
          "devices/etc is ignored: it isn't a folder",
          "devices/file is ignored: it isn't a folder",
          "devices/tv/Big.jsonl is ignored: a log's name has only a to z, 0 to 9, - and ., and ends in .jsonl or .jsonl.age",
          "devices/tv/a b.jsonl is ignored: a log's name has only a to z, 0 to 9, - and ., and ends in .jsonl or .jsonl.age",
          "devices/tv/deep.jsonl is ignored: it isn't a file",
          "devices/tv/huge.jsonl is ignored: it's larger than 64 MB",
          "devices/tv/link.jsonl is ignored: it's a symbolic link",
          "devices/tv/notes.txt is ignored: a log's name has only a to z, 0 to 9, - and ., and ends in .jsonl or .jsonl.age",
        ])
      // Others can still write.
      let written = try await remote.write([.append("a\n")], by: "laptop")
      #expect(written.files.count == 2 && written.refused == snapshot.refused)
    }
  }

  /// `SYNC_ROUNDS=200` makes it longer.
  @Test("five devices write at once, and no line is lost", arguments: RemoteKind.allCases)
  func together(kind: RemoteKind) async throws {
    try await withRemote(kind) { fixture in
      let devices = ["a", "b", "c", "d", "e"]
      let rounds =
        ProcessInfo.processInfo.environment["SYNC_ROUNDS"].flatMap { Int($0) } ?? 4
      try await withThrowingTaskGroup { group in
        for device in devices {
          let remote = try fixture.remote(device)
          group.addTask {
            var size = 0
            for round in 1...rounds {
              let line = "\(device)\(round)\n"
              let snapshot = try await remote.write([.append(line, size: size)], by: device)
              size += line.utf8.count
              #expect(snapshot.files.first { $0.device == device }?.size == size)
            }
          }
        }
        try await group.waitForAll()
      }
      let reader = try fixture.remote("reader")
      let found = try await fixture.contents(try await reader.refresh(), by: reader)
      for device in devices {
        #expect(found["\(device)/1"] == (1...rounds).map { "\(device)\($0)\n" }.joined())
      }
      #expect(found.count == devices.count)
    }
  }
}
