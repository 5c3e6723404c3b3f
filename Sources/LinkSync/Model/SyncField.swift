/// A field of a link that's set by itself.
package enum SyncField: Hashable, Sendable {
  /// When the link was saved.
  case saved
  /// How the address was written when the link was saved. Set whenever that is.
  case address
  /// When it was moved to the trash; nothing if it isn't there.
  case removed
  /// Set when it was deleted for good, or when its address was changed to another.
  case gone
  case title, summary, note
  /// When it was opened last.
  case opened
  /// The result of the last check, as JSON.
  case checked
  /// The page's metadata, as JSON.
  case metadata
  /// A tag, in lower case.
  case tag(String)

  /// Those that aren't tags, in the order in which a line lists them.
  package static let named: [SyncField] = [
    .saved, .removed, .gone, .title, .summary, .note, .opened, .checked, .metadata,
  ]

  /// Its name in logs and in the store; that of a tag is the tag itself.
  package var name: String {
    switch self {
    case .saved: "saved"
    case .address: "address"
    case .removed: "removed"
    case .gone: "gone"
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

  /// Whether only people set it. A change of such a field brings a link back that another device
  /// deleted for good at the same time.
  var isEdit: Bool {
    switch self {
    case .saved, .removed, .title, .summary, .note, .tag: true
    case .address, .gone, .opened, .checked, .metadata: false
    }
  }
}

/// What a field of a link is set to.
package enum SyncValue: Hashable, Comparable, Sendable {
  case none
  /// A moment, in milliseconds since 1970.
  case date(Int64)
  /// A text, JSON, or the spelling of a tag.
  case text(String)
}
