import Foundation
import GRDB
import Links
import Markup

/// The tags of all links, also of those in the trash. They're read once, so that neither a key of a
/// filter nor a count of tags reads them again.
struct TagTable: Sendable {
  /// The different tags, in every spelling.
  private var names: [String] = []
  /// The numbers of the tags in each list, one list after another.
  private var numbers: [Int32] = []
  /// Where each list of tags ends in ``numbers``, and the next one begins. The first list is empty.
  private var ends: [Int32] = [0]
  /// The list of each link, by its id. Many links have the same tags.
  private var lists: [Int32] = []
  /// The links in the trash.
  private var trash: [SavedLink.ID] = []

  /// An index has exactly these columns, and is read in its order.
  static let sql = "SELECT id, trashedAt IS NOT NULL, tags FROM link WHERE tags <> '' ORDER BY tags"

  init(_ db: Database) throws {
    let rows = try Row.fetchCursor(db.cachedStatement(sql: Self.sql))
    var known: [String: Int32] = [:]
    var last: [UInt8] = []
    var count = 0
    while let row = try rows.next() {
      count += 1
      if count % 4_096 == 0 { try Task.checkCancellation() }
      let id = try row.decode(SavedLink.ID.self, atIndex: 0)
      if try row.decode(Bool.self, atIndex: 1) { trash.append(id) }
      try row.withUnsafeData(atIndex: 2) { data in
        data?.withUnsafeBytes { bytes in
          guard !bytes.elementsEqual(last) else { return }
          last = Array(bytes)
          add(last.split(separator: UInt8(ascii: "\n")), known: &known)
        }
      }
      if id >= lists.count {
        lists += Array(repeating: 0, count: Int(id) * 5 / 4 - lists.count + 1)
      }
      lists[Int(id)] = Int32(ends.count - 1)
    }
  }

  /// Adds a list of tags.
  /// - Parameter known: the numbers of the tags so far.
  private mutating func add(_ tags: [ArraySlice<UInt8>], known: inout [String: Int32]) {
    for tag in SavedLinkStore.unique(tags.map { String(decoding: $0, as: UTF8.self) }) {
      let number = known[tag] ?? Int32(names.count)
      if number == names.count {
        names.append(tag)
        known[tag] = number
      }
      numbers.append(number)
    }
    ends.append(Int32(numbers.count))
  }

  private func list(of id: SavedLink.ID) -> Int {
    id >= 0 && id < lists.count ? Int(lists[Int(id)]) : 0
  }

  private func numbers(in list: Int) -> ArraySlice<Int32> {
    list == 0 ? [] : numbers[Int(ends[list - 1])..<Int(ends[list])]
  }

  /// Returns for each id whether the link has a tag.
  func hits(of term: TagTerm, upTo largest: SavedLink.ID) -> [Bool] {
    let isWanted = names.map(term.matcher)
    let isListWanted = ends.indices.map { numbers(in: $0).contains { isWanted[Int($0)] } }
    return (0...Int(largest)).map { isListWanted[list(of: SavedLink.ID($0))] }
  }

  /// Returns the tags of links with the number of these links that have each, most used first. Tags
  /// that differ only in case are combined, spelled as most links have them, so the number is always
  /// what a filter for the tag finds.
  /// - Parameter ids: the links; nil for all that aren't in the trash.
  func counts(of ids: [SavedLink.ID]? = nil) -> [SavedFacets.Count] {
    var linkCounts = [Int](repeating: 0, count: ends.count)
    for id in ids ?? [] { linkCounts[list(of: id)] += 1 }
    if ids == nil {
      for list in lists { linkCounts[Int(list)] += 1 }
      for id in trash { linkCounts[list(of: id)] -= 1 }
    }
    var counts = [Int](repeating: 0, count: names.count)
    for (list, count) in linkCounts.enumerated() where count > 0 {
      for number in numbers(in: list) { counts[Int(number)] += count }
    }
    var merged: [String: (tag: String, most: Int, count: Int)] = [:]
    for (tag, count) in zip(names, counts) where count > 0 {
      let known = merged[tag.tagKey] ?? (tag, count, 0)
      let isBetter = (known.most, tag) < (count, known.tag)
      merged[tag.tagKey] = (
        isBetter ? tag : known.tag, max(count, known.most), known.count + count
      )
    }
    return merged.values.sorted { ($1.count, $0.tag) < ($0.count, $1.tag) }
      .map { SavedFacets.Count($0.tag, $0.count) }
  }
}
