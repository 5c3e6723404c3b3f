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
