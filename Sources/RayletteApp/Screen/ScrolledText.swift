import Localization

/// A text on its own screen, which may be longer than the screen.
protocol ScrolledText {
  var lineCount: Int { get }
  /// The number of lines on screen.
  var visibleRows: Int { get }
  /// The number of lines scrolled off the top.
  var scroll: Int { get }
  /// The largest useful scroll position, which shows the end.
  var scrollLimit: Int { get }
  /// What a screen reader says.
  var spokenLines: [String] { get }
}

extension ScrolledText {
  var scrollLimit: Int { max(0, lineCount - visibleRows) }

  /// The position in the lines: `line 3 of 41`.
  var positionText: String { localized("line \(scroll + 1) of \(lineCount)") }

  /// Returns the scroll position after a movement. One line of the last page stays in sight.
  func position(after movement: Movement, in surroundings: Surroundings) -> Int {
    let target = movement.inText(in: surroundings)
      .target(from: scroll, page: max(1, visibleRows - 1))
    return min(max(0, target), scrollLimit)
  }
}

extension AppState {
  /// The text on its own screen that has the focus.
  var scrolledText: (any ScrolledText)? {
    switch Focus(of: self) {
    case .details: modals.details.map { FactsLayout($0, in: surroundings) }
    case .help: modals.help.map { HelpLayout($0, in: surroundings) }
    case .sync: sync.status.map { FactsLayout($0, scroll: sync.scroll, in: surroundings) }
    case .spin, .saved, .sidebar, .reader, .sharing, .address, .question, .chooser, .palette: nil
    }
  }
}

extension Command {
  /// Returns the commands that scroll a text on its own screen.
  /// - Parameter hasHints: whether the footer shows that there's more text.
  static func scrolling(
    in screen: Focus, hasHints: Bool = true,
    _ move: @escaping @Sendable (inout AppState, Int) -> Void
  ) -> [Command] {
    movements(
      in: [screen], hasHints: hasHints,
      when: { state, movement in
        // Only the footer needs to know whether there are more lines. Finding out lays out all.
        guard hasHints, movement.hint != nil, let text = state.scrolledText else { return true }
        return movement == .up ? text.scroll > 0 : text.scroll < text.scrollLimit
      }, else: { $1.obstacleInText },
      run: { state, movement in
        guard let text = state.scrolledText else { return }
        move(&state, text.position(after: movement, in: state.surroundings))
      })
  }
}
