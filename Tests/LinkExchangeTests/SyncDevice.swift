import Bookmarks
import Foundation
import LinkPreview
import Links
import Markup
import TaskLimits
import TestSupport
import Testing

@testable import LinkStore

/// A device of a test: its store, and a clock that the test sets.
struct SyncDevice: Sendable {
  let name: String
  let store: SavedLinkStore
  let wheels: WheelStore
  let sync: SyncStore
  let clock: Locked<Date>

  /// For what's random in a test. A failure can be repeated with `SYNC_SEED` and the number in the
  /// test's name.
  static let seed =
    ProcessInfo.processInfo.environment["SYNC_SEED"].flatMap { UInt64($0) }
    ?? UInt64.random(in: 0 ... .max)

  init(_ name: String, in home: TemporaryHome, now: Date) throws {
    self.name = name
    let clock = Locked(now)
    self.clock = clock
    let file = home.file("\(name)/saved.sqlite")
    store = try SavedLinkStore(
      location: StoreLocation(dataFile: file, cacheFile: home.file("\(name)/cache.sqlite")),
      now: { clock.withLock(\.self) })
    wheels = WheelStore(sharing: store)
    sync = SyncStore(sharing: store)
  }

  var now: Date { clock.withLock(\.self) }

  /// What it has to tell since the last call, as lines of its log.
  func takeLines() async throws -> [String] {
    let outgoing = try await sync.outgoing()
    try await sync.sent(outgoing, in: [])
    return outgoing.lines
  }

  /// Takes lines of another device's log.
  func receive(_ lines: [String], from device: String) async throws {
    let log = SyncLogReader(Data(lines.map { $0 + "\n" }.joined().utf8), device: device)
    #expect(log.skippedCount == 0)
    try await sync.apply(log, of: SyncLogRecord(device: device, name: "test"), at: now)
  }

  /// All links, saved and in the trash, as lines without ids, sorted by address.
  func export() async throws -> [String] {
    var lines: [String] = []
    for isTrash in [false, true] {
      let list = try await store.list(SavedQuery(isTrash: isTrash))
      for link in try await store.links(list.ids) { lines.append(Self.line(link)) }
    }
    return lines.sorted()
  }

  private static func line(_ link: SavedLink) -> String {
    let bookmark = link.bookmark
    let parts: [String?] = [
      bookmark.address.text, bookmark.title, bookmark.summary, bookmark.note,
      bookmark.tags.joined(separator: ","), "\(link.savedAt.syncMilliseconds)",
      link.openedAt.map { "\($0.syncMilliseconds)" },
      link.trashedAt.map { "\($0.syncMilliseconds)" },
      bookmark.metadata.map { String(decoding: $0, as: UTF8.self) }, link.check.map { "\($0)" },
    ]
    return parts.map { $0 ?? "-" }.joined(separator: "|")
  }

  /// The lines that ``export()`` should have, from all operations there ever were.
  static func lines(of registers: [String: LinkRegisters]) throws -> [String] {
    try registers.compactMap { key, registers -> String? in
      guard registers.exists else { return nil }
      let address = try #require(registers.text(.address).flatMap { WebAddress($0) })
      return line(LinkRecord(registers, key: key, address: address).decoded)
    }.sorted()
  }
}
