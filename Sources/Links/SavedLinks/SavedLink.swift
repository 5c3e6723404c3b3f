public import Foundation
public import LinkPreview
public import Markup

/// A saved link with its own copy of the metadata, so that emptying the cache loses nothing.
public struct SavedLink: Hashable, Sendable, Identifiable {
  /// The id in the store.
  public var id: Int64
  /// The page's metadata: fetched, or imported with the link. Only the address if the link was
  /// saved without fetching the page.
  public var metadata: LinkMetadata
  /// The page's own title, if the link was imported with a different title. ``metadata`` has the
  /// imported one.
  public var pageTitle: String?
  /// Whether the page itself has been fetched.
  public var isFetched: Bool
  /// When the link was saved, or the date in the file that it was imported from.
  public var savedAt: Date
  /// When the link was last opened in the browser; nil if never.
  public var openedAt: Date?
  /// The tags without `#`, in the order in which they were added.
  public var tags: [String]
  /// The user's note; empty for none. Can have several lines.
  public var note: String
  /// The result of the last check for dead links.
  public var check: LinkCheck?
  /// When the link was moved to the trash; nil if it isn't in the trash.
  public var trashedAt: Date?
  /// The reading state of the page; nil if there's none.
  public var reading: ReadingState?
  /// When the text of the page was kept; nil if it wasn't. See ``KeptArticle``.
  public var keptAt: Date?

  /// Creates a link with an id from the store.
  public init(
    id: Int64, metadata: LinkMetadata, savedAt: Date, isFetched: Bool? = nil, openedAt: Date? = nil,
    tags: [String] = [], note: String = "", check: LinkCheck? = nil, trashedAt: Date? = nil,
    reading: ReadingState? = nil, keptAt: Date? = nil
  ) {
    self.id = id
    self.metadata = metadata
    self.isFetched = isFetched ?? metadata.isFetched
    self.savedAt = savedAt
    self.openedAt = openedAt
    self.tags = tags
    self.note = note
    self.check = check
    self.trashedAt = trashedAt
    self.reading = reading
    self.keptAt = keptAt
  }

  /// The address as it was saved, as a Foundation `URL`.
  public var url: URL { metadata.originalURL }

  /// The address as it was saved, for display and storage.
  public var address: WebAddress { metadata.originalAddress }
}

extension SavedLink {
  /// The number of days that removed links stay in the trash.
  public static let trashDays = 30
}

/// The result of saving a link.
public enum SaveOutcome: Hashable, Sendable {
  /// The page is saved as this new link.
  case saved(SavedLink)
  /// The page was in the trash as this link, which has been restored.
  case restored(SavedLink)
  /// The page was already saved as this link. If the link had no metadata, it has been added.
  case alreadySaved(SavedLink)

  /// The link after saving.
  public var link: SavedLink {
    switch self {
    case .saved(let link), .restored(let link), .alreadySaved(let link): link
    }
  }
}
