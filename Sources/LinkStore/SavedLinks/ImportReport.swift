public import Bookmarks
public import Links

/// The result of an import.
public struct ImportReport: Hashable, Sendable {
  /// The number of new links.
  public var added = 0
  /// The number of links that were restored from the trash.
  public var restored = 0
  /// The number of existing links that gained tags, a note, a title, a summary or an earlier date.
  public var enriched = 0
  /// The number of existing links that already had everything in the file.
  public var known = 0
  /// The skipped entries, at most the first thousand.
  public var problems: [BookmarkProblem] = []
  /// The number of all skipped entries.
  public var problemCount = 0
  /// The number of skipped entries of each kind, in the order in which the kinds first appeared.
  public private(set) var skipped: [SkippedEntries] = []
  /// The number of notes that are longer than notes may be, so that a part of them isn't kept.
  public var cutNotes = 0
  /// The format the file was read as.
  public var format: BookmarkFormat?
  /// Why files of browsers couldn't be read. Nothing of them was imported, unlike of the others.
  public var unreadFiles: [BookmarkFileError] = []

  /// The number of links in the file, whatever happened to them.
  public var linkCount: Int { added + restored + enriched + known }

  /// Creates an empty report.
  public init() {}
}

/// The number of skipped entries of a kind.
public struct SkippedEntries: Hashable, Sendable {
  /// What's wrong with the entries.
  public let kind: BookmarkProblem.Kind
  /// The number of entries.
  public fileprivate(set) var count: Int
}

extension ImportReport {
  mutating func countSkipped(_ kind: BookmarkProblem.Kind) {
    problemCount += 1
    // A damaged file may have a new scheme in each line.
    let kind = skipped.count < 100 ? kind : .notAnAddress
    if let index = skipped.firstIndex(where: { $0.kind == kind }) {
      skipped[index].count += 1
    } else {
      skipped.append(SkippedEntries(kind: kind, count: 1))
    }
  }
}

/// The reason why an import failed. A failed import changes nothing.
public enum ImportError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file can't be read to its end, or the import was cancelled.
  case file(BookmarkFileError)
  /// The store failed.
  case store(StoreError)

  public var description: String {
    switch self {
    case .file(let error): error.description
    case .store(let error): error.description
    }
  }
}
