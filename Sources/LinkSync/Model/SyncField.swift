/// A field of a link. Each is set and merged independently of the others.
package enum SyncField: Hashable, Sendable {
  /// When the link was saved.
  case saved
  /// The spelling of the address when the link was saved. Set together with ``saved``.
  case address
  /// When the link was moved to the trash; none if it isn't in the trash.
  case removed
  /// Set when the link was deleted for good, or to the new address when the address was changed.
  case deletedOrMoved
  case title, summary, note
  /// When the link was opened last.
  case opened
  /// The result of the last check of the page, as JSON.
  case checked
  /// The page's metadata, as JSON.
  case metadata
  /// A tag, in lower case.
  case tag(String)

  /// The fields a line names, in the line's order. Tags have a list of their own, and ``address``
  /// is the line's link.
  package static let named: [SyncField] = [
    .saved, .removed, .deletedOrMoved, .title, .summary, .note, .opened, .checked, .metadata,
  ]

  /// The field's name in logs and in the store. A tag's name is the tag itself.
  package var name: String {
    switch self {
    case .saved: "saved"
    case .address: "address"
    case .removed: "removed"
    case .deletedOrMoved: "gone"
    case .title: "title"
    case .summary: "summary"
    case .note: "note"
    case .opened: "opened"
    case .checked: "checked"
    case .metadata: "metadata"
    case .tag(let tag): tag
    }
  }

  package var isTag: Bool { if case .tag = self { true } else { false } }

  /// Whether only people set the field. Changing such a field restores a link that another device
  /// deleted for good at the same time.
  var isEdit: Bool {
    switch self {
    case .saved, .removed, .title, .summary, .note, .tag: true
    case .address, .deletedOrMoved, .opened, .checked, .metadata: false
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
