import Localization
import Markup

/// The result of importing the bookmarks of browsers.
package struct ImportedBookmarks: Hashable, Sendable {
  /// The number of links that are new, or were restored from the trash.
  package var added: Int
  /// The number of saved links that gained something.
  package var enriched: Int
  /// The number of bookmarks that aren't web links.
  package var skipped: Int
  /// Why a file wasn't imported; nil if all were.
  package var problem: String?

  package init(added: Int, enriched: Int = 0, skipped: Int = 0, problem: String? = nil) {
    self.added = added
    self.enriched = enriched
    self.skipped = skipped
    self.problem = problem
  }

  /// `Imported 1,236 links, skipped 4 that aren't web links`.
  package var message: String {
    let text =
      skipped == 0
      ? ChangeKind.imported.message(count: added)
      : localized(
        """
        Imported \(added, "link"), skipped \(skipped, "that isn't a web link", "that aren't web links")
        """)
    return [text, problem].compactMap(\.self).clauses
  }
}

/// The reason why bookmarks weren't imported. Nothing has changed then.
package enum ImportFailure: Error, Hashable, Sendable, CustomStringConvertible {
  case stopped
  /// A file can't be read, or the store can't be written.
  case failed(String)

  package var description: String {
    switch self {
    case .stopped: localized("it was stopped")
    case .failed(let reason): reason
    }
  }
}
