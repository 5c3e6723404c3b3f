import Localization
import TerminalGrid

/// The commands of the reader.
extension Command {
  static var reader: [Command] { leaving + finding + targets + links + readingOn + moving + view }

  /// Returns the command of a tab that reads the link on screen.
  static func reading(on tab: Focus) -> Command {
    Command(
      "link.read", [.character("l"), .right], in: [tab], hint: localized("read", context: "key"),
      localized("read the page here"), section: .view, on: .link,
      when: { $0.readablePage != nil },
      run: { state in
        guard let page = state.readablePage else { return }
        state.open(page, of: state.readingList)
      })
  }

  private static var leaving: [Command] {
    [
      Command(
        "reader.deselect", [.escape], in: [.reader], hint: localized("deselect", context: "key"),
        localized("deselect the link"), section: .select,
        when: { $0.reader.page?.link != nil },
        run: { $0.reader.page?.link = nil }),
      Command(
        "reader.back", [.character("h"), .left, .backspace, .escape, .character("q")],
        in: [.reader], hint: localized("back", context: "key"),
        localized("go back to the page before, or to the list"), section: .move,
        when: { $0.reader.page?.link == nil }, run: back),
      Command(
        "reader.back", [.character("h"), .left, .backspace, .character("q")], in: [.reader],
        when: { $0.reader.page?.link != nil }, run: back),
      follow(
        hint: localized("read link"), localized("read the page of the selected link"),
        section: .move
      ) { $0.selectedPage != nil },
      follow(hint: localized("go to note")) {
        if case .note = $0.selectedLink?.target { true } else { false }
      },
      follow(hint: localized("back to text")) {
        if case .noteMark = $0.selectedLink?.target { true } else { false }
      },
    ]
  }

  private static func follow(
    hint: String, _ help: String = "", section: Section? = nil,
    when leads: @escaping @Sendable (ReaderPage) -> Bool
  ) -> Command {
    Command(
      "reader.follow", [.enter, .character("l"), .right], in: [.reader], hint: hint, help,
      section: section, when: { $0.reader.page.map(leads) == true },
      else: loaded { _, state in
        let keyMap = state.surroundings.keyMap
        let (next, pick) = (
          keyMap.label(of: "reader.next-link"), keyMap.label(of: "reader.pick-link")
        )
        return next.isEmpty || pick.isEmpty
          ? localized("Select a link first.")
          : localized("Select a link first, with \(next) or \(pick).")
      }, run: { $0.update(\.reader) { $0.followLink(in: &$1) } })
  }

  /// The commands for the list that the page came from.
  private static var readingOn: [Command] {
    [
      Command(
        "reader.next", [.character("J")], in: [.reader], hint: localized("next", context: "key"),
        localized("read the next link of the list"), section: .move, when: { $0.canReadOn(1) },
        else: { _ in localized("There's no link after this one.") }, run: { $0.readOn(1) }),
      Command(
        "reader.previous", [.character("K")], in: [.reader],
        localized("read the previous link of the list"), section: .move,
        when: { $0.canReadOn(-1) },
        else: { _ in localized("There's no link before this one.") }, run: { $0.readOn(-1) }),
      Command(
        "saved.remove", [.character("d")], in: [.reader], hint: localized("remove", context: "key"),
        VerbText.remove, section: .change,
        when: { $0.reader.page?.isSaved == true },
        else: { _ in ScreenTexts.notSaved }, run: { $0.removePage() }),
      Command(
        "link.note", [.character("e")], in: [.reader], VerbText.note,
        section: .change, traits: [.asks], when: { $0.reader.page?.isSaved == true },
        else: { _ in ScreenTexts.notSaved }, run: { $0.editNoteOfPage() }),
      Command(
        "spin.never", [.character("x")], in: [.reader],
        VerbText.never, section: .wheels, when: { $0.isReadingCard },
        else: { _ in localized("That's for cards of Spin.") }, run: { $0.neverReadCard() }),
    ]
  }

