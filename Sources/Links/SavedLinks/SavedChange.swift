public import Foundation
public import LinkPreview
public import Markup

/// A change of saved links that can be undone. A bulk change is one change.
public enum SavedChange: Hashable, Sendable {
  /// Moves links to the trash. The date is that of their removal.
  case trash([SavedLink.ID], at: Date)
  /// Takes links out of the trash.
  case restore([SavedLink.ID])
  /// Adds tags to links, and removes tags from them.
  case changeTags(TagChange, of: [SavedLink.ID])
  /// Replaces all tags of links.
  case setTags([SavedLink.ID: [String]])
  /// Sets a field to texts; an empty one removes what the user set.
  case set(SavedField, [SavedLink.ID: String])
  /// Replaces the metadata of links, for example after fetching their pages again.
  case setMetadata([SavedLink.ID: LinkMetadata])
  /// Changes the addresses of links, for example to the addresses that their sites have moved them
  /// to. Skips a link whose new page is already saved as another link.
  case setAddresses([SavedLink.ID: WebAddress])

  /// The links that the change is about.
  public var ids: [SavedLink.ID] {
    switch self {
    case .trash(let ids, _), .restore(let ids), .changeTags(_, let ids): ids
    case .setTags(let values): Array(values.keys)
    case .set(_, let values): Array(values.keys)
    case .setMetadata(let values): Array(values.keys)
    case .setAddresses(let values): Array(values.keys)
    }
  }
}

/// Tags to add to links, and tags to remove from them. Their other tags stay.
public struct TagChange: Hashable, Sendable {
  /// The tags to add, without `#`.
  public var added: [String]
  /// The tags to remove, without `#`.
  public var removed: [String]

  /// Creates a change of tags. By default, it changes nothing.
  public init(added: [String] = [], removed: [String] = []) {
    self.added = added
    self.removed = removed
  }

  /// Whether there's nothing to add or remove.
  public var isEmpty: Bool { added.isEmpty && removed.isEmpty }

  /// The kind of the change in the log.
  public var kind: ChangeKind { added.isEmpty ? .untagged : .tagged }
}

extension SavedChange {
  /// Adds tags to links.
  public static func addTags(_ tags: [String], to ids: [SavedLink.ID]) -> SavedChange {
    .changeTags(TagChange(added: tags), of: ids)
  }

  /// Removes tags from links.
  public static func removeTags(_ tags: [String], from ids: [SavedLink.ID]) -> SavedChange {
    .changeTags(TagChange(removed: tags), of: ids)
  }
}

extension SavedChange {
  /// The number of links to change in one transaction. Larger changes are split into batches, so
  /// that other programs can write in between and the user sees the progress.
  public static let batchSize = 1000

  /// The number of links that a command changes in one transaction, completely or not at all. That
  /// takes less than a second, so other programs don't wait long to write.
  public static let transactionSize = 20_000

  /// Returns the part of the change for some of its links.
  public func piece(of ids: some Collection<SavedLink.ID>) -> SavedChange {
    switch self {
    case .trash(_, let date): .trash(Array(ids), at: date)
    case .restore: .restore(Array(ids))
    case .changeTags(let change, _): .changeTags(change, of: Array(ids))
    case .setTags(let values): .setTags(Self.values(values, of: ids))
    case .set(let field, let values): .set(field, Self.values(values, of: ids))
    case .setMetadata(let values): .setMetadata(Self.values(values, of: ids))
    case .setAddresses(let values): .setAddresses(Self.values(values, of: ids))
    }
  }

  /// Combines changes of one kind, or returns nil if there are none. If several set a value of the
  /// same link, the first one wins.
  public static func joined(_ pieces: [SavedChange]) -> SavedChange? {
    let ids = pieces.flatMap(\.ids)
    return switch pieces.first {
    case nil: nil
    case .trash(_, let date): .trash(ids, at: date)
    case .restore: .restore(ids)
    case .changeTags(let change, _): .changeTags(change, of: ids)
    case .setTags:
      .setTags(merged(pieces) { if case .setTags(let values) = $0 { values } else { nil } })
    case .set(let field, _):
      .set(field, merged(pieces) { if case .set(field, let values) = $0 { values } else { nil } })
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
