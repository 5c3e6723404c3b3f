extension SavedChange {
  /// How many links are changed in one transaction. Larger changes are split into batches, so that
  /// other programs can write in between and the user sees the progress.
  public static let pieceSize = 1000

  /// Returns the part of the change for some of its links.
  public func piece(of ids: some Collection<SavedLink.ID>) -> SavedChange {
    switch self {
    case .trash(_, let date): .trash(Array(ids), at: date)
    case .restore: .restore(Array(ids))
    case .addTags(let tags, _): .addTags(tags, to: Array(ids))
    case .removeTags(let tags, _): .removeTags(tags, from: Array(ids))
    case .setTags(let values): .setTags(Self.values(values, of: ids))
    case .setNotes(let values): .setNotes(Self.values(values, of: ids))
    case .setTitles(let values): .setTitles(Self.values(values, of: ids))
    case .setMetadata(let values): .setMetadata(Self.values(values, of: ids))
    case .setAddresses(let values): .setAddresses(Self.values(values, of: ids))
    }
  }

  /// Combines changes of one kind, or returns nil if there are none. If several of them set a value
  /// of the same link, the first one wins.
  public static func joined(_ pieces: [SavedChange]) -> SavedChange? {
    let ids = pieces.flatMap(\.ids)
    return switch pieces.first {
    case nil: nil
    case .trash(_, let date): .trash(ids, at: date)
    case .restore: .restore(ids)
    case .addTags(let tags, _): .addTags(tags, to: ids)
    case .removeTags(let tags, _): .removeTags(tags, from: ids)
    case .setTags:
      .setTags(merged(pieces) { if case .setTags(let values) = $0 { values } else { nil } })
    case .setNotes:
      .setNotes(merged(pieces) { if case .setNotes(let values) = $0 { values } else { nil } })
    case .setTitles:
      .setTitles(merged(pieces) { if case .setTitles(let values) = $0 { values } else { nil } })
    case .setMetadata:
      .setMetadata(merged(pieces) { if case .setMetadata(let values) = $0 { values } else { nil } })
    case .setAddresses:
      .setAddresses(
        merged(pieces) { if case .setAddresses(let values) = $0 { values } else { nil } })
    }
  }

  private static func merged<Value>(
    _ pieces: [SavedChange], _ values: (SavedChange) -> [SavedLink.ID: Value]?
  ) -> [SavedLink.ID: Value] {
    pieces.compactMap(values).reduce(into: [:]) { $0.merge($1) { first, _ in first } }
  }

  private static func values<Value>(
    _ values: [SavedLink.ID: Value], of ids: some Collection<SavedLink.ID>
  ) -> [SavedLink.ID: Value] {
    ids.reduce(into: [:]) { $0[$1] = values[$1] }
  }
}
