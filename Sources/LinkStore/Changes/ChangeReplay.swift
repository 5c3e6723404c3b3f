import Foundation
import GRDB
import Links

/// Undoes or redoes a change: sets its values to those from before or after it, except where they
/// have changed since.
struct ChangeReplay {
  enum Direction { case undo, redo }

  private let change: LinkChange
  private let direction: Direction
  /// When the change is undone; for a redo, when it was undone.
  private let undoneAt: Date
  /// The keys of the rows that the change is about, by table; then the keys of the rows that are
  /// left alone.
  private var keys: [String: Set<DatabaseValue>] = [:]
  private var left: [String: Set<DatabaseValue>] = [:]
  private var additions: (moved: [SavedLink.ID], left: Int) = ([], 0)
  private var trashed: [SavedLink.ID] = []
  private var restored: [SavedLink.ID] = []
  private var listed: [NeverAgain] = []
  private var allowed: [NeverAgain.Subject] = []

  init(_ change: LinkChange, _ direction: Direction, at undoneAt: Date) {
    self.change = change
    self.direction = direction
    self.undoneAt = undoneAt
  }

  private struct Value {
    let subject: String
    let key: DatabaseValue
    let field: String
    /// The value that the row should have now: the one after the change for an undo, the one before
    /// it for a redo.
    let present: DatabaseValue
    let other: DatabaseValue
  }

  mutating func run(in journal: Journal) throws -> ReplayedChange {
    let db = journal.db
    let (order, from, to) =
      direction == .undo ? ("DESC", "after", "before") : ("ASC", "before", "after")
    let values = try Row.fetchAll(
      db,
      sql: """
        SELECT subject, key, field, \(from) AS present, \(to) AS other FROM changeValue
        WHERE changeID = ? ORDER BY id \(order)
        """, arguments: [change.id]
    ).map {
      Value(
        subject: $0["subject"], key: $0["key"], field: $0["field"], present: $0["present"],
        other: $0["other"])
    }
    let ofLinks = values.filter { $0.subject == "link" && $0.field != "added" }
    let keepingAddress = try linksKeepingAddress(present: from, other: to, in: db)
    left["link"] = keepingAddress
    let indexed = Set(LinkColumn.all.filter(\.isIndexed).map(\.name))
    let texts = ofLinks.contains { indexed.contains($0.field) } ? Set(ofLinks.map(\.key)) : []
    try LinkTextIndex.updatingMany(
      texts.compactMap { Int64.fromDatabaseValue($0) }, in: db
    ) {
      var isListed: [DatabaseValue: [Value]] = [:]
      for value in values {
        if value.field == "added" {
          try moveAdded(value, in: journal)
        } else if value.subject == LoggedTable.neverAgain.rawValue {
          isListed[value.key, default: []].append(value)
        } else if !(value.subject == "link" && keepingAddress.contains(value.key)) {
          try set(value, in: journal)
        }
      }
      for (key, values) in isListed { try list(key, values, in: journal) }
      // Comes last, because a row is empty until the last of its values is set.
      for key in keys[LoggedTable.reading.rawValue] ?? [] {
        try db.cachedStatement(
          sql: "DELETE FROM reading WHERE key = ? AND readAt IS NULL AND progress IS NULL"
        ).execute(arguments: [key])
      }
    }
    return try replayed(in: db)
  }

  private func replayed(in db: Database) throws -> ReplayedChange {
    let subject = change.kind.countedTable
    var changed = keys[subject] ?? []
    changed.subtract(left[subject] ?? [])
    var result = ReplayedChange(change: change)
    result.count = changed.count
    result.leftCount = left[subject]?.count ?? 0
    if subject == "link" {
      // A change of several transactions may have changed links that it added itself.
      changed.subtract(additions.moved.map(\.databaseValue))
      result.links = additions.moved + changed.compactMap { Int64.fromDatabaseValue($0) }.sorted()
      result.count = result.links.count
      result.leftCount += additions.left
      if let id = result.links.first, result.count == 1 {
        result.title = try SavedLinkStore.title(of: id, in: db)
      }
    } else if subject == LoggedTable.reading.rawValue {
      let pages = changed.compactMap { String.fromDatabaseValue($0) }
      result.reading = ReadingChange(
        try pages.reduce(into: [:]) {
          $0[$1] = try SavedLinkStore.reading($1, in: db) ?? ReadingState()
        })
      if result.count == 1 { result.title = try SavedLinkStore.title(of: change, in: db) }
    }
    // An undo goes through the values backwards.
    result.restored = direction == .undo ? restored.reversed() : restored
    result.trashed = trashed
    (result.listed, result.allowed) = (listed, allowed)
    return result
  }

