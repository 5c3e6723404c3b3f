import Foundation
import TestSupport
import Testing

@testable import LinkExchange

/// What's the same for both kinds of places.
@Suite(.timeLimit(.minutes(5)))
struct SyncPlaceTests {
  @Test(
    "an empty place is begun by the first write, and others join it", arguments: PlaceKind.allCases)
  func begin(kind: PlaceKind) async throws {
    try await withPlace(kind) { fixture in
      let laptop = try fixture.place("laptop")
      #expect(try await laptop.refresh() == SyncSnapshot())
      // Looking creates nothing.
      #expect(try await laptop.refresh() == SyncSnapshot())
      let written = try await laptop.write([.append("a\n")], by: "laptop")
      #expect(written.formatVersion == 1 && written.refused.isEmpty)
      #expect(try await fixture.contents(written, by: laptop) == ["laptop/1": "a\n"])

      let phone = try fixture.place("phone")
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

  @Test("files are appended to, replaced and removed", arguments: PlaceKind.allCases)
  func changes(kind: PlaceKind) async throws {
    try await withPlace(kind) { fixture in
      let place = try fixture.place()
      func write(_ changes: SyncFileChange...) async throws -> [String: String] {
        try await fixture.contents(try await place.write(changes, by: "laptop"), by: place)
      }
      #expect(
        try await write(.append("a\n"), .append("x\n", to: "b.2")) == [
          "laptop/1": "a\n", "laptop/b.2": "x\n",
        ])
      #expect(try await write(.append("b", size: 2), .remove("b.2")) == ["laptop/1": "a\nb"])
      // The last line was torn.
      #expect(try await write(.append("c\n", size: 3)) == ["laptop/1": "a\nb\nc\n"])
      let before = try await place.refresh()
      #expect(try await write(.replace(with: "new\n")) == ["laptop/1": "new\n"])
      let old = try #require(before.files.first)
      if kind == .folder {
        #expect(await placeError { try await place.content(of: old) } == .changed("1"))
      }
      for change in [
        SyncFileChange.append("x", size: 3), .append("x"), .append("x", to: "9", size: 1),
      ] {
        let error = await placeError { try await place.write([change], by: "laptop") }
        #expect(error == .changed(change.name))
      }
      #expect(try await write() == ["laptop/1": "new\n"])
      #expect(try await write(.remove("none")) == ["laptop/1": "new\n"])
      #expect(try await write(.remove()) == [:])
    }
  }

  @Test("a place with other things in it isn't touched", arguments: PlaceKind.allCases)
  func others(kind: PlaceKind) async throws {
    for script in [
      "echo x > photo.jpg", "mkdir src; echo x > src/main.c", "echo raylette > format",
      "ln -s /etc/hostname format",
    ] {
      try await withPlace(kind) { fixture in
        try await fixture.change(script)
        let place = try fixture.place()
        let error = SyncPlaceError.notOurs(place: fixture.path)
        #expect(await placeError { try await place.refresh() } == error, "\(script)")
        #expect(await placeError { try await place.write([.append("a\n")], by: "laptop") } == error)
      }
    }
  }

  @Test("a place with what services put there can be begun", arguments: PlaceKind.allCases)
  func furnished(kind: PlaceKind) async throws {
    try await withPlace(kind) { fixture in
      try await fixture.change(
        "echo x > README.md; echo x > LICENSE; mkdir .stfolder; echo x > .stfolder/x; echo x > .gitignore"
      )
      let place = try fixture.place()
      #expect(try await place.refresh() == SyncSnapshot())
      let written = try await place.write([.append("a\n")], by: "laptop")
      #expect(written.formatVersion == 1 && written.files.count == 1)
      if kind == .git {
        let names = try await fixture.git("ls-tree", "--name-only", "main", in: fixture.path)
        #expect(names == ".gitignore\n.stfolder\nLICENSE\nREADME.md\ndevices\nformat")
      }
    }
  }

  @Test("a newer format can be read, but not written", arguments: PlaceKind.allCases)
  func newer(kind: PlaceKind) async throws {
    try await withPlace(kind) { fixture in
      try await fixture.change(
        "echo 'raylette sync 3' > format; mkdir -p devices/tv; echo x > devices/tv/1.jsonl")
      let place = try fixture.place()
      let snapshot = try await place.refresh()
      #expect(snapshot.formatVersion == 3)
      #expect(try await fixture.contents(snapshot, by: place) == ["tv/1": "x\n"])
      let error = await placeError { try await place.write([.append("a\n")], by: "laptop") }
      #expect(error == .newerFormat(place: fixture.path, version: 3))
    }
  }

  @Test("names that others would refuse can't be written", arguments: PlaceKind.allCases)
  func invalidNames(kind: PlaceKind) async throws {
    try await withPlace(kind) { fixture in
      let place = try fixture.place()
      for name in ["", ".x", "A", "a/b", "..", "a b", String(repeating: "x", count: 65)] {
        let error = await placeError { try await place.write([.append("a", to: name)], by: "tv") }
        #expect(error == .invalidName(name))
        #expect(await placeError { try await place.write([], by: name) } == .invalidName(name))
      }
      #expect(try await place.refresh() == SyncSnapshot())
    }
  }

  @Test(
    "links, odd names, folders and huge files are ignored, and reported",
    arguments: PlaceKind.allCases)
  func refused(kind: PlaceKind) async throws {
    try await withPlace(kind) { fixture in
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
      let place = try fixture.place()
      let snapshot = try await place.refresh()
      #expect(try await fixture.contents(snapshot, by: place) == ["tv/good": "good\n"])
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
      let written = try await place.write([.append("a\n")], by: "laptop")
      #expect(written.files.count == 2 && written.refused == snapshot.refused)
    }
  }

  /// `SYNC_ROUNDS=200` makes it longer.
  @Test("five devices write at once, and no line is lost", arguments: PlaceKind.allCases)
  func together(kind: PlaceKind) async throws {
    try await withPlace(kind) { fixture in
      let devices = ["a", "b", "c", "d", "e"]
      let rounds =
        ProcessInfo.processInfo.environment["SYNC_ROUNDS"].flatMap { Int($0) } ?? 4
      try await withThrowingTaskGroup { group in
        for device in devices {
          let place = try fixture.place(device)
          group.addTask {
            var size = 0
            for round in 1...rounds {
              let line = "\(device)\(round)\n"
              let snapshot = try await place.write([.append(line, size: size)], by: device)
              size += line.utf8.count
              #expect(snapshot.files.first { $0.device == device }?.size == size)
            }
          }
        }
        try await group.waitForAll()
      }
      let reader = try fixture.place("reader")
      let found = try await fixture.contents(try await reader.refresh(), by: reader)
      for device in devices {
        #expect(found["\(device)/1"] == (1...rounds).map { "\(device)\($0)\n" }.joined())
      }
      #expect(found.count == devices.count)
    }
  }
}
