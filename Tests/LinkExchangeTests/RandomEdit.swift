import Foundation
import LinkPreview
import Links
import Markup
import TestSupport
import Testing

@testable import LinkStore

/// Changes of links as people and programs make them, chosen at random.
enum RandomEdit {
  private static let tags = ["swift", "Swift", "tools", "to read", "später", "c++"]

  /// Makes a change on a device, of links that any device may have.
  static func make(on device: SyncDevice, using random: inout SeededRandom) async throws {
    let store = device.store
    let date = device.now
    let isTrash = Int.random(in: 0..<5, using: &random) == 0
    let list = try await store.list(SavedQuery(isTrash: isTrash)).ids
    let ids = Array(list.shuffled(using: &random).prefix(.random(in: 1...3, using: &random)))
    let some = tags.shuffled(using: &random).prefix(.random(in: 0...3, using: &random))
    let text = "text \(Int.random(in: 0..<1000, using: &random)) \"x\"\n😀"
    switch Int.random(in: 0..<17, using: &random) {
    case 0...3: _ = try await store.save(metadata(using: &random), at: date)
    case 4: try await store.apply(.trash(ids, at: date), at: date)
    case 5: try await store.apply(.restore(ids), at: date)
    case 6: try await store.apply(.addTags(Array(some), to: ids), at: date)
    case 7: try await store.apply(.removeTags(Array(some), from: ids), at: date)
    case 8:
      try await store.apply(
        .setTags(
          Dictionary(uniqueKeysWithValues: ids.map { ($0, SavedLinkStore.unique(Array(some))) })),
        at: date)
    case 9:
      try await store.apply(
        .set(.note, Dictionary(uniqueKeysWithValues: ids.map { ($0, text) })), at: date)
    case 10:
      try await store.apply(
        .set(.title, Dictionary(uniqueKeysWithValues: ids.map { ($0, some.first ?? "") })), at: date
      )
    case 11:
      let page = try metadata(using: &random)
      try await store.apply(
        .setMetadata(Dictionary(uniqueKeysWithValues: ids.map { ($0, page) })), at: date)
    case 12:
      guard let id = ids.first else { return }
      try await store.apply(.setAddresses([id: address(using: &random)]), at: date)
    case 13:
      // A change that's undone.
      let inverse = try await store.apply(.addTags(Array(some), to: ids), at: date)
      try await store.apply(inverse, at: date)
    case 14:
      guard let id = ids.first else { return }
      try await store.markOpened(id, at: date)
      try await store.mark([id: LinkCheck(outcome: .ok, checkedAt: date)])
    case 15:
      // More tags than a line of a log has.
      guard let id = ids.first, Int.random(in: 0..<4, using: &random) == 0 else { return }
      let many = (0..<Int.random(in: 90...260, using: &random)).map { "tag \($0)" }
      try await store.apply(.setTags([id: many.shuffled(using: &random)]), at: date)
    default:
      if Int.random(in: 0..<10, using: &random) == 0 {
        try await store.emptyTrash(removedBefore: date)
      }
    }
  }

  /// Few addresses, so that devices often change the same link, some written differently.
  private static func address(using random: inout SeededRandom) throws -> WebAddress {
    let number = Int.random(in: 0..<40, using: &random)
    let spellings = [
      "https://example.org/\(number)", "https://EXAMPLE.org/\(number)/",
      "https://example.org/\(number)?utm_source=x", "https://example.org/\(number)#part",
    ]
    return try #require(WebAddress(spellings.randomElement(using: &random) ?? ""))
  }

  private static func metadata(using random: inout SeededRandom) throws -> LinkMetadata {
    var metadata = LinkMetadata(originalAddress: try address(using: &random))
    if Bool.random(using: &random) {
      metadata.title = "A / title \(Int.random(in: 0..<9, using: &random))"
      metadata.summary = "Of \\ a \"page\" \(Int.random(in: 0..<9, using: &random))"
      metadata.kind = .article
    }
    return metadata
  }
}
