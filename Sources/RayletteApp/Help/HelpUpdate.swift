extension HelpState {
  /// Keeps the scroll position within its bounds after the screen has changed.
  mutating func adapt(to surroundings: Surroundings) {
    scroll = min(scroll, HelpLayout(self, in: surroundings).scrollLimit)
  }

  private mutating func move(_ movement: Movement, in surroundings: Surroundings) {
    scroll = HelpLayout(self, in: surroundings).position(after: movement, in: surroundings)
  }

  /// Scrolls by lines, or by pages for a screen reader, which says all lines on screen.
  mutating func scroll(by lines: Int, in surroundings: Surroundings) {
    if surroundings.appearance.isAccessible {
      return move(lines < 0 ? .pageUp : .pageDown, in: surroundings)
    }
    let layout = HelpLayout(self, in: surroundings)
    scroll = min(max(0, scroll + lines), layout.scrollLimit)
  }

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
