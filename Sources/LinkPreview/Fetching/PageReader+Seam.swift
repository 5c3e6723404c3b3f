/// What a page is when it is none of its site's pages but stands in front of one.
///
/// A seam: this file goes when PageReader tells these three itself.
enum BotWall: String, Sendable, Hashable { case challenge, consent, blocked }

extension PageReader {
  /// The address of a `<meta http-equiv=refresh>` of 0 s, as the page wrote it.
  var refreshTarget: String? { nil }
  /// The page is a challenge or consent page.
  var wall: BotWall? { nil }
  /// The page has no metadata: neither Open Graph, Twitter, description nor title.
  var tellsNothing: Bool { false }
}
