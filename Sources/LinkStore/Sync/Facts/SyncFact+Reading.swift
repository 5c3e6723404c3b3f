import Foundation
import GRDB
import LinkSync
import Links

/// Facts of reading: the marks and the places of pages.
extension SyncFact {
  /// The tables' part of a fact of reading.
  mutating func setReading(in db: Database) throws {
    guard let page = subject.readPage else { return }
    let state = try SavedLinkStore.reading(page, in: db)
    if case .read = subject {
      readAt = state?.readAt?.syncMilliseconds
      isSet = readAt != nil
    } else {
      place = state?.place.map { Place(block: $0.block, offset: $0.offset, progress: $0.progress) }
      isSet = place != nil
    }
  }

  /// Returns the mark or the place of a page with the time at which it was set here; nil for other
  /// subjects, and if none is set.
  static func local(_ subject: Subject, at now: Date, in db: Database) throws -> SyncFact? {
    guard let page = subject.readPage, let device = try SyncClock.fetch(in: db)?.device else {
      return nil
    }
    let column = subject.isPlace ? "changedAt" : "readAt"
    let date = try Double.fetchOne(
      db.cachedStatement(sql: "SELECT \(column) FROM reading WHERE key = ?"), arguments: [page])
    guard let date else { return nil }
    // Nothing can have been set in the future.
    let time = min(Date(timeIntervalSince1970: date), now).syncMilliseconds
    let fact = try SyncFact.current(
      subject, at: SyncTime(milliseconds: time, device: device), in: db)
    return fact.isSet ? fact : nil
  }

  /// Sets the mark or the place of a page. The other one stays.
  func applyReading(in db: Database) throws {
    guard let page = subject.readPage else { return }
    var state = try SavedLinkStore.reading(page, in: db) ?? ReadingState()
    if case .read = subject {
      state.readAt = isSet ? readAt.map { Date(syncMilliseconds: $0) } : nil
    } else {
      state.place =
        isSet
        ? place.map {
          ReadingPlace(block: $0.block, offset: $0.offset, progress: $0.progress).clamped
        } : nil
    }
    try SavedLinkStore.set(state, of: page, at: Date(syncMilliseconds: time.milliseconds), in: db)
  }

  /// Whether other devices may know that the page was read: it's saved, or the pages that were seen
  /// are exchanged too.
  func isShared(exchanging kinds: Set<Kind>, in db: Database) throws -> Bool {
    guard let page = subject.readPage, !kinds.contains(.wheels) else { return true }
    return try Bool.fetchOne(
      db.cachedStatement(
        sql: "SELECT EXISTS (SELECT 1 FROM link WHERE key = ?)"),
      arguments: [page]) == true
  }
}

extension SyncFact.Subject {
  fileprivate var isPlace: Bool { if case .place = self { true } else { false } }

  /// The key of the page that a fact of reading is about.
  fileprivate var readPage: String? {
    switch self {
    case .read(let address), .place(let address): Self.page(address)
    case .seen, .neverLink, .neverHost, .visit, .historyStart, .wheel, .search, .setting: nil
    }
  }
}
