/// The formats of bookmark files. Raw values are the names on the command line.
public enum BookmarkFormat: String, CaseIterable, Sendable {
  /// The HTML that every browser and bookmark service exports and imports.
  case netscape = "html"
  /// Firefox's own database, `places.sqlite`.
  case firefox
  /// Firefox's backups, `bookmarks-….jsonlz4`. Uncompressed backups are ``json``.
  case firefoxBackup = "jsonlz4"
  /// The `Bookmarks` file of Chrome, Chromium, Edge, Brave and Vivaldi.
  case chrome
  /// Safari's `Bookmarks.plist`.
  case safari
  /// The hotlist of Opera up to version 12, `opera6.adr`.
  case opera
  /// XBEL, the bookmarks of KDE, GNOME and others.
  case xbel
  /// Tables of Pocket, Instapaper, Raindrop, Readwise and our own, told apart by their header
  /// (RFC 4180).
  case csv
  /// Outlines (http://opml.org/spec2.opml), including lists of feeds.
  case opml
  /// The `urls` file of newsboat.
  case newsboat
  /// The links in a Markdown text.
  case markdown
  /// The links in an Org text.
  case org
  /// The addresses in a plain text, one per line or inside sentences. Also OneTab's list.
  case text
  /// Our own JSON, or that of any service: everything in it that has an address.
  case json
  /// Our own format with one object per line. Keeps everything.
  case jsonLines = "jsonl"

  /// Whether ``BookmarkWriter`` writes the format. The others are import-only.
  public var isWritable: Bool {
    switch self {
    case .netscape, .csv, .opml, .markdown, .text, .json, .jsonLines: true
    case .firefox, .firefoxBackup, .chrome, .safari, .opera, .xbel, .newsboat, .org: false
    }
  }
}
