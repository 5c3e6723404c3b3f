import Localization

/// A web browser whose bookmarks can be imported. The raw value is its name on the command line.
public enum WebBrowser: String, CaseIterable, Hashable, Sendable, Codable {
  /// The browsers in the order in which they're offered.
  case firefox, chromium, chrome, brave, vivaldi, edge, safari

  /// The name for people: `Firefox`.
  public var name: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
}

extension Sequence<WebBrowser> {
  /// The names as part of a sentence: `Firefox, Chromium and Edge`.
  public var names: String { map(\.name).conjunction }
}

extension Int {
  /// The number of bookmarks: `1,240 bookmarks`.
  package var bookmarkCount: String { localized("\(self, "bookmark")") }
}
