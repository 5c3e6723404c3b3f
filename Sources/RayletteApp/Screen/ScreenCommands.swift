import Links
import Localization
import TerminalGrid

/// The commands of several screens, and the answers to a question.
extension Command {
  static var everywhere: [Command] {
    [
      Command(
        "app.spin", [.alt("1")], menu: .go("s", localized("Spin")), in: [.saved, .reader],
        localized("go to Spin"), section: .move, run: { $0.show(.spin) }),
      Command(
        "app.saved", [.alt("2")], menu: .go("l", localized("Saved")), in: [.spin, .reader],
        localized("go to Saved"), section: .move, run: { $0.show(.saved) }),
      Command(
        "saved.add", [.character("a")], in: Focus.tabs, hint: localized("add", context: "key"),
        localized("save an address"), section: .change, traits: [.asks],
        run: { $0.update(\.saved) { $0.askForAddress(in: &$1) } }),
      // The screens that offer it say so.
      Command(
        "saved.import", [.character("i")], in: Focus.tabs,
        hint: localized("import", context: "key"),
        localized("import the bookmarks of a browser, as long as nothing is saved"),
        traits: [.asks], when: { $0.offersImport },
        else: {
          $0.saved.total > 0
            ? localized("Links are saved already; raylette saved import --from imports bookmarks.")
            : SavedState.noBookmarks
        }, run: { $0.openChooser(.browsers) }),
      Command(
        "view.images", menu: .view("i", localized("images")), in: Focus.tabs.union([.reader]),
        localized("show or hide the pictures of pages"), section: .view, traits: [.mayStayUnseen],
        when: { $0.surroundings.pictures.possibleForm != nil },
        else: { _ in localized("This terminal shows no pictures, or the settings say so.") },
        run: { $0.togglePictures() }),
      Command(
        "app.help", [.character("?")], in: Focus.tabs.union([.reader, .sidebar]),
        hint: localized("help", context: "key"), localized("show this help"), section: .help,
        run: { $0.openHelp() }),
      Command(
        "app.repeat", [.character(".")],
        in: Focus.tabs.union([.reader, .sidebar, .details, .sync, .sharing, .address, .question]),
        localized("in accessible mode, repeat what was said last"), section: .help,
        when: { $0.surroundings.appearance.isAccessible },
        else: { _ in localized("That repeats what a screen reader says in accessible mode.") },
        run: { $0.repeatReport() }),
      Command(
        "app.quit", [.character("q")], in: Focus.tabs, hint: localized("quit", context: "key"),
        localized("quit; so does Ctrl-C"), section: .help, run: { $0.quit() }),
    ]
  }

  /// The answers to a question.
  static var question: [Command] {
    [
      Command(
        "question.yes", [.enter, .character("y")], in: [.question],
        hint: localized("yes", context: "key"), localized("yes"), run: { $0.confirm() }),
      Command(
        "question.no", [.escape, .character("n"), .character("q")], in: [.question],
        hint: localized("no", context: "key"), localized("no"), run: closeModal),
    ]
  }

  /// Closes the top modal.
  static let closeModal: Run = { $0.modals.close() }
}

/// The texts of verbs that are commands of several screens.
enum VerbText {
  static var open: String { localized("open in the browser") }
  static var copy: String { localized("copy the address") }
  static var remove: String { localized("move to the trash") }
  static var note: String { localized("write a note in $EDITOR") }
  static var never: String { localized("never show this link again") }
  static var loadAgain: String { localized("load the page again") }
  static var switchTab: String { localized("switch between Spin and Saved") }
}

extension AppState {
  /// Shows a tab, with nothing in front of it.
  mutating func show(_ tab: Tab) {
    update(\.reader) { $0.close(in: &$1) }
    self.tab = tab
    modals.closeLines()
    if tab == .saved { update(\.saved) { $0.appear(in: &$1) } }
  }

  /// Shows or hides the pictures of pages.
  fileprivate mutating func togglePictures() {
    surroundings.pictures.isHidden.toggle()
    reader.layOutAgain(in: surroundings)
  }

  fileprivate mutating func openHelp() {
    let commands = Set(surroundings.keyMap.available(in: self).map(\.name))
    let help = HelpState(
      of: Focus(belowModalsOf: self),
      commands: surroundings.appearance.isAccessible ? commands : nil)
    modals.open(.help(help))
  }

  /// Says again what was said last.
  fileprivate mutating func repeatReport() {
    notice = input.lastReport
    input.repeats += 1
  }

  /// Does what the question on screen asks.
  fileprivate mutating func confirm() {
    guard case .question(let question)? = modals.top else { return }
    modals.close()
    return update(\.saved) { saved, context in
      switch question {
      case .open(let ids): saved.openAll(ids, in: &context)
      case .check(let ids): saved.begin(.check, of: ids, in: &context)
      case .refresh(let ids): saved.begin(.refresh, of: ids, in: &context)
      case .save(let urls): saved.save(urls, in: &context)
      case .clearHistory: saved.clearHistory(in: &context)
      case .undo(let change, _): saved.revert(change, in: &context)
      case .emptyTrash(_, let date): saved.emptyTrash(removedBefore: date, in: &context)
      }
    }
  }

  fileprivate mutating func quit() {
    exitCode = 0
    return storePlace()
  }
}
