import Localization

/// The keys of the reader.
extension KeyMap {
  static var reader: [KeyBinding] {
    leaving + finding + targets + links + moving + view
  }

  /// Returns the key of a tab that reads the link on screen.
  static func reading(on tab: Focus) -> KeyBinding {
    KeyBinding(
      "link.read", [.character("l"), .right], in: [tab], hint: localized("read", context: "key"),
      localized("read the page here"),
      section: .view, .screen(.readPressed)
    ) { OnScreen($0).readablePage != nil }
  }

  private static var leaving: [KeyBinding] {
    [
      binding(
        "reader.deselect", [.escape], hint: localized("deselect", context: "key"),
        localized("deselect the link"),
        section: .select,
        .deselectPressed
      ) { $0.reader.page?.link != nil },
      binding(
        "reader.back", [.character("h"), .left, .backspace, .escape, .character("q")],
        hint: localized("back", context: "key"),
        localized("go back to the page before, or to the list"), section: .move, .backPressed
      ) { $0.reader.page?.link == nil },
      binding(
        "reader.back", [.character("h"), .left, .backspace, .character("q")], "", .backPressed
      ) { $0.reader.page?.link != nil },
      binding(
        "reader.follow", [.enter, .character("l"), .right], hint: localized("read link"),
        localized("read the page of the selected link"), section: .move, .followPressed
      ) { $0.reader.page?.selectedPage != nil },
      binding(
        "reader.follow", [.enter, .character("l"), .right], hint: localized("go to note"), "",
        .followPressed
      ) { if case .note = $0.reader.page?.selectedLink?.target { true } else { false } },
      binding(
        "reader.follow", [.enter, .character("l"), .right], hint: localized("back to text"), "",
        .followPressed
      ) { if case .noteMark = $0.reader.page?.selectedLink?.target { true } else { false } },
    ]
  }

  private static var targets: [KeyBinding] {
    [
      binding(
        "link.open", [.character("o")], hint: localized("open", context: "key"),
        localized("open the page or the selected link"),
        section: .view,
        .openPressed),
      binding(
        "reader.save", [.character("s")], hint: localized("save", context: "key"),
        localized("save the page or the selected link"),
        section: .change, .savePressed
      ) {
        $0.reader.page?.selectedPage != nil || $0.reader.page?.isSaved == false
      },
      binding(
        "reader.mark", [.character("m")], hint: localized("mark read"), localized("mark as read"),
        section: .change,
        .markPressed
      ) {
        $0.reader.page?.content != nil && $0.reader.page?.readAt == nil
      },
      binding("reader.mark", [.character("m")], hint: localized("mark unread"), "", .markPressed) {
        $0.reader.page?.content != nil && $0.reader.page?.readAt != nil
      },
      KeyBinding(
        "link.tag", [.character("t")], in: [.reader], hint: localized("tag", context: "key"),
        localized("tag the page"),
        section: .change,
        .screen(.tagsPressed)
      ) { $0.reader.page?.content != nil },
      binding(
        "link.share", [.character("S")], localized("share the page, or its text"), section: .share,
        .sharePressed
      ),
      binding("link.copy", [.character("y")], VerbText.copy, section: .share, .copyPressed),
      binding(
        "reader.reload", [.character("r")], VerbText.loadAgain, section: .change, .reloadPressed
      ) { $0.reader.page?.content != nil },
      binding(
        "reader.reload", [.character("r")], hint: localized("retry", context: "key"), "",
        .reloadPressed
      ) { $0.reader.page?.failure != nil },
      KeyBinding(
        "saved.undo", [.character("u")], in: [.reader], hint: localized("undo", context: "key"), "",
        .changes(.undoPressed)
      ) {
        $0.saved.undo.canUndo
      },
      KeyBinding(
        "saved.redo", [.control("r")], in: [.reader], hint: localized("redo", context: "key"), "",
        .changes(.redoPressed)
      ) {
        $0.saved.undo.canRedo
      },
    ]
  }

  private static var moving: [KeyBinding] {
    Movement.allCases.map { movement in
      binding(
        movement.command, movement.keysInText, menu: movement.menu, movement.helpInText,
        section: .move,
        .moved(.by(movement)), when: isLoaded)
    } + [
      binding(
        "reader.next-paragraph", [.character("}")], localized("next paragraph"), section: .move,
        .moved(.paragraph(1)),
        when: isLoaded),
      binding(
        "reader.previous-paragraph", [.character("{")], localized("previous paragraph"),
        section: .move,
        .moved(.paragraph(-1)), when: isLoaded),
      binding(
        "reader.next-heading", [.character("]")], localized("next heading"), section: .move,
        .moved(.heading(1)),
        when: isLoaded),
      binding(
        "reader.previous-heading", [.character("[")], localized("previous heading"), section: .move,
        .moved(.heading(-1)),
        when: isLoaded),
    ]
  }

