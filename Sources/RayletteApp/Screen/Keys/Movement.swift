import Localization
import TerminalGrid

/// A cursor movement in a list.
package enum Movement: Hashable, Sendable, CaseIterable {
  case down, up, pageDown, pageUp, halfPageDown, halfPageUp, toFirst, toLast
}

/// The keys of movements, which are the same on all screens: vi's keys, Emacs' keys, and the named
/// keys.
extension Movement {
  /// The name of the command.
  var command: String {
    switch self {
    case .down: "move.down"
    case .up: "move.up"
    case .pageDown: "move.page-down"
    case .pageUp: "move.page-up"
    case .halfPageDown: "move.half-page-down"
    case .halfPageUp: "move.half-page-up"
    case .toFirst: "move.first"
    case .toLast: "move.last"
    }
  }

  var keys: [Key] {
    switch self {
    case .down: [.character("j"), .down, .control("n")]
    case .up: [.character("k"), .up, .control("p")]
    case .pageDown: [.pageDown, .control("f")]
    case .pageUp: [.pageUp, .control("b")]
    case .halfPageDown: [.control("d")]
    case .halfPageUp: [.control("u")]
    case .toFirst: [.home]
    case .toLast: [.character("G"), .end]
    }
  }

  /// Returns the row that the movement leads to from another row. It may be outside the list.
  /// - Parameter page: the number of rows of a page. One row of the last page stays in sight.
  func target(from row: Int, page: Int) -> Int {
    switch self {
    case .down: row + 1
    case .up: row - 1
    case .pageDown: row + page
    case .pageUp: row - page
    case .halfPageDown: row + max(1, (page + 1) / 2)
    case .halfPageUp: row - max(1, (page + 1) / 2)
    case .toFirst: 0
    case .toLast: .max
    }
  }

  /// The movement in a text on its own screen. A screen reader says all lines on screen, so they
  /// move by pages, and hardly any is said twice.
  func inText(in surroundings: Surroundings) -> Movement {
    guard surroundings.appearance.isAccessible else { return self }
    return switch self {
    case .down, .halfPageDown: .pageDown
    case .up, .halfPageUp: .pageUp
    case .pageDown, .pageUp, .toFirst, .toLast: self
    }
  }

  /// The place in the menu of movements to an end.
  var menu: KeyMenu.Item? {
    switch self {
    case .toFirst: .go("g", localized("top"))
    case .toLast: .go("e", localized("end"))
    case .down, .up, .pageDown, .pageUp, .halfPageDown, .halfPageUp: nil
    }
  }

  /// The keys in text, where space has no other meaning.
  var keysInText: [Key] { (self == .pageDown ? [.space] : []) + keys }

  /// The word for the footer, which shows whether there's more text.
  var hint: String? {
    switch self {
    case .down: localized("down", context: "key")
    case .up: localized("up", context: "key")
    case .pageDown, .pageUp, .halfPageDown, .halfPageUp, .toFirst, .toLast: nil
    }
  }

  /// The description of the movement in a list of links.
  var helpInList: String {
    switch self {
    case .down: localized("next link")
    case .up: localized("previous link")
    case .toFirst: localized("first link")
    case .toLast: localized("last link")
    case .pageDown, .pageUp, .halfPageDown, .halfPageUp: helpInText
    }
  }

  /// The description of the movement in an article.
  var helpInText: String {
    switch self {
    case .down: localized("a line down")
    case .up: localized("a line up")
    case .pageDown: localized("a page down")
    case .pageUp: localized("a page up")
    case .halfPageDown: localized("half a page down")
    case .halfPageUp: localized("half a page up")
    case .toFirst: localized("to the top")
    case .toLast: localized("to the end")
    }
  }
}

/// Why a movement leads nowhere.
extension Movement {
  private var isUp: Bool {
    switch self {
    case .up, .pageUp, .halfPageUp, .toFirst: true
    case .down, .pageDown, .halfPageDown, .toLast: false
    }
  }

  /// Why it leads nowhere in text.
  var obstacleInText: String {
    isUp ? localized("This is the top.") : localized("This is the end.")
  }

  /// Why it leads nowhere in a list.
  /// - Parameter emptiness: What's said of an empty list, or nil if it isn't empty.
  func obstacle(in list: ListKind, or emptiness: String? = nil) -> String {
    emptiness ?? (isUp ? list.beginning : list.end)
  }

  /// What a list consists of.
  enum ListKind {
    case links, entries, commands, shareActivities

    /// Says that the first one is selected.
    fileprivate var beginning: String {
      switch self {
      case .links: localized("This is the first link.")
      case .entries: localized("This is the first entry.")
      case .commands: localized("This is the first command.")
      case .shareActivities: localized("This is the first way.")
      }
    }

    /// Says that the last one is selected.
    fileprivate var end: String {
      switch self {
      case .links: localized("This is the last link.")
      case .entries: localized("This is the last entry.")
      case .commands: localized("This is the last command.")
      case .shareActivities: localized("This is the last way.")
      }
    }
  }
}

extension Command {
  /// Returns the commands of movements on some screens.
  /// - Parameters:
  ///   - hasHints: whether the footer shows that there's more text.
  ///   - obstacle: why the movement leads nowhere.
  static func movements(
    _ movements: [Movement] = Movement.allCases, in screens: Set<Focus>,
    keys: (Movement) -> [Key] = \.keysInText, hasHints: Bool = false,
    help: (Movement) -> String = \.helpInText, section: Section? = nil,
    when isPossible: @escaping @Sendable (AppState, Movement) -> Bool = { _, _ in true },
    else obstacle: @escaping @Sendable (AppState, Movement) -> String?,
    run: @escaping @Sendable (inout AppState, Movement) -> Void
  ) -> [Command] {
    movements.map { movement in
      Command(
        movement.command, keys(movement), menu: movement.menu, in: screens,
        hint: hasHints ? movement.hint : nil, help(movement), section: section, traits: [.moves],
        when: { isPossible($0, movement) }, else: { obstacle($0, movement) },
        run: { run(&$0, movement) })
    }
  }
}