  private static var targets: [Command] {
    [
      Command(
        "link.open", [.character("o")], in: [.reader], hint: localized("open", context: "key"),
        localized("open the page or the selected link"), section: .view,
        run: { $0.update(\.reader) { $0.openTarget(in: &$1) } }),
      Command(
        "reader.save", [.character("s")], in: [.reader], hint: localized("save", context: "key"),
        localized("save the page or the selected link"), section: .change,
        when: { $0.reader.page?.selectedPage != nil || $0.reader.page?.isSaved == false },
        else: loaded { _, _ in localized("The page is saved already.") },
        run: { $0.update(\.reader) { $0.saveTarget(in: &$1) } }),
      Command(
        "reader.mark", [.character("m")], in: [.reader], hint: localized("mark read"),
        localized("mark as read"), section: .change,
        when: { $0.reader.page?.content != nil && $0.reader.page?.readAt == nil },
        else: isMarked, run: mark),
      Command(
        "reader.mark", [.character("m")], in: [.reader], hint: localized("mark unread"),
        when: { $0.reader.page?.content != nil && $0.reader.page?.readAt != nil },
        else: isMarked, run: mark),
      Command(
        "link.tag", [.character("t")], in: [.reader], hint: localized("tag", context: "key"),
        localized("tag the page"), section: .change, traits: [.asks], when: isLoaded,
        run: { $0.editTags() }),
      Command(
        "link.share", [.character("S")], in: [.reader], localized("share the page, or its text"),
        section: .share, traits: [.asks],
        run: { $0.update(\.reader) { $0.shareTarget(in: &$1) } }),
      Command(
        "link.copy", [.character("y")], in: [.reader], VerbText.copy, section: .share,
        run: { $0.update(\.reader) { $0.copyTarget(in: &$1) } }),
      Command(
        "reader.reload", [.character("r")], in: [.reader], VerbText.loadAgain, section: .change,
        when: isLoaded, run: reload),
      Command(
        "reader.reload", [.character("r")], in: [.reader], hint: localized("retry", context: "key"),
        when: { $0.reader.page?.failure != nil }, run: reload),
      undo(in: [.reader]), redo(in: [.reader]),
    ]
  }

  private static var moving: [Command] {
    movements(
      in: [.reader], section: .move, when: { state, _ in isLoaded(state) },
      else: { state, movement in isLoaded(state) ? movement.obstacleInText : nil },
      run: { state, movement in state.update(\.reader) { $0.move(.by(movement), in: &$1) } })
      + [
        move(
          "reader.next-paragraph", "}", .paragraph(1), localized("next paragraph"),
          else: { Movement.down.obstacleInText }),
        move(
          "reader.previous-paragraph", "{", .paragraph(-1), localized("previous paragraph"),
          else: { Movement.up.obstacleInText }),
        move(
          "reader.next-heading", "]", .heading(1), localized("next heading"),
          else: { localized("There's no heading below.") }),
        move(
          "reader.previous-heading", "[", .heading(-1), localized("previous heading"),
          else: { localized("There's no heading above.") }),
      ]
  }

  private static func move(
    _ name: String, _ key: Character, _ movement: ReaderMovement, _ help: String,
    else obstacle: @escaping @Sendable () -> String
  ) -> Command {
    Command(
      name, [.character(key)], in: [.reader], help, section: .move, traits: [.moves],
      when: isLoaded, else: loaded { _, _ in obstacle() },
      run: { $0.update(\.reader) { $0.move(movement, in: &$1) } })
  }

  private static var finding: [Command] {
    [
      Command(
        "reader.contents", menu: .go("c", localized("contents")), in: [.reader],
        localized("go to a heading"), section: .move, traits: [.asks], when: isLoaded,
        run: { $0.update(\.reader) { $0.chooseHeading(in: &$1) } }),
      Command(
        "reader.find", [.character("/")], in: [.reader], hint: localized("find", context: "key"),
        localized("find as you type"), section: .find, traits: [.asks], when: isLoaded,
        run: { $0.update(\.reader) { $0.beginSearch(in: &$1) } }),
      match(
        "reader.next-match", "n", 1, hint: localized("next", context: "key"),
        localized("next match")),
      match("reader.previous-match", "N", -1, localized("previous match")),
    ]
  }

  private static func match(
    _ name: String, _ key: Character, _ step: Int, hint: String? = nil, _ help: String
  ) -> Command {
    Command(
      name, [.character(key)], in: [.reader], hint: hint, help, section: .find, traits: [.moves],
      when: { $0.reader.page?.search?.matches.isEmpty == false },
      else: loaded { page, state in
        guard let search = page.search else {
          let message = localized("There's no search yet.")
          return state.surroundings.keyMap.message(message, advising: "reader.find") {
            localized("Press \($0) to search.")
          }
        }
        return search.matches.isEmpty
          ? ScreenTexts.noMatches : localized("This is the only match.")
      }, run: { $0.update(\.reader) { $0.goToMatch(step, in: &$1) } })
  }

