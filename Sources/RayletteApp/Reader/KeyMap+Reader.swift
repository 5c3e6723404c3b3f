/// The keys of the reader.
extension KeyMap {
  static let reader: [KeyBinding] = leaving + finding + targets + links + moving + view

  /// The reading commands of the tabs.
  static let reading: [KeyBinding] = [
    KeyBinding(
      "link.read", [.character("l"), .right], in: Focus.tabs, hint: "read",
      "read the page here", section: .reader, .screen(.readPressed)
    ) { OnScreen($0).readablePage != nil },
    KeyBinding(
      "saved.mark-read", [.character("M")], in: [.saved], "mark as read or unread",
      section: .saved, .saved(.markPressed)
    ) { $0.saved.isListingSaved },
  ]

  private static let leaving: [KeyBinding] = [
    binding(
      "reader.deselect", [.escape], hint: "deselect", "deselect the link", .deselectPressed
    ) { $0.reader.page?.link != nil },
    binding(
      "reader.back", [.character("h"), .left, .backspace, .escape, .character("q")], hint: "back",
      "back to the page before, or to the list", .backPressed
    ) { $0.reader.page?.link == nil },
    binding(
      "reader.back", [.character("h"), .left, .backspace, .character("q")], "", .backPressed
    ) { $0.reader.page?.link != nil },
    binding(
      "reader.follow", [.enter, .character("l"), .right], hint: "read link",
      "read the page of the selected link", .followPressed
    ) { $0.reader.page?.selectedPage != nil },
    binding(
      "reader.follow", [.enter, .character("l"), .right], hint: "go to note", "", .followPressed
    ) { if case .note = $0.reader.page?.selectedLink?.target { true } else { false } },
    binding(
      "reader.follow", [.enter, .character("l"), .right], hint: "back to text", "", .followPressed
    ) { if case .noteMark = $0.reader.page?.selectedLink?.target { true } else { false } },
  ]

  private static let targets: [KeyBinding] = [
    binding(
      "link.open", [.character("o")], hint: "open", "open the page or the selected link",
      .openPressed),
    binding("reader.save", [.character("s")], hint: "save", "save it", .savePressed) {
      $0.reader.page?.selectedPage != nil || $0.reader.page?.isSaved == false
    },
    binding("reader.mark", [.character("m")], hint: "mark read", "mark as read", .markPressed) {
      $0.reader.page?.content != nil && $0.reader.page?.readAt == nil
    },
    binding("reader.mark", [.character("m")], hint: "mark unread", "", .markPressed) {
      $0.reader.page?.content != nil && $0.reader.page?.readAt != nil
    },
    KeyBinding("link.tag", [.character("T")], in: [.reader], "", .screen(.tagsPressed)) {
      $0.reader.page?.content != nil
    },
    binding("link.share", [.character("S")], "share it, or its text", .sharePressed),
    binding("link.copy", [.character("y")], "copy its address", .copyPressed),
    binding(
      "reader.reload", [.character("r"), .character("R")], "load the page again", .reloadPressed
    ) { $0.reader.page?.content != nil },
    binding(
      "reader.reload", [.character("r"), .character("R"), .enter], hint: "retry", "",
      .reloadPressed
    ) { $0.reader.page?.failure != nil },
    KeyBinding(
      "saved.undo", [.character("u")], in: [.reader], hint: "undo", "", .changes(.undoPressed)
    ) {
      $0.saved.undo.canUndo
    },
    KeyBinding(
      "saved.redo", [.control("r")], in: [.reader], hint: "redo", "", .changes(.redoPressed)
    ) {
      $0.saved.undo.canRedo
    },
  ]

  private static let moving: [KeyBinding] =
    Movement.allCases.map { movement in
      binding(
        movement.command, movement.keysInText, hint: nil, movement.helpInText,
        .moved(.by(movement)), when: isLoaded)
    } + [
      binding(
        "reader.next-paragraph", [.character("}")], "next paragraph", .moved(.paragraph(1)),
        when: isLoaded),
      binding(
        "reader.previous-paragraph", [.character("{")], "previous paragraph",
        .moved(.paragraph(-1)), when: isLoaded),
      binding(
        "reader.next-heading", [.character("]")], "next heading", .moved(.heading(1)),
        when: isLoaded),
      binding(
        "reader.previous-heading", [.character("[")], "previous heading", .moved(.heading(-1)),
        when: isLoaded),
    ]

