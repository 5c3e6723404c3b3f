import LinkPreview
import Links
import TerminalGrid

/// Texts of views that name keys, or that depend on more than their feature.
extension AppState {
  /// The keys that help after a failure.
  var recoveryActions: [LinkCard.RecoveryAction] {
    guard let card = spin.card, card.failure != nil else { return [] }
    var texts: [(action: Action, text: String)] = [
      (.spin(.retryPressed), "retry"), (.openPressed, "open anyway"),
    ]
    if !card.isSaved { texts.append((.spin(.savePressed), "save without a preview")) }
    return self.keyMap.available(in: self).compactMap { binding in
      texts.first { $0.action == binding.action }
        .map { LinkCard.RecoveryAction(label: binding.label, text: $0.text) }
    }
  }

  /// Why the list is empty, and how to proceed.
  var emptyListMessage: (String, String) {
    if !saved.listing.isListed { return ("", "") }
    if !saved.query.filter.isEmpty { return ("No matches.", "Press esc to clear the filter.") }
    if saved.query.isTrash {
      return (
        "The trash is empty.", "Removed links stay here for \(SavedLink.trashDays) days."
      )
    }
    let obstacle = self.writeError.map { "And none can be: \($0)." }
    let key = self.keyMap.label(of: .tabPressed(.spin), in: self)
    let advice = "\(key.isEmpty ? "Spin" : "Press \(key) to spin") the wheel, then save a link."
    return ("No saved links yet.", obstacle ?? advice)
  }

  /// Where one is in the page in the reader, for the footer. Nil if it isn't on screen.
  var readingProgress: String? {
    guard focus == .reader, let position = reader.position(in: surroundings) else { return nil }
    return position.facts(columns: self.size.columns).joined(
      separator: self.appearance.symbols.separator)
  }
}
