import Foundation
import LinkPreview
import Links
import Markup
import TestSupport
import Testing

@testable import LinkStore

@Suite("Changes by another device")
struct ReceivedChangeTests {
  private static let start = Date(timeIntervalSince1970: 1_750_000_000)

  @Test("are in the log with its name, and undoing one is told to the others")
  func undone() async throws {
    try await withTemporaryHome { home in
      let devices = try ["first", "second"].map { try SyncDevice($0, in: home, now: Self.start) }
      for device in devices {
        try await device.sync.begin(device: device.name, remote: "test")
        try await device.sync.exchangeFacts(ofWheels: false, at: Self.start)
      }
      let (first, second) = (devices[0], devices[1])
      for path in ["a", "b"] { try await first.save(path) }
      try await second.receive(try await first.takeLines(), from: "first")
      let ids = try await second.store.list(SavedQuery()).ids
      try await second.store.apply(
        .changeTags(TagChange(added: ["later"]), of: ids), at: Self.start)
      try await first.receive(try await second.takeLines(), from: "second")

      let changes = try await first.store.changes()
      #expect(changes.map(\.text).first == "Received changes of 2 links")
      let last = try #require(changes.first)
      #expect(last.change.originText == "from second" && !last.isUndone)
      // An undo without a number is for what was done here.
      let own = try await first.store.undo(at: Self.start, isDryRun: true)
      #expect(own?.change.origin != .device)

      let replayed = try await first.store.undo(last.change.id, at: Self.start)
      #expect(replayed?.count == 2)
      #expect(try await first.store.changes().first?.isUndone == true)
      try await second.receive(try await first.takeLines(), from: "first")
      for device in devices {
        let links = try await device.store.links(try await device.store.list(SavedQuery()).ids)
        #expect(links.count == 2 && links.allSatisfy(\.tags.isEmpty))
      }
    }
  }
}