  private static var links: [Command] {
    [
      Command(
        "reader.pick-link", [.character("f")], in: [.reader],
        hint: localized("link", context: "key"), localized("select a link by letters"),
        section: .move, traits: [.asks], when: hasLinks, run: pickLink),
      Command(
        "reader.pick-link", [.character("f")], in: [.reader], traits: [.asks],
        when: { isLoaded($0) && !hasLinks($0) }, run: pickLink),
      selectLink("reader.next-link", .tab, 1, localized("select the next link")),
      selectLink("reader.previous-link", .backTab, -1, localized("select the previous link")),
      Command(
        "reader.links", [.character("L")], in: [.reader], localized("select one of all links"),
        section: .move, traits: [.asks], when: isLoaded,
        run: { $0.update(\.reader) { $0.chooseLink(in: &$1) } }),
    ]
  }

  private static func selectLink(
    _ name: String, _ key: Key, _ step: Int, _ help: String
  ) -> Command {
    Command(
      name, [key], in: [.reader], help, section: .move, traits: [.moves], when: isLoaded,
      else: loaded { _, _ in localized("This is the only link.") },
      run: { $0.update(\.reader) { $0.selectLink(step, in: &$1) } })
  }

  private static var view: [Command] {
    [
      widen(
        "reader.widen", by: 1, menu: .view("+", localized("wider column")),
        localized("widen the column"), else: { localized("The column can't be wider.") }),
      widen(
        "reader.narrow", by: -1, menu: .view("-", localized("narrower column")),
        localized("narrow the column"), else: { localized("The column can't be narrower.") }),
      Command(
        "reader.shift-right", [.character(">")], in: [.reader],
        hint: localized("sideways", context: "key"),
        localized("scroll wide code and tables to the right"), section: .view,
        traits: [.mayStayUnseen], when: isWide,
        else: loaded { _, state in
          isWide(state) ? localized("There's no more to the right.") : nothingIsWide
        }, run: shift(by: 8)),
      Command(
        "reader.shift-left", [.character("<")], in: [.reader], localized("scroll them back"),
        section: .view, traits: [.mayStayUnseen],
        when: { isWide($0) && ($0.reader.page?.sideways ?? 0) > 0 },
        else: loaded { _, state in
          isWide(state) ? localized("Nothing is scrolled sideways.") : nothingIsWide
        }, run: shift(by: -8)),
    ]
  }

  private static func widen(
    _ name: String, by step: Int, menu: KeyMenu.Item, _ help: String,
    else obstacle: @escaping @Sendable () -> String
  ) -> Command {
    Command(
      name, menu: menu, in: [.reader], help, section: .view, traits: [.mayStayUnseen],
      else: loaded { _, _ in obstacle() },
      run: { $0.reader.widen(by: step, in: $0.surroundings) })
  }

  private static func shift(by columns: Int) -> Run {
    { $0.reader.shift(by: columns, in: $0.surroundings) }
  }

  private static let back: Run = { $0.update(\.reader) { $0.goBack(in: &$1) } }
  private static let mark: Run = { $0.update(\.reader) { $0.markPage(in: &$1) } }
  private static let reload: Run = { $0.update(\.reader) { $0.reload(in: &$1) } }
  private static let pickLink: Run = { $0.update(\.reader) { $0.pickLink(in: &$1) } }

  /// Whether something on screen can be scrolled sideways.
  private static let isWide: Condition = { state in
    state.reader.page?.layout.map {
      $0.overhang(in: state.reader.linesOnScreen(in: state.surroundings)) > 0
    } ?? false
  }

  private static let isLoaded: Condition = { $0.reader.page?.content != nil }

  private static let hasLinks: Condition = {
    $0.reader.page?.layout?.links.isEmpty == false
  }

  private static var nothingIsWide: String {
    localized("Nothing here is wider than the screen.")
  }

  private static let isMarked = loaded { page, _ in
    page.mark.pendingID == nil ? nil : localized("The page is being marked.")
  }

  /// Returns why a command does nothing with a loaded page. Other pages have their own reason.
  private static func loaded(
    _ obstacle: @escaping @Sendable (ReaderPage, AppState) -> String?
  ) -> Obstacle {
    { state in
      guard let page = state.reader.page, page.content != nil else { return nil }
      return obstacle(page, state)
    }
  }
}

extension ReaderState {
  /// Why there's nothing to act on.
  func obstacle(_ keyMap: KeyMap) -> String {
    guard let page, !page.isLoading else { return ScreenTexts.stillLoading }
    guard page.failure != nil else { return ScreenTexts.nothingToChange }
    let key = keyMap.label(of: "reader.reload")
    return localized("The page couldn't be loaded; \(key) tries again.")
  }
}
