import Links

/// A pending request for a listing.
///
/// Until it arrives, the screen shows the previous list, and ``SavedState/query`` is the previous query.
struct ListRequest: Hashable, Sendable {
  /// Where the cursor goes when the listing arrives.
  enum Position: Hashable, Sendable {
    /// The cursor stays at its link, if that's still listed.
    case kept
    case first
    case at(SavedState.Place)
    /// The cursor goes to a link that was added. If the list hides that link, the screen says so.
    case added(SavedLink.ID)
  }

  var query: SavedQuery
  var position = Position.kept
  /// Whether the user requested it. Keys typed next wait for it, because they're meant for it.
  var isAwaited: Bool
  /// Whether the user didn't cause it, because links changed by themselves.
  var isExternal = false
}
