/// The kinds of files that bookmarks are kept in. Raw values are the names on a command line.
public enum BookmarkFormat: String, CaseIterable, Sendable {
  /// The HTML that every browser and bookmark service exports and imports.
  case netscape = "html"
  /// Firefox's own database, `places.sqlite`.
  case firefox
  /// The file `Bookmarks` of Chrome, Chromium, Edge, Brave and Vivaldi.
  case chrome
  /// Tables of Pocket, Instapaper, Raindrop and our own, told apart by their header (RFC 4180).
  case csv
  /// Outlines (http://opml.org/spec2.opml), lists of feeds among them.
  case opml
  /// The links of a text in Markdown.
  case markdown
  /// The addresses of a text, one a line or in between.
  case text
  /// An array of objects, our own or Pinboard's.
  case json
  /// Our own, one object a line: the one that keeps everything.
  case jsonLines = "jsonl"

  /// Whether ``BookmarkWriter`` writes it; the files of browsers are theirs to write.
  public var isWritable: Bool { self != .firefox && self != .chrome }
}
