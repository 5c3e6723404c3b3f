import Foundation
import Markup
import TestSupport
import Testing

@testable import LinkExchange

@Suite(.takesTurn)
struct FolderRemoteTests {
  @Test("nobody waits for a named pipe or opens a device")
  func pipes() async throws {
    try await withRemote(.folder) { fixture in
      try await fixture.change(
        """
        echo 'raylette sync 1' > format; mkdir -p devices/tv devices/laptop
        mkfifo devices/tv/pipe.jsonl devices/laptop/1.jsonl devices/pipe
        """)
      let remote = try fixture.remote()
      let snapshot = try await remote.refresh()
      #expect(snapshot.files.isEmpty)
      #expect(
        snapshot.refused == [
          "devices/laptop/1.jsonl is ignored: it isn't a file",
          "devices/pipe is ignored: it isn't a folder",
          "devices/tv/pipe.jsonl is ignored: it isn't a file",
        ])
      let pipe = SyncFile(device: "tv", name: "pipe", size: 1, version: "x")
      #expect(await remoteError { try await remote.content(of: pipe) } == .changed("pipe"))
      let error = await remoteError { try await remote.write([.append("a\n")], by: "laptop") }
      #expect(error == .changed("1"))
      // Replacing the pipe is fine.
      let written = try await remote.write([.replace(with: "a\n")], by: "laptop")
      #expect(try await fixture.contents(written, by: remote) == ["laptop/1": "a\n"])
    }
  }

  @Test("a format file that's a pipe is something else's")
  func formatPipe() async throws {
    try await withRemote(.folder) { fixture in
      try await fixture.change("mkfifo format")
      let remote = try fixture.remote()
      #expect(
        await remoteError { try await remote.refresh() } == .notOurs(remote: fixture.path))
    }
  }

  @Test("a line of 10 GB isn't read, and no more than 512 MB of a device")
  func huge() async throws {
    try await withRemote(.folder) { fixture in
      try await fixture.change(
        """
        echo 'raylette sync 1' > format; mkdir -p devices/tv devices/radio
        truncate -s 10G devices/tv/a.jsonl
        for name in 01 02 03 04 05 06 07 08 09 10; do
          truncate -s 60M devices/tv/$name.jsonl
        done
        echo good > devices/radio/1.jsonl
        """)
      let snapshot = try await fixture.remote().refresh()
      #expect(snapshot.files.count == 9 && snapshot.files.contains { $0.device == "radio" })
      #expect(snapshot.files.reduce(0) { $0 + $1.size } <= 512 << 20)
      #expect(snapshot.refused.filter { $0.hasSuffix("it's larger than 64 MB") }.count == 1)
      #expect(
        snapshot.refused.filter { $0.hasSuffix("its device has more than 512 MB") }.count == 2)
    }
  }

  @Test("nothing is written or read through a symbolic link")
  func links() async throws {
    try await withRemote(.folder) { fixture in
      try await fixture.change(
        """
        echo 'raylette sync 1' > format; mkdir -p devices/laptop ../outside
        echo secret > ../outside/1.jsonl
        ln -s ../../../outside/1.jsonl devices/laptop/1.jsonl; ln -s ../../outside devices/tv
        """)
      let remote = try fixture.remote()
      #expect(try await remote.refresh().files.isEmpty)
      let inside = SyncFile(device: "laptop", name: "1", size: 7, version: "x")
      let behind = SyncFile(device: "tv", name: "1", size: 7, version: "x")
      for file in [inside, behind] {
        #expect(await remoteError { try await remote.content(of: file) } == .changed("1"))
      }
      for size in [0, 7] {
        let change = SyncFileChange.append("a\n", size: size)
        #expect(
          await remoteError { try await remote.write([change], by: "laptop") } == .changed("1"))
      }
      _ = try await remote.write([.replace(with: "mine\n")], by: "laptop")
      #expect(await remoteError { try await remote.write([.replace(with: "x")], by: "tv") } != nil)
      let secret = try String(contentsOf: fixture.home.file("outside/1.jsonl"), encoding: .utf8)
      #expect(secret == "secret\n")
    }
  }

  @Test("the copies that programs make of conflicting files are read too")
  func conflicts() async throws {
    try await withRemote(.folder) { fixture in
      try await fixture.change(
        """
        echo 'raylette sync 1' > format; mkdir -p devices/tv
        cd devices/tv
        echo 1 > 1.jsonl
        echo 2 > 1.sync-conflict-20260102-030405-ABCDEFG.jsonl
        echo 3 > "1 (Ann's conflicted copy 2026-01-02).jsonl"
        echo 4 > '1 (2).jsonl'
        echo 5 > .1.jsonl.tmp; echo 6 > '~syncthing~1.jsonl.tmp'
        """)
      let remote = try fixture.remote()
      let snapshot = try await remote.refresh()
      #expect(snapshot.refused.isEmpty)
      let names = snapshot.files.map(\.name)
      #expect(names.allSatisfy(RemoteLayout.isName) && Set(names).count == 4)
      let found = try await fixture.contents(snapshot, by: remote)
      #expect(found["tv/1"] == "1\n" && found.values.sorted() == ["1\n", "2\n", "3\n", "4\n"])
      // The device can remove its copies.
      let copies = names.filter { $0 != "1" }.map { SyncFileChange.remove($0) }
      #expect(try await remote.write(copies, by: "tv").files.map(\.name) == ["1"])
    }
  }

  @Test("a copy is told by the name of a log, in any language")
  func copies() async throws {
    let copies = [
      "2026-11 (Annas in Konflikt stehende Kopie 2026-11-28).jsonl",
      "2026-11 (copie en conflit de Anna 2026-11-28).jsonl",
      "2026-11 (Copia in conflitto di Anna).jsonl", "2026-11-LAPTOP.jsonl", "2026-11 2.jsonl",
      "2026-11~HEAD.jsonl", "2026-11(1).jsonl", "2026-11_Anna.jsonl", "2026-11 - Kopie.jsonl",
      "2026-11 (アンナの競合コピー).jsonl", "2026-12 2.jsonl.age",
      "2026-12.jsonl (Annas in Konflikt stehende Kopie 2026-11-28).age",
    ]
    try await withRemote(.folder) { fixture in
      let files = copies.map { "echo '\($0)' > '\($0)'" }.joined(separator: "; ")
      try await fixture.change(
        """
        echo 'raylette sync 1' > format; mkdir -p devices/tv devices/radio; cd devices/tv
        echo 1 > 2026-11.jsonl; echo 2 > 2026-12.jsonl.age; \(files)
        echo x > 'notes 2.jsonl'; echo x > 2026-11X.jsonl; echo x > '2026-11 2.txt'
        echo x > '../radio/2026-11 2.jsonl'
        """)
      let remote = try fixture.remote()
      let snapshot = try await remote.refresh()
      #expect(
        snapshot.refused.map { $0.prefix { $0 != ":" } }.sorted() == [
          "devices/radio/2026-11 2.jsonl is ignored", "devices/tv/2026-11 2.txt is ignored",
          "devices/tv/2026-11X.jsonl is ignored", "devices/tv/notes 2.jsonl is ignored",
        ])
      #expect(snapshot.files.map(\.name).allSatisfy(RemoteLayout.isName))
      let found = try await fixture.contents(snapshot, by: remote)
      #expect(Set(found.values) == Set(copies.map { $0 + "\n" } + ["1\n", "2\n"]))
      // The device can remove its copies.
      let changes = snapshot.files.map(\.name).filter { !["2026-11", "2026-12.age"].contains($0) }
        .map { SyncFileChange.remove($0) }
      #expect(changes.count == copies.count)
      #expect(
        try await remote.write(changes, by: "tv").files.map(\.name) == ["2026-11", "2026-12.age"])
    }
  }

  @Test("a file with the name that a copy of another one has is refused for that")
  func sameName() async throws {
    let hash = String(FNVHash("1 (2)".utf8).value, radix: 16)
    try await withRemote(.folder) { fixture in
      try await fixture.change(
        """
        echo 'raylette sync 1' > format; mkdir -p devices/tv
        cd devices/tv; echo 1 > '1 (2).jsonl'; echo 2 > 1.conflict-\(hash).jsonl
        """)
      let snapshot = try await fixture.remote().refresh()
      #expect(snapshot.files.map(\.name) == ["1.conflict-\(hash)"])
      #expect(snapshot.refused.count == 1)
      #expect(snapshot.refused.first?.contains("another file has the same name") == true)
    }
  }

  @Test("a folder that's gone isn't made again, because its disk may not be mounted")
  func missing() async throws {
    try await withTemporaryHome { home in
      let path = home.file("gone").path()
      let remote = FolderRemote(path: path)
      let error = SyncRemoteError.missing(remote: path)
      #expect(await remoteError { try await remote.refresh() } == error)
      #expect(await remoteError { try await remote.write([.append("a\n")], by: "tv") } == error)
      #expect(!FileManager.default.fileExists(atPath: path))
    }
  }

  @Test("a folder in which nobody can write is named")
  func unwritable() async throws {
    let remote = FolderRemote(path: TemporaryHome.unwritableFolder)
    let error = await remoteError { try await remote.write([.append("a\n")], by: "tv") }
    #expect(error == .notOurs(remote: TemporaryHome.unwritableFolder))
  }

  @Test("a file that changes after it was listed isn't taken for the old one")
  func changed() async throws {
    try await withRemote(.folder) { fixture in
      let remote = try fixture.remote()
      let file = try #require(try await remote.write([.append("a\n")], by: "tv").files.first)
      #expect(try await remote.content(of: file) == Array("a\n".utf8))
      try await fixture.change("echo b >> devices/tv/1.jsonl")
      #expect(await remoteError { try await remote.content(of: file) } == .changed("1"))
      try await fixture.change("rm devices/tv/1.jsonl")
      #expect(await remoteError { try await remote.content(of: file) } == .changed("1"))
    }
  }

  @Test("after a kill while replacing, the old file is there, and the next time works")
  func leftover() async throws {
    try await withRemote(.folder) { fixture in
      let remote = try fixture.remote()
      _ = try await remote.write([.append("a\n")], by: "tv")
      try await fixture.change("ln -s /etc/hostname devices/tv/.1.jsonl.tv.tmp")
      let written = try await remote.write([.replace(with: "b\n")], by: "tv")
      #expect(try await fixture.contents(written, by: remote) == ["tv/1": "b\n"])
      let names = try FileManager.default.contentsOfDirectory(atPath: "\(fixture.path)/devices/tv")
      #expect(names == ["1.jsonl"])
    }
  }
}