  private static var finding: [KeyBinding] {
    [
      binding(
        "reader.contents", [], menu: .go("c", localized("contents")), localized("go to a heading"),
        section: .move,
        .contentsPressed, when: isLoaded),
      binding(
        "reader.find", [.character("/")], hint: localized("find", context: "key"),
        localized("find as you type"), section: .find,
        .findPressed,
        when: isLoaded),
      binding(
        "reader.next-match", [.character("n")], hint: localized("next", context: "key"),
        localized("next match"), section: .find,
        .matchPressed(step: 1), when: isSearching),
      binding(
        "reader.previous-match", [.character("N")], localized("previous match"), section: .find,
        .matchPressed(step: -1),
        when: isSearching),
    ]
  }

  private static var links: [KeyBinding] {
    [
      binding(
        "reader.pick-link", [.character("f")], hint: localized("link", context: "key"),
        localized("select a link by letters"),
        section: .move,
        .hintsPressed, when: hasLinks),
      binding("reader.pick-link", [.character("f")], "", .hintsPressed) {
        isLoaded($0) && !hasLinks($0)
      },
      binding(
        "reader.next-link", [.tab], localized("select the next link"), section: .move,
        .linkPressed(step: 1),
        when: isLoaded),
      binding(
        "reader.previous-link", [.backTab], localized("select the previous link"), section: .move,
        .linkPressed(step: -1),
        when: isLoaded),
      binding(
        "reader.links", [.character("L")], localized("select one of all links"), section: .move,
        .linksPressed,
        when: isLoaded),
    ]
  }

  private static var view: [KeyBinding] {
    [
      binding(
        "reader.widen", [], menu: .view("+", localized("wider column")),
        localized("widen the column"), section: .view,
        .widened(by: 1)),
      binding(
        "reader.narrow", [], menu: .view("-", localized("narrower column")),
        localized("narrow the column"), section: .view,
        .widened(by: -1)),
      binding(
        "reader.shift-right", [.character(">")], hint: localized("sideways", context: "key"),
        localized("scroll wide code and tables to the right"), section: .view, .shifted(by: 8),
        when: isWide),
      binding(
        "reader.shift-left", [.character("<")], localized("scroll them back"), section: .view,
        .shifted(by: -8)
      ) {
        isWide($0) && ($0.reader.page?.sideways ?? 0) > 0
      },
    ]
  }

  /// Whether something on screen can be scrolled sideways.
  private static func isWide(_ state: AppState) -> Bool {
    state.reader.page?.layout.map {
      $0.overhang(in: state.reader.linesOnScreen(in: state.surroundings)) > 0
    } ?? false
  }

  private static func isLoaded(_ state: AppState) -> Bool { state.reader.page?.content != nil }

  private static func hasLinks(_ state: AppState) -> Bool {
    state.reader.page?.layout?.links.isEmpty == false
  }

  private static func isSearching(_ state: AppState) -> Bool {
    state.reader.page?.search?.matches.isEmpty == false
  }

  private static func binding(
    _ command: String, _ keys: [Key], menu: KeyMenu.Item? = nil, hint: String? = nil,
    _ help: String, section: KeyBinding.Section? = nil, _ action: ReaderAction,
    when isPossible: @escaping @Sendable (AppState) -> Bool = { _ in true }
  ) -> KeyBinding {
    KeyBinding(
      command, keys, menu: menu, in: [.reader], hint: hint, help, section: section, .reader(action),
      when: isPossible)
  }
}

extension Obstacle {
  func message(for action: ReaderAction) -> String {
    guard let page = state.reader.page, !page.isLoading else { return Self.stillLoading }
    guard page.failure == nil, let layout = page.layout else {
      return
        localized(
          """
          The page couldn't be loaded; \(state.keyMap.label(of: .reader(.reloadPressed), in: state)) \
          tries again.
          """)
    }
    switch action {
    case .moved(.by(let movement)): return movement.obstacleInText
    case .moved(.paragraph(let step)), .moved(.lines(let step)):
      return (step < 0 ? Movement.up : .down).obstacleInText
    case .moved(.heading(let step)):
      return step < 0
        ? localized("There's no heading above.") : localized("There's no heading below.")
    case .followPressed: return localized("Select a link first, with tab or f.")
    case .savePressed: return localized("The page is saved already.")
    case .matchPressed where page.search == nil:
      let advice = state.keyMap.advice(by: "reader.find") { localized("Press \($0) to search.") }
      return [localized("Nothing is searched for."), advice].compactMap(\.self).paragraph
    case .matchPressed:
      return page.search?.matches.isEmpty == true
        ? ScreenTexts.noMatches : localized("This is the only match.")
    case .linkPressed: return localized("This is the only link.")
    case .widened(let step):
      return step > 0
        ? localized("The column can't be wider.") : localized("The column can't be narrower.")
    case .shifted where layout.overhang(in: state.reader.linesOnScreen(in: state.surroundings)) == 0:
      return localized("Nothing on this screen is too wide for it.")
    case .shifted(let columns):
      return columns > 0
        ? localized("There's no more to the right.") : localized("Nothing is scrolled sideways.")
    case .markPressed: return localized("The page is being marked.")
    case .backPressed, .deselectPressed, .findPressed, .searched, .searchCancelled,
      .searchConfirmed, .contentsPressed, .linksPressed, .linkPicked, .headingPicked, .tagsChosen,
      .clicked,
      .hintsPressed, .openPressed, .copyPressed, .sharePressed, .reloadPressed, .progressed,
      .loaded, .placeStored:
      return Self.nothingToChange
    }
  }
}
