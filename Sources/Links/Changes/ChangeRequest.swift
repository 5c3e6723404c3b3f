package import Foundation

/// A change that the user requested.
package enum ChangeRequest: Hashable, Sendable {
  case make(SavedChange)
  /// Updates links to the new addresses that their sites redirect to.
  case acceptMoves([SavedLink.ID])
  /// Marks pages as read or unread. Nil marks them as read if any is unread, otherwise as unread,
  /// which only the store can tell.
  case mark(ReadingTarget, isRead: Bool?)
  /// Excludes a link or a host from all wheels, or allows it again.
  case never(NeverAgain)
  case allow(NeverAgain.Subject)
}

/// The pages to mark as read or unread.
package enum ReadingTarget: Hashable, Sendable {
  case page(URL)
  case links([SavedLink.ID])
}

/// The result of a change.
package struct ChangeOutcome: Hashable, Sendable {
  /// The changed links. Links that already had the requested values are left out.
  package var changed: [SavedLink.ID]
  /// The new reading states of marked pages. Nil for a change of something else.
  package var reading: ReadingChange?
  /// Whether the change excluded or allowed links of wheels, instead of changing saved links.
  package var isOfWheels = false
  /// The reason why some links weren't changed, or nil if all were.
  package var interruption: StoreError?
  /// The change that was undone or redone. Nil if there was none, or if a new change was made.
  package var replayed: ReplayedChange?

  /// The outcome of excluding or allowing links of wheels.
  package static let ofWheels: ChangeOutcome = {
    var outcome = ChangeOutcome()
    outcome.isOfWheels = true
    return outcome
  }()

  /// The number of changed links.
  package var count: Int { changed.count + (reading?.count ?? 0) }

  /// Whether nothing had to be changed.
  package var isEmpty: Bool { count == 0 && !isOfWheels }

  package init(changed: [SavedLink.ID] = [], interruption: StoreError? = nil) {
    self.changed = changed
    self.interruption = interruption
  }

  /// Creates the outcome of an undo or a redo.
  package init(_ replayed: ReplayedChange?) {
    self.replayed = replayed
    changed = replayed?.links ?? []
    reading = replayed?.reading
    switch replayed?.change.kind {
    case .never?, .allowed?: isOfWheels = true
    case .saved?, .imported?, .removed?, .restored?, .tagged?, .untagged?, .noted?, .moved?,
      .retitled?, .readdressed?, .edited?, .refreshed?, .marked?, .emptiedTrash?,
      .clearedHistory?, .received?, nil:
      break
    }
  }
}

/// The result of saving typed or pasted addresses.
package struct AddressesSaved: Hashable, Sendable {
  /// The new links.
  package var saved: [SavedLink.ID]
  /// The number of addresses that were already saved.
  package var known: Int
  /// The link of the first address, new or already saved.
  package var first: SavedLink.ID?

  package init(saved: [SavedLink.ID], known: Int, first: SavedLink.ID? = nil) {
    self.saved = saved
    self.known = known
    self.first = first
  }
}
