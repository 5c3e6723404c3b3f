extension HelpState {
  /// Keeps the scroll position within its bounds after the screen has changed.
  mutating func adapt(to surroundings: Surroundings) { scroll(by: .lines(0), in: surroundings) }

  mutating func move(_ movement: Movement, in surroundings: Surroundings) {
    switch movement {
    case .down: scroll(by: .lines(1), in: surroundings)
    case .up: scroll(by: .lines(-1), in: surroundings)
    case .pageDown: scroll(by: .halfPages(2), in: surroundings)
    case .pageUp: scroll(by: .halfPages(-2), in: surroundings)
    case .halfPageDown: scroll(by: .halfPages(1), in: surroundings)
    case .halfPageUp: scroll(by: .halfPages(-1), in: surroundings)
    case .toFirst: scroll = 0
    case .toLast: scroll = HelpLayout(self, in: surroundings).scrollLimit
    }
  }

  /// Scrolls by lines. A screen reader says all lines on screen, so they move by pages.
  mutating func scroll(by distance: Distance, in surroundings: Surroundings) {
    let layout = HelpLayout(self, in: surroundings)
    let isPaged = surroundings.appearance.isAccessible
    let lines =
      switch distance {
      case .lines(let lines): isPaged ? lines.signum() * layout.page : lines
      case .halfPages(let count):
        isPaged ? count.signum() * layout.page : count * layout.page / 2
      }
    scroll = min(max(0, scroll + lines), layout.scrollLimit)
  }

  enum Distance { case lines(Int), halfPages(Int) }

  /// Handles a key while a search is typed.
  mutating func type(_ key: Key, in surroundings: Surroundings) {
    guard var search = typedSearch else { return }
    switch key {
    case .escape, .control("g"): clearSearch()
    case .enter: endTyping()
    case .backspace where search.text.isEmpty: clearSearch()
    case .down: move(.down, in: surroundings)
    case .up: move(.up, in: surroundings)
    case .pageDown: move(.pageDown, in: surroundings)
    case .pageUp: move(.pageUp, in: surroundings)
    case .character, .control, .alt, .tab, .backTab, .backspace, .delete, .left, .right, .home,
      .end:
      if search.edit(key) { show(search) }
    }
  }

  /// Inserts pasted text into the search, as ``Prompt/paste(_:)``.
  mutating func paste(_ text: String) -> String? {
    guard var search = typedSearch else { return nil }
    defer { show(search) }
    return search.paste(text)
  }
}
