import Markup

/// Sets fields of one link at one time.
package struct SyncOperation: Hashable, Sendable {
  /// The link's address. Readers decide which addresses are the same link, so a later rule doesn't
  /// require rewriting logs.
  package var address: String
  package var time: SyncTime
  package var fields: [SyncField: SyncValue]
  /// The tags that the operation sets, in order.
  private(set) var tagOrder: [String]
  /// The position of each tag in ``tagOrder`` among all tags set at the operation's time, including
  /// those in other operations. Positions may have gaps or repeat, because a tag keeps the position
  /// it was set with.
  private(set) var positions: [Int]

  /// - Parameter positions: the positions of the tags, by default from 0 on.
  package init(
    address: String, time: SyncTime, fields: [SyncField: SyncValue], tagOrder: [String] = [],
    positions: [Int]? = nil
  ) {
    self.address = address
    self.time = time
    self.fields = fields
    self.tagOrder = tagOrder
    self.positions = positions ?? Array(tagOrder.indices)
  }

  /// Sets a tag.
  mutating func append(_ tag: String, at position: Int) {
    fields[.tag(tag.tagKey)] = .text(tag)
    tagOrder.append(tag)
    positions.append(position)
  }
}

/// A field of a link. Each is set and merged independently of the others.
package struct SyncField: Hashable, Sendable {
  /// The field's name in logs and in the store. A tag's name is the tag itself, in lower case.
  package let name: String
  private let kind: Kind
  /// Whether only people set the field. Changing such a field restores a link that another device
  /// deleted for good at the same time.
  let isEdit: Bool

  /// What a field's values are, and so their form in logs.
  private enum Kind {
    case date
    /// A text on one line.
    case line(limit: Int)
    case lines(limit: Int)
    case json
    /// An address, or an empty text, which is true in logs.
    case end
    /// Has a place of its own in a line.
    case address, tag
  }

  private init(_ name: String, _ kind: Kind, isEdit: Bool = false) {
    (self.name, self.kind, self.isEdit) = (name, kind, isEdit)
  }

  package static func == (first: SyncField, second: SyncField) -> Bool {
    first.name == second.name && first.isTag == second.isTag
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(name) }

  package var isTag: Bool { if case .tag = kind { true } else { false } }
}

extension SyncField {
  /// When the link was saved.
  package static let saved = SyncField("saved", .date, isEdit: true)
  /// The spelling of the address when the link was saved. Set together with ``saved``.
  package static let address = SyncField("address", .address)
  /// When the link was moved to the trash; none if it isn't in the trash.
  package static let removed = SyncField("removed", .date, isEdit: true)
  /// Set when the link was deleted for good, or to the new address when the address was changed.
  package static let deletedOrMoved = SyncField("gone", .end)
  package static let title = SyncField("title", .line(limit: TextLimit.title), isEdit: true)
  package static let summary = SyncField("summary", .line(limit: TextLimit.summary), isEdit: true)
  package static let note = SyncField("note", .lines(limit: TextLimit.note), isEdit: true)
  /// When the link was opened last.
  package static let opened = SyncField("opened", .date)
  /// The result of the last check of the page.
  package static let checked = SyncField("checked", .json)
  /// The page's metadata.
  package static let metadata = SyncField("metadata", .json)

  /// A tag, in lower case.
  package static func tag(_ name: String) -> SyncField { SyncField(name, .tag, isEdit: true) }

  /// The fields a line names, in the line's order. Tags have a list of their own, and ``address``
  /// is the line's link.
  package static let named: [SyncField] = [
    saved, removed, deletedOrMoved, title, summary, note, opened, checked, metadata,
  ]
}

extension SyncField {
  /// Returns a text in its stored form: plain, bounded, and equal on every device.
  package func value(of text: String) -> SyncValue {
    let stored =
      switch kind {
      case .line(let limit): PlainText.folded(text, limit: limit)
      case .lines(let limit): PlainText.foldedLines(text, limit: limit)
      case .date, .json, .end, .address, .tag: text
      }
    return stored.map { .text($0) } ?? .none
  }

  /// Writes a value to a line.
  func write(_ value: SyncValue, to line: inout JSONWriter) {
    switch (kind, value) {
    case (_, .none): line.add(name, JSONValue.null)
    case (_, .date(let date)): line.add(name, ISOTime.text(date))
    case (.json, .text(let json)): line.add(name, json: json.utf8)
    case (.end, .text("")): line.add(name, true)
    case (_, .text(let text)): line.add(name, text)
    }
  }

  /// Reads a value of a line. Returns nil for one of another type, because a later version might
  /// write one.
  func value(of json: JSONValue) -> SyncValue? {
    if json == .null { return SyncValue.none }
    switch kind {
    case .date: return json.string.flatMap(ISOTime.milliseconds).map { .date($0) }
    case .line, .lines: return json.string.map { value(of: $0) }
    case .json: return json.object.map { .text($0.line) }
    case .end: return .text(json.string.flatMap { WebAddress($0)?.text } ?? "")
    case .address, .tag: return nil
    }
  }
}

/// The value of a field of a link.
package enum SyncValue: Hashable, Comparable, Sendable {
  case none
  /// A moment, in milliseconds since 1970.
  case date(Int64)
  /// A text, JSON, or the spelling of a tag.
  case text(String)
}
