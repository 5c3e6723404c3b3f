package import Links

/// An event that concerns the Spin tab: a click, or the answer to an effect.
package enum SpinAction: Equatable, Sendable {
  /// A card in the list of the session's last cards was clicked.
  case trailPicked(Int)

  /// A link was picked. Nil if the wheel has none.
  case drawn(RequestID, Result<SpinDraw?, StoreError>)
  case progressed(RequestID, elapsed: Duration)
  /// The page of an outdated card from the cache was fetched again.
  case refreshed(RequestID, CachedMetadata)
  /// A page was read on. Has its first paragraphs.
  case begun(RequestID, [String])
  /// The saved link of the page on screen, or nil if it isn't saved.
  case lookedUp(RequestID, SavedLink?)
  case recentRead(RequestID, Result<[SavedLink], StoreError>)
  /// The editor was closed with a note for the card with this id. Nil if it's empty.
  case noteWritten(RequestID, Result<String?, EditorFailure>)
}
