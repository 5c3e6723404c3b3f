/// The kinds of files that bookmarks are kept in. Raw values are the names on a command line.
public enum BookmarkFormat: String, CaseIterable, Sendable {
  /// The HTML that every browser and bookmark service exports and imports.
  case netscape = "html"
  /// Firefox's own database, `places.sqlite`.
  case firefox
  /// Firefox's backups, `bookmarks-….jsonlz4`. Those that are not compressed are ``json``.
  case firefoxBackup = "jsonlz4"
  /// The file `Bookmarks` of Chrome, Chromium, Edge, Brave and Vivaldi.
  case chrome
  /// Safari's `Bookmarks.plist`.
  case safari
  /// The hotlist of Opera up to version 12, `opera6.adr`.
  case opera
  /// XBEL, the bookmarks of KDE, GNOME and others.
  case xbel
  /// Tables of Pocket, Instapaper, Raindrop, Readwise and our own, told apart by their header (RFC 4180).
  case csv
  /// Outlines (http://opml.org/spec2.opml), lists of feeds among them.
  case opml
  /// The file `urls` of newsboat.
  case newsboat
  /// The links of a text in Markdown.
  case markdown
  /// The links of a text in Org.
  case org
  /// The addresses of a text, one a line or in between; OneTab's list.
  case text
  /// Our own, or the JSON of any service: whatever in it has an address.
  case json
  /// Our own, one object a line: the one that keeps everything.
  case jsonLines = "jsonl"

  /// Whether ``BookmarkWriter`` writes it; the others are import-only.
  public var isWritable: Bool {
    switch self {
    case .netscape, .csv, .opml, .markdown, .text, .json, .jsonLines: true
    case .firefox, .firefoxBackup, .chrome, .safari, .opera, .xbel, .newsboat, .org: false
    }
  }
}
