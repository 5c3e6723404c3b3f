extension HelpState {
  mutating func update(_ action: HelpAction, in surroundings: Surroundings) {
    switch action {
    case .scrolled(let movement): scroll(by: movement, in: surroundings)
    case .searchPressed: beginTyping()
    case .searchCleared: clearSearch()
    }
  }

  /// Keeps the scroll position within its bounds after the screen has changed.
  mutating func adapt(to surroundings: Surroundings) { scroll(by: .lines(0), in: surroundings) }

  /// Whether an action changes anything.
  func isChanged(by action: HelpAction, in surroundings: Surroundings) -> Bool {
    switch action {
    case .scrolled(let movement): target(of: movement, in: surroundings) != scroll
    case .searchPressed: true
    case .searchCleared: search != nil
    }
  }

  private mutating func scroll(by movement: HelpMovement, in surroundings: Surroundings) {
    scroll = target(of: movement, in: surroundings)
  }

  private func target(of movement: HelpMovement, in surroundings: Surroundings) -> Int {
    let layout = HelpLayout(self, in: surroundings)
    // A screen reader says all lines on screen, so they move by pages.
    let isPaged = surroundings.appearance.isAccessible
    let target =
      switch movement {
      case .lines(let lines) where isPaged: scroll + lines.signum() * layout.page
      case .halfPages(let count) where isPaged: scroll + count.signum() * layout.page
      case .lines(let lines): scroll + lines
      case .halfPages(let count): scroll + count * layout.page / 2
      case .toFirst: 0
      case .toLast: layout.scrollLimit
      }
    return min(max(0, target), layout.scrollLimit)
  }

  /// Handles a key while a search is typed.
  mutating func type(_ key: Key, in surroundings: Surroundings) {
    guard var search = typedSearch else { return }
    switch key {
    case .escape, .control("g"): clearSearch()
    case .enter: endTyping()
    case .backspace where search.text.isEmpty: clearSearch()
    case .down: scroll(by: .lines(1), in: surroundings)
    case .up: scroll(by: .lines(-1), in: surroundings)
    case .pageDown: scroll(by: .halfPages(2), in: surroundings)
    case .pageUp: scroll(by: .halfPages(-2), in: surroundings)
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