  private static let finding: [KeyBinding] = [
    binding(
      "reader.contents", [.character("t")], hint: "contents", "headings, to go to one",
      .contentsPressed, when: hasHeadings),
    binding("reader.contents", [.character("t")], "", .contentsPressed) {
      isLoaded($0) && !hasHeadings($0)
    },
    binding(
      "reader.find", [.character("/")], hint: "find", "find as you type", .findPressed,
      when: isLoaded),
    binding(
      "reader.next-match", [.character("n")], hint: "next", "next match",
      .matchPressed(step: 1), when: isSearching),
    binding(
      "reader.previous-match", [.character("N")], "previous match", .matchPressed(step: -1),
      when: isSearching),
  ]

  private static let links: [KeyBinding] = [
    binding(
      "reader.pick-link", [.character("f")], hint: "link", "select a link by letters",
      .hintsPressed, when: hasLinks),
    binding("reader.pick-link", [.character("f")], "", .hintsPressed) {
      isLoaded($0) && !hasLinks($0)
    },
    binding(
      "reader.next-link", [.tab], "select the next link", .linkPressed(step: 1), when: isLoaded),
    binding(
      "reader.previous-link", [.backTab], "select the previous link", .linkPressed(step: -1),
      when: isLoaded),
    binding(
      "reader.links", [.character("L")], "all links, to select one", .linksPressed,
      when: isLoaded),
  ]

  private static let view: [KeyBinding] = [
    binding("reader.widen", [.character("+")], "a wider column", .widened(by: 1)),
    binding("reader.narrow", [.character("-")], "a narrower column", .widened(by: -1)),
    binding(
      "reader.shift-right", [.character(">")], hint: "sideways",
      "scroll wide code and tables to the right", .shifted(by: 8), when: isWide),
    binding("reader.shift-left", [.character("<")], "scroll them back", .shifted(by: -8)) {
      isWide($0) && ($0.reader.page?.sideways ?? 0) > 0
    },
  ]

  /// Whether something on screen can be scrolled sideways.
  private static func isWide(_ state: AppState) -> Bool {
    state.reader.page?.layout.map {
      $0.overhang(in: state.reader.linesOnScreen(in: state.surroundings)) > 0
    } ?? false
  }

  private static func isLoaded(_ state: AppState) -> Bool { state.reader.page?.content != nil }

  private static func hasHeadings(_ state: AppState) -> Bool {
    state.reader.page?.layout?.headings.isEmpty == false
  }

  private static func hasLinks(_ state: AppState) -> Bool {
    state.reader.page?.layout?.links.isEmpty == false
  }

  private static func isSearching(_ state: AppState) -> Bool {
    state.reader.page?.search?.matches.isEmpty == false
  }

  private static func binding(
    _ command: String, _ keys: [Key], hint: String? = nil, _ help: String,
    _ action: ReaderAction, when isPossible: @escaping @Sendable (AppState) -> Bool = { _ in true }
  ) -> KeyBinding {
    KeyBinding(
      command, keys, in: [.reader], hint: hint, help, section: .reader, .reader(action),
      when: isPossible)
  }
}

extension Obstacle {
  func message(for action: ReaderAction) -> String {
    guard let page = state.reader.page, !page.isLoading else { return "The page is still loading." }
    guard page.failure == nil, let layout = page.layout else {
      return
        "The page couldn't be loaded; \(state.keyMap.label(of: .reader(.reloadPressed), in: state)) "
        + "tries again."
    }
    switch action {
    case .moved(.by(let movement)): return movement.obstacleInText
    case .moved(.paragraph(let step)), .moved(.lines(let step)):
      return (step < 0 ? Movement.up : .down).obstacleInText
    case .moved(.heading(let step)):
      return step < 0 ? "There's no heading above." : "There's no heading below."
    case .followPressed: return "Select a link first, with tab or f."
    case .savePressed: return "The page is saved already."
    case .matchPressed where page.search == nil: return "Nothing is searched for; / does."
    case .matchPressed:
      return page.search?.matches.isEmpty == true ? "No matches." : "This is the only match."
    case .linkPressed: return "This is the only link."
    case .widened(let step):
      return step > 0 ? "The column can't be wider." : "The column can't be narrower."
    case .shifted where layout.overhang(in: state.reader.linesOnScreen(in: state.surroundings)) == 0:
      return "Nothing on this screen is too wide for it."
    case .shifted(let columns):
      return columns > 0 ? "There's no more to the right." : "Nothing is scrolled sideways."
    case .markPressed: return "The page is being marked."
    case .backPressed, .deselectPressed, .findPressed, .searched, .searchCancelled,
      .searchConfirmed, .contentsPressed, .linksPressed, .linkPicked, .headingPicked, .tagsChosen,
      .clicked, .hintsPressed, .openPressed, .copyPressed, .sharePressed, .reloadPressed,
      .progressed, .loaded, .placeStored:
      return "Nothing to change."
    }
  }
}
