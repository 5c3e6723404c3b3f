public import Foundation
import GRDB
import LinkPreview
public import Markup
public import Links

extension SavedLinkStore {
  /// The result of adding an address.
  public struct Addition: Hashable, Sendable {
    public var outcome: SaveOutcome
    /// Whether the link already has a different note, which stays.
    public var keepsNote: Bool
  }

  /// Saves pages without fetching them, completely or not at all, like ``save(_:at:)``.
  ///
  /// Other programs can't write meanwhile, so split more than ``SavedChange/transactionSize``.
  /// - Parameters:
  ///   - addresses: the pages.
  ///   - tags: tags for all of them.
  ///   - note: a note for the links that have none.
  ///   - date: the current time.
  /// - Returns: the result for each address, in the same order.
  public func add(
    _ addresses: [WebAddress], tags: [String] = [], note: String? = nil, at date: Date
  ) async throws(StoreError) -> [Addition] {
    try await write(.saved, at: date) { db in
      let add = {
        try addresses.map { try Self.add($0, tags: tags, note: note, at: date, in: db) }
      }
      // For a few links, the triggers are faster.
      return addresses.count > 100 ? try LinkTextIndex.insertingMany(in: db, add) : try add()
    }
  }

  private static func add(
    _ address: WebAddress, tags: [String], note: String?, at date: Date, in db: Database
  ) throws -> Addition {
    let outcome = try save(LinkMetadata(originalAddress: address), at: date, in: db)
    let link = outcome.link
    if !tags.isEmpty { _ = try make(.addTags(tags, to: [link.id]), at: date, in: db) }
    if let note, link.note.isEmpty {
      _ = try make(.set(.note, [link.id: note]), at: date, in: db)
    }
    let keepsNote = note.map { !link.note.isEmpty && link.note != $0 } ?? false
    return Addition(outcome: outcome, keepsNote: keepsNote)
  }
}
