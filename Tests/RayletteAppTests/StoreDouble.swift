import Foundation
import LinkPreview
import LinkStore

@testable import RayletteApp

/// Does what the store would do with the effects of the state, on links in memory.
struct StoreDouble {
  var links: [SavedLink]
  /// Why every change fails; nil when none does.
  var failure: StoreError?

  /// Presses keys as a person would, and lets the store answer after each.
  /// - Returns: what else was asked of the world.
  @discardableResult
  mutating func press(_ keys: Key..., in state: inout AppState) -> [Effect] {
    keys.flatMap { settle(update(&state, .keyPressed($0)), in: &state) }
  }

  /// Answers effects, and those that come of the answers.
  @discardableResult
  mutating func settle(_ effects: [Effect], in state: inout AppState) -> [Effect] {
    effects.flatMap { effect -> [Effect] in
      guard let answer = answer(effect) else { return [effect] }
      return settle(update(&state, answer), in: &state)
    }
  }

  mutating func answer(_ effect: Effect) -> Action? {
    switch effect {
    case .listSaved(let query, _): .savedListed(query, .success(list(query)))
    case .readSaved(let ids): .savedRead(.success(links.filter { ids.contains($0.id) }))
    case .readTags: .tagsRead(Array(Set(links.flatMap(\.tags))).sorted())
    case .change(let change, let origin, let words):
      .changed(
        change, origin, words: words, failure.map { .failure($0) } ?? .success(apply(change)))
    default: nil
    }
  }

  private func list(_ query: SavedQuery) -> SavedListing {
    let kept = links.filter { $0.trashedAt == nil }
    let newest = (query.isTrash ? links.filter { $0.trashedAt != nil } : kept)
      .sorted { ($0.savedAt, $0.id) > ($1.savedAt, $1.id) }
    let found = newest.filter { link in
      query.filter.highlights.allSatisfy {
        "\(link.metadata.displayTitle) \(link.url)".lowercased().contains($0.lowercased())
      }
    }
    let ids = (query.sort == .oldest ? found.reversed() : found).map(\.id)
    return SavedListing(ids: ids, total: kept.count)
  }

  private mutating func apply(_ change: SavedChange) -> SavedChange {
    switch change {
    case .trash(let ids, let date):
      edit(ids) { $0.trashedAt = date }
      return .restore(ids)
    case .restore(let ids):
      edit(ids) { $0.trashedAt = nil }
      return .trash(ids, at: Samples.now)
    case .addTags(let tags, let ids):
      let before = tagsBefore(ids)
      edit(ids) { $0.tags += tags }
      return .setTags(before)
    case .removeTags(let tags, let ids):
      let before = tagsBefore(ids)
      edit(ids) { $0.tags.removeAll { tags.contains($0) } }
      return .setTags(before)
    case .setTags(let values):
      let before = tagsBefore(Array(values.keys))
      for (id, tags) in values { edit([id]) { $0.tags = tags } }
      return .setTags(before)
    case .setNotes, .setMetadata, .setAddresses: return change
    }
  }

  private func tagsBefore(_ ids: [SavedLink.ID]) -> [SavedLink.ID: [String]] {
    Dictionary(
      uniqueKeysWithValues: links.filter { ids.contains($0.id) }.map { ($0.id, $0.tags) })
  }

  private mutating func edit(_ ids: [SavedLink.ID], _ body: (inout SavedLink) -> Void) {
    for index in links.indices where ids.contains(links[index].id) { body(&links[index]) }
  }
}

/// Keys, or text that is typed.
struct KeySequence: ExpressibleByStringLiteral {
  let keys: [Key]

  init(stringLiteral text: String) { keys = text.map { Key.character($0) } }
  private init(_ key: Key) { keys = [key] }

  static func character(_ character: Character) -> KeySequence {
    KeySequence(.character(character))
  }
  static let enter = KeySequence(.enter)
  static let space = KeySequence(.space)
  static let left = KeySequence(.left)
  static let escape = KeySequence(.escape)
}