  /// Sets a value, unless it has changed since.
  private mutating func set(_ value: Value, in journal: Journal) throws {
    keys[value.subject, default: []].insert(value.key)
    switch LoggedTable(rawValue: value.subject) {
    case .reading:
      // A page without a reading state has no row yet.
      try journal.db.cachedStatement(
        sql: "INSERT OR IGNORE INTO reading (key, changedAt) VALUES (?, ?)"
      ).execute(arguments: [value.key, undoneAt.timeIntervalSince1970])
      try update(value, "reading", key: "key", in: journal.db)
      if let page = String.fromDatabaseValue(value.key) {
        journal.outgoing?.note(.read(page))
        journal.outgoing?.note(.place(page))
      }
    case .article: try update(value, "article", key: "linkID", in: journal.db)
    case .link: try setLink(value, in: journal)
    case .neverAgain, nil: break
    }
  }

  private mutating func setLink(_ value: Value, in journal: Journal) throws {
    guard let column = LinkColumn.all.first(where: { $0.name == value.field }),
      let id = Int64.fromDatabaseValue(value.key)
    else { return }
    let isSet = try journal.update([column], of: id) { row in
      (row[0] as DatabaseValue).isSame(as: value.present) ? [value.other] : nil
    }
    guard isSet else {
      left[value.subject, default: []].insert(value.key)
      return
    }
    guard value.field == LinkColumn.trashedAt.name else { return }
    if value.other.isNull { restored.append(id) } else { trashed.append(id) }
  }

  private mutating func update(
    _ value: Value, _ table: String, key: String, in db: Database
  ) throws {
    try db.cachedStatement(
      sql: """
        UPDATE \(table) SET \(value.field) = ? WHERE \(key) = ? AND \(value.field) IS ?
        """
    ).execute(arguments: [value.other, value.key, value.present])
    if db.changesCount == 0 { left[value.subject, default: []].insert(value.key) }
  }

  /// Moves added links to the trash, or back out of it. Links that were tagged or got a note since
  /// stay.
  private mutating func moveAdded(_ value: Value, in journal: Journal) throws {
    let (first, last) =
      direction == .undo ? (value.key, value.present) : (value.key, value.other)
    let count = (Int64.fromDatabaseValue(last) ?? 0) - (Int64.fromDatabaseValue(first) ?? 0) + 1
    // A link whose address another device has changed is one that it added here.
    if change.origin == .device {
      additions.left += Int(count)
      return
    }
    // The plus keeps SQLite from converting the key. Otherwise it wouldn't use the index for a
    // number.
    let condition =
      direction == .undo
      ? """
      trashedAt IS NULL AND NOT EXISTS (
        SELECT 1 FROM changeValue later JOIN change ON change.id = later.changeID
        WHERE later.key = +link.id AND later.subject = 'link' AND later.field <> 'added'
          AND later.field IN ('tags', 'note') AND later.changeID > :change AND undoneAt IS NULL)
      """ : "trashedAt IS :date"
    let moved = try Int64.fetchAll(
      journal.db.cachedStatement(
        sql: "SELECT id FROM link WHERE id BETWEEN :first AND :last AND \(condition)"),
      arguments: [
        "first": first, "last": last, "date": undoneAt.timeIntervalSince1970, "change": change.id,
      ])
    let date = direction == .undo ? undoneAt.timeIntervalSince1970 : nil
    for id in moved { try journal.set([.trashedAt: date], of: id) }
    additions.moved += moved
    if direction == .undo { trashed += moved } else { restored += moved }
    additions.left += Int(count) - moved.count
  }

  /// Adds a link or a host to the list of those that never come up again, or takes it off the list.
  private mutating func list(
    _ key: DatabaseValue, _ values: [Value], in journal: Journal
  ) throws {
    keys[LoggedTable.neverAgain.rawValue, default: []].insert(key)
    guard let text = String.fromDatabaseValue(key) else { return }
    let value = String(text.drop { $0 != " " }.dropFirst())
    let subject: NeverAgain.Subject = text.hasPrefix("host ") ? .host(value) : .link(value)
    let addedAt = values.first { $0.field == "addedAt" }
    let isDone: Bool
    if let date = Double.fromDatabaseValue(addedAt?.other ?? .null) {
      let title = values.first { $0.field == "title" }.flatMap {
        String.fromDatabaseValue($0.other)
      }
      let entry = NeverAgain(subject, title: title, addedAt: Date(timeIntervalSince1970: date))
      isDone = try WheelStore.list(entry, in: journal)
      if isDone { listed.append(entry) }
    } else {
      isDone = try WheelStore.allow(subject, in: journal)
      if isDone { allowed.append(subject) }
    }
    if !isDone { left[LoggedTable.neverAgain.rawValue, default: []].insert(key) }
  }

  /// Returns the links whose address has changed since, or whose other address belongs to another
  /// link by now. An address is only restored as a whole.
  private func linksKeepingAddress(
    present: String, other: String, in db: Database
  ) throws -> Set<DatabaseValue> {
    try DatabaseValue.fetchSet(
      db,
      sql: """
        SELECT changeValue.key FROM changeValue JOIN link ON link.id = changeValue.key
        WHERE changeID = ? AND subject = 'link'
          AND (field = 'url' AND link.url IS NOT \(present) OR field = 'key'
            AND EXISTS (SELECT 1 FROM link taken
              WHERE taken.key = \(other) AND taken.id <> changeValue.key))
        """, arguments: [change.id])
  }
}
