import TerminalGrid

/// The help on screen: its scroll position and its search.
struct HelpState: Equatable, Sendable {
  /// The screen whose keys are listed.
  let screen: Focus
  /// The commands to list: for screen readers, those that do something now. Nil for all.
  let commands: Set<String>?
  /// The number of lines scrolled off the top.
  var scroll = 0
  /// The search, or nil if all keys are listed.
  private(set) var search: Prompt?
  /// Whether the search is being typed. If so, it gets the keys.
  private(set) var isTyping = false
  /// The scroll position before the search.
  private var scrollBefore = 0

  init(of screen: Focus, commands: Set<String>? = nil) {
    self.screen = screen
    self.commands = commands
  }

  /// The text to find. Empty if all keys are listed.
  var searchText: String { search?.text ?? "" }

  /// The search while it's being typed.
  var typedSearch: Prompt? { isTyping ? search : nil }

  mutating func beginTyping() {
    if search == nil { scrollBefore = scroll }
    search = search ?? Prompt(.help)
    isTyping = true
  }

  /// Shows an edited search, from its first match.
  mutating func show(_ search: Prompt) {
    if search.text != searchText { scroll = 0 }
    self.search = search
  }

  /// Ends typing, with the matches still listed. An empty search lists all keys.
  mutating func endTyping() {
    isTyping = false
    if searchText.isEmpty { clearSearch() }
  }

  /// Lists all keys again, at the scroll position before the search.
  mutating func clearSearch() {
    search = nil
    isTyping = false
    scroll = scrollBefore
  }
}

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
