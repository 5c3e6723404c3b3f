import LinkPreview
import Links
import Localization
import TerminalGrid

/// Texts that several screens show.
enum ScreenTexts {
  static var noMatches: String { localized("No matches.") }
  static var stillLoading: String { localized("The page is still loading.") }
  static var noSavedLinks: String { localized("There are no saved links yet.") }
  static var notSaved: String { localized("This link isn't saved.") }
  static var nothingToChange: String { localized("Nothing to change.") }
}

/// Texts of views that name keys, or that depend on several features.
extension AppState {
  /// The keys that help after a failure.
  var recoveryActions: [LinkCard.RecoveryAction] {
    guard let card = spin.card, card.failure != nil else { return [] }
    var texts = [
      "spin.retry": localized("retry", context: "key"), "link.open": localized("open anyway"),
    ]
    if !card.isSaved { texts["spin.save"] = localized("save without a preview") }
    return surroundings.keyMap.available(in: self).compactMap { command in
      texts[command.name].map { LinkCard.RecoveryAction(label: command.label, text: $0) }
    }
  }

  /// The reason why the list is empty, and advice.
  var emptyListMessage: (headline: String, advice: String) {
    if !saved.listing.isListed { return ("", "") }
    if !saved.query.filter.isEmpty {
      let advice = surroundings.keyMap.advice(by: "saved.back", on: .saved) {
        localized("Press \($0) to clear the filter.")
      }
      return (ScreenTexts.noMatches, advice ?? "")
    }
    if saved.query.isTrash {
      return (
        localized("The trash is empty."),
        localized("Removed links stay here for \(SavedLink.trashDays, "day").")
      )
    }
    let obstacle = surroundings.writeError.map { localized("And none can be: \($0).") }
    let key = surroundings.keyMap.label(of: "app.switch-tab", in: self)
    let advice =
      key.isEmpty
      ? localized("Spin the wheel, then save a link.")
      : localized("Press \(key) to spin the wheel, then save a link.")
    return (localized("No saved links yet."), obstacle ?? importOffer ?? advice)
  }

  /// The offer to import the bookmarks of browsers: `Firefox has bookmarks. Press i to import.` Nil if
  /// the screen has none.
  var importOffer: String? {
    guard offersImport else { return nil }
    let browsers = saved.importableBrowsers
    let offer =
      browsers.count == 1
      ? localized("\(browsers.names) has bookmarks.")
      : localized("\(browsers.names) have bookmarks.")
    return surroundings.keyMap.message(offer, advising: "saved.import") {
      localized("Press \($0) to import.")
    }
  }

  /// How to stop the job of saved links. Nil if no key does that.
  var stopAdvice: String? {
    let (command, screen) = tab == .spin ? ("saved.stop", Focus.spin) : ("saved.back", .saved)
    return surroundings.keyMap.advice(by: command, on: screen) {
      localized("Press \($0) to stop.")
    }
  }

  /// The position in the text on screen, for the footer. Nil if all of it is on screen.
  var positionText: String? {
    if Focus(of: self) == .reader {
      let position = reader.position(in: surroundings)
      return position?.facts(columns: surroundings.size.columns).joined(
        separator: surroundings.symbols.separator)
    }
    return scrolledText.flatMap { $0.scrollLimit > 0 ? $0.positionText : nil }
  }

  /// The first key of a chord, with a sign that another key is needed: `g …`.
  var pendingSign: String? {
    input.pendingKey.map { "\($0.label) \(surroundings.symbols.ellipsis)" }
  }

  /// The completions of the line that's typed, most useful first.
  var completions: [Completion] {
    guard let prompt = modals.top?.typedLine else { return [] }
    if let choice = prompt.choice { return choice.completions }
    guard prompt.purpose == .filter else { return [] }
    return FilterCompletions(of: saved, searches: surroundings.savedSearches)
      .completions(of: prompt)
  }

  /// The key that undoes the last change. Empty if it types text on this screen, or if there's no
  /// such key.
  var undoKey: String { surroundings.keyMap.label(of: "saved.undo", in: self) }
}
