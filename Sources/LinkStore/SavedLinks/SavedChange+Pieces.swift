extension SavedChange {
  /// How many links are changed in one go. More of them are changed in pieces, so that other programs
  /// come to write in between, and a person sees how far it is.
  public static let pieceSize = 1000

  /// The change for some of its links.
  public func piece(of ids: some Collection<SavedLink.ID>) -> SavedChange {
    switch self {
    case .trash(_, let date): .trash(Array(ids), at: date)
    case .restore: .restore(Array(ids))
    case .addTags(let tags, _): .addTags(tags, to: Array(ids))
    case .removeTags(let tags, _): .removeTags(tags, from: Array(ids))
    case .setTags(let values): .setTags(Self.values(values, of: ids))
    case .setNotes(let values): .setNotes(Self.values(values, of: ids))
    case .setMetadata(let values): .setMetadata(Self.values(values, of: ids))
    case .setAddresses(let values): .setAddresses(Self.values(values, of: ids))
    }
  }

  /// This change and another of the same kind as one; of links in both, what this one says counts.
  func joined(with other: SavedChange) -> SavedChange {
    switch (self, other) {
    case (.trash(let ids, let date), .trash(let more, _)): .trash(ids + more, at: date)
    case (.restore(let ids), .restore(let more)): .restore(ids + more)
    case (.addTags(let tags, let ids), .addTags(_, let more)): .addTags(tags, to: ids + more)
    case (.removeTags(let tags, let ids), .removeTags(_, let more)):
      .removeTags(tags, from: ids + more)
    case (.setTags(let old), .setTags(let new)): .setTags(old.merging(new) { old, _ in old })
    case (.setNotes(let old), .setNotes(let new)): .setNotes(old.merging(new) { old, _ in old })
    case (.setMetadata(let old), .setMetadata(let new)):
      .setMetadata(old.merging(new) { old, _ in old })
    case (.setAddresses(let old), .setAddresses(let new)):
      .setAddresses(old.merging(new) { old, _ in old })
    default: self
    }
  }

  private static func values<Value>(
    _ values: [SavedLink.ID: Value], of ids: some Collection<SavedLink.ID>
  ) -> [SavedLink.ID: Value] {
    ids.reduce(into: [:]) { $0[$1] = values[$1] }
  }
}
