import GRDB
import Links
import Markup

/// Counts links by state and site, one after another.
struct FacetCounter {
  private var states = [Int](repeating: 0, count: Self.conditions.count)
  private var hosts: [String: Int] = [:]
  private var count = 0

  private static let conditions = SavedFacets.State.allCases.compactMap { state in
    LinkCondition(state.word, isExcluded: false)?.stateSQL.map { (state: state, sql: $0) }
  }

  /// Selects what's counted of links. Takes their ids as JSON.
  static let sql = """
    SELECT host, \(conditions.map(\.sql).joined(separator: ", ")) FROM link
    WHERE id IN (SELECT value FROM json_each(?))
    """

  mutating func add(_ row: Row) throws {
    count += 1
    if count % 4_096 == 0 { try Task.checkCancellation() }
    hosts[try row.decode(String?.self, atIndex: 0) ?? "", default: 0] += 1
    for index in states.indices where try row.decode(Bool.self, atIndex: 1 + index) {
      states[index] += 1
    }
  }

  func facets(tags: [SavedFacets.Count], trashCount: Int) -> SavedFacets {
    SavedFacets(
      states: Dictionary(
        uniqueKeysWithValues: zip(Self.conditions.map(\.state), states)),
      tags: tags, sites: SiteCounts(hosts).counts, trashCount: trashCount)
  }
}

/// The sites of links with the numbers of links that the filter for each of them finds: those of the
/// host, of hosts below it, and of hosts that begin with it.
private struct SiteCounts {
  /// The sites, most frequent first.
  let counts: [SavedFacets.Count]

  /// - Parameter hosts: the number of links of each host.
  init(_ hosts: [String: Int]) {
    var folding = ScalarFolding(.index)
    var sites: [(host: String, count: Int, name: String)] = []
    // Each host from each of its words on. A filter finds the hosts that have its words next to each
    // other, the last of them as a beginning, so those are next to each other here.
    var ends: [(text: String, site: Int)] = []
    for (host, count) in hosts where host.isOneWord {
      let words = Self.words(of: host, folding: &folding)
      if words.isEmpty { continue }
      for index in words.indices {
        ends.append((words[index...].joined(separator: "."), sites.count))
      }
      sites.append((host, count, words.joined(separator: ".")))
    }
    ends.sort { $0.text < $1.text }
    var counts: [SavedFacets.Count] = []
    for site in sites {
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if ends[middle].text < site.name { low = middle + 1 } else { high = middle }
      }
      var found: Set<Int> = []
      for end in ends[low...] {
        guard end.text.hasPrefix(site.name) else { break }
        found.insert(end.site)
      }
      counts.append(SavedFacets.Count(site.host, found.reduce(0) { $0 + sites[$1].count }))
    }
    self.counts = counts.sorted { ($1.count, $0.name) < ($0.count, $1.name) }
  }

  /// The words of a host, folded as in the index.
  private static func words(of host: String, folding: inout ScalarFolding) -> [String] {
    var words: [String] = []
    var word = ""
    for scalar in host.unicodeScalars {
      switch folding.folded(scalar) {
      case .letter(let letter): word.unicodeScalars.append(letter)
      case .diacritic, .mark: break
      case .separator:
        if !word.isEmpty { words.append(word) }
        word = ""
      }
    }
    return word.isEmpty ? words : words + [word]
  }
}

extension String {
  /// Whether a filter reads the text as one word.
  fileprivate var isOneWord: Bool {
    !contains { $0.isWhitespace || $0 == "\"" }
  }
}
