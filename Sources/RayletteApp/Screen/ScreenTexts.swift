import LinkPreview
import Links
import Localization
import TerminalGrid

/// Texts of views that name keys, or that depend on several features.
struct ScreenTexts {
  private let state: AppState

  init(_ state: AppState) { self.state = state }

  static var noMatches: String { localized("No matches.") }
  static var stillLoading: String { localized("The page is still loading.") }
  static var noSavedLinks: String { localized("There are no saved links yet.") }
  static var nothingToChange: String { localized("Nothing to change.") }

  /// The keys that help after a failure.
  var recoveryActions: [LinkCard.RecoveryAction] {
    guard let card = state.spin.card, card.failure != nil else { return [] }
    var texts = [
      "spin.retry": localized("retry", context: "key"), "link.open": localized("open anyway"),
    ]
    if !card.isSaved { texts["spin.save"] = localized("save without a preview") }
    return state.surroundings.keyMap.available(in: state).compactMap { command in
      texts[command.name].map { LinkCard.RecoveryAction(label: command.label, text: $0) }
    }
  }

  /// The reason why the list is empty, and advice.
  var emptyListMessage: (headline: String, advice: String) {
    let saved = state.saved
    if !saved.listing.isListed { return ("", "") }
    if !saved.query.filter.isEmpty {
      let advice = state.surroundings.keyMap.advice(by: "saved.back", on: .saved) {
        localized("Press \($0) to clear the filter.")
      }
      return (Self.noMatches, advice ?? "")
    }
    if saved.query.isTrash {
      return (
        localized("The trash is empty."),
        localized("Removed links stay here for \(SavedLink.trashDays, "day").")
      )
    }
    let obstacle = state.surroundings.writeError.map { localized("And none can be: \($0).") }
    let key = state.surroundings.keyMap.label(of: "app.switch-tab", in: state)
    let advice =
      key.isEmpty
      ? localized("Spin the wheel, then save a link.")
      : localized("Press \(key) to spin the wheel, then save a link.")
    return (localized("No saved links yet."), obstacle ?? importOffer ?? advice)
  }

  /// The offer to import the bookmarks of browsers: `Firefox has bookmarks. Press i to import.` Nil if
  /// the screen has none.
  var importOffer: String? {
    guard state.offersImport else { return nil }
    let browsers = state.saved.importableBrowsers
    let offer =
      browsers.count == 1
      ? localized("\(browsers.names) has bookmarks.")
      : localized("\(browsers.names) have bookmarks.")
    let advice = state.surroundings.keyMap.advice(by: "saved.import") {
      localized("Press \($0) to import.")
    }
    return [offer, advice].compactMap(\.self).paragraph
  }

  /// How to stop the job of saved links. Nil if no key does that.
  var stopAdvice: String? {
    let (command, screen) = state.tab == .spin ? ("saved.stop", Focus.spin) : ("saved.back", .saved)
    return state.surroundings.keyMap.advice(by: command, on: screen) {
      localized("Press \($0) to stop.")
    }
  }

  /// The position in the text on screen, for the footer. Nil if all of it is on screen.
  var position: String? {
    switch Focus(of: state) {
    case .reader:
      let position = state.reader.position(in: state.surroundings)
      return position?.facts(columns: state.surroundings.size.columns).joined(
        separator: state.surroundings.appearance.symbols.separator)
    case .details:
      guard let details = state.modals.details else { return nil }
      let layout = DetailsLayout(details, in: state.surroundings)
      return layout.scrollLimit > 0 ? layout.positionText : nil
    case .help:
      guard let help = state.modals.help else { return nil }
      let layout = HelpLayout(help, in: state.surroundings)
      return layout.scrollLimit > 0 ? layout.positionText : nil
    case .sync:
      guard let status = state.sync.status else { return nil }
      let layout = SyncLayout(status, scroll: state.sync.scroll, in: state.surroundings)
      return layout.scrollLimit > 0 ? layout.positionText : nil
    case .spin, .saved, .sidebar, .sharing, .address, .question, .chooser, .palette: return nil
    }
  }

  /// The first key of a chord, with a sign that another key is needed: `g …`.
  var pendingSign: String? {
    state.input.pendingKey.map { "\($0.label) \(state.surroundings.appearance.symbols.ellipsis)" }
  }

  /// The completions of the line that's typed, most useful first.
  var completions: [Completion] {
    guard let prompt = state.modals.top?.typedLine else { return [] }
    if let choice = prompt.choice { return choice.completions }
    guard prompt.purpose == .filter else { return [] }
    return FilterCompletions(of: state.saved, searches: state.surroundings.savedSearches)
      .completions(of: prompt)
  }

  /// The key that undoes the last change. Empty if it types text on this screen, or if there's no
  /// such key.
  var undoKey: String { state.surroundings.keyMap.label(of: "saved.undo", in: state) }
}
