package import Bookmarks
import Links

/// Links without duplicates, in the order they were found.
package struct SourceLinks {
  private let limit: Int
  package private(set) var all: [Bookmark] = []
  /// Whether links beyond the limit were dropped.
  private(set) var isFull = false
  private var indices: [String: Int] = [:]

  package init(limit: Int = .max) { self.limit = limit }

  /// Adds links. A link that's already there only gets the new tags.
  package mutating func add(_ links: [Bookmark]) {
    for link in links {
      let key = LinkKey.key(of: link.address)
      if let index = indices[key] {
        let known = all[index].tags
        all[index].tags += link.tags.filter { !known.contains($0) }
      } else if all.count < limit {
        indices[key] = all.count
        all.append(link)
      } else {
        isFull = true
      }
    }
  }
}
