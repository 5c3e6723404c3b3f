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

      // Links that another device added, or whose address it changed, stay.
      let address = try #require(WebAddress("https://example.org/moved"))
      let links = try await first.store.links(try await first.store.list(SavedQuery()).ids)
      let link = try #require(links.first)
      try await first.store.apply(.setAddresses([link.id: address]), at: Self.start)
      try await second.receive(try await first.takeLines(), from: "first")
      for change in try await second.store.changes() where change.change.origin == .device {
        let undone = try await second.store.undo(change.change.id, at: Self.start)
        #expect(undone?.trashed.isEmpty == true)
      }
      #expect(try await second.store.list(SavedQuery()).ids.count == 2)
      // What can't be undone doesn't count as undone.
      #expect(try await second.store.changes().allSatisfy { !$0.isUndone })

      let replayed = try await first.store.undo(last.change.id, at: Self.start)
      #expect(replayed?.count == 2)
      let undone = try await first.store.changes().filter(\.isUndone)
      #expect(undone.map(\.change.id) == [last.change.id])
      try await second.receive(try await first.takeLines(), from: "first")
      for device in devices {
        let links = try await device.store.links(try await device.store.list(SavedQuery()).ids)
        #expect(links.count == 2 && links.allSatisfy(\.tags.isEmpty))
      }
    }
  }
}
