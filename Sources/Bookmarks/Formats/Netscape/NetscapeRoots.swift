import Markup

/// Default folders, whose names say nothing about the links in them.
enum NetscapeRoots {
  static func areMarked(by attributes: MarkupAttributes) -> Bool {
    attributes.has("personal_toolbar_folder") || attributes.has("unfiled_bookmarks_folder")
      || attributes["id"] == "com.apple.ReadingList"
  }

  /// The names in the outermost list, as Firefox, Chrome, Edge, Safari and Raindrop write them in
  /// English.
  static let names: Set = [
    "Bookmarks", "Bookmarks Bar", "Bookmarks bar", "Bookmarks Menu", "Bookmarks Toolbar",
    "BookmarksBar", "BookmarksMenu", "Favorites", "Favorites Bar", "Favorites bar", "Favourites",
    "Favourites Bar", "Favourites bar", "Imported", "Mobile Bookmarks", "Mobile bookmarks",
    "Other Bookmarks", "Other Favorites", "Other Favourites", "Other bookmarks", "Other favorites",
    "Other favourites", "Reading List", "Synced bookmarks", "Unsorted", "Unsorted Bookmarks",
  ]
}
