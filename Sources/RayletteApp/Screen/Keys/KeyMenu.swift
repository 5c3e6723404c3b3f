import Localization
import TerminalGrid

/// A key that opens a menu: a second key names the command. Rare commands stand in menus, so that
/// the frequent ones keep single keys.
struct KeyMenu: Hashable, Sendable {
  let key: Key
  let title: String
  /// The second keys in the order of the menu, the most used first. Other keys follow.
  let order: [Character]

  static var go: KeyMenu {
    KeyMenu(key: .character("g"), title: localized("go to"), order: Array("geslhtwonfyc"))
  }
  static var view: KeyMenu {
    KeyMenu(key: .character("z"), title: localized("view"), order: Array("dcsi+-"))
  }
  static var sort: KeyMenu {
    KeyMenu(key: .character(","), title: localized("sort by"), order: Array("notslr"))
  }
  static var care: KeyMenu {
    KeyMenu(key: .character("c"), title: localized("check and tidy"), order: Array("cmre"))
  }

  static var all: [KeyMenu] { [go, view, sort, care] }

  /// A command's place in a menu.
  struct Item: Hashable, Sendable {
    let menu: KeyMenu
    let key: Character
    /// One or two words for the menu.
    let text: String

    static func go(_ key: Character, _ text: String) -> Item { Item(.go, key, text) }
    static func view(_ key: Character, _ text: String) -> Item { Item(.view, key, text) }
    static func sort(_ key: Character, _ text: String) -> Item { Item(.sort, key, text) }
    static func care(_ key: Character, _ text: String) -> Item { Item(.care, key, text) }

    private init(_ menu: KeyMenu, _ key: Character, _ text: String) {
      self.menu = menu
      self.key = key
      self.text = text
    }

    var chord: KeyChord { KeyChord(menu.key, .character(key)) }
  }
}

/// The menu above the footer while the second key of a chord is awaited, whether the chord is a
/// standard one or one of the config file.
struct KeyMenuLayout {
  struct Entry: Equatable {
    let key: Key
    let text: String
    let x: Int
    let y: Int
    let columns: Int
  }

  let frame: GridRect
  let title: String
  let entries: [Entry]

  /// Returns nil if no second key is awaited, or if the terminal is too low for a menu.
  init?(in state: AppState) {
    guard let first = state.input.pendingKey, state.surroundings.size.holds(ScreenLayout.minimum)
    else { return nil }
    let items = Self.items(after: first, in: state)
    let body = state.surroundings.body
    let widest = items.map { DisplayWidth.columns(of: "\($0.key.label) \($0.text)") }.max() ?? 0
    let columns = max(1, (body.columns - 2) / (widest + Self.gap))
    let rows = (items.count + columns - 1) / columns
    // A line of the screen below stays in sight.
    guard rows > 0, rows + 1 < body.rows else { return nil }
    frame = GridRect(x: body.x, y: body.maxY - rows - 1, columns: body.columns, rows: rows + 1)
    let name = KeyMenu.all.first { $0.key == first }?.title
    title = [first.label, name].compactMap(\.self).joined(separator: "  ")
    let top = frame.y + 1
    entries = items.enumerated().map { index, item in
      Entry(
        key: item.key, text: item.text,
        x: body.x + 2 + index / rows * (widest + Self.gap), y: top + index % rows,
        columns: DisplayWidth.columns(of: "\(item.key.label) \(item.text)"))
    }
  }

  private static let gap = 3

  /// Returns the second keys with their texts, in the order of the menu.
  static func items(after first: Key, in state: AppState) -> [(key: Key, text: String)] {
    let order = KeyMenu.all.first { $0.key == first }?.order ?? []
    func rank(_ key: Key) -> Int {
      guard case .character(let character) = key else { return order.count }
      return order.firstIndex(of: character) ?? order.count
    }
    var items: [(key: Key, text: String)] = []
    let keyMap = state.surroundings.keyMap
    for (key, command) in keyMap.continuations(of: first, in: state)
    where !items.contains(where: { $0.key == key }) {
      items.append((key, keyMap.menuText(of: command)))
    }
    return items.enumerated().sorted {
      (rank($0.element.key), $0.offset) < (rank($1.element.key), $1.offset)
    }
    .map(\.element)
  }

  /// Returns the second key at a point of the screen.
  func key(atX x: Int, y: Int) -> Key? {
    entries.first { $0.y == y && ($0.x..<$0.x + $0.columns).contains(x) }?.key
  }

  func draw(in grid: inout Grid, appearance: Appearance) {
    let theme = appearance.theme
    grid.fill(frame, style: .plain)
    grid.drawRule(
      x: frame.x + 1, y: frame.y, columns: frame.columns - 2, glyphs: appearance.symbols.box,
      style: theme.border)
    grid.draw(" \(title) ", x: frame.x + 3, y: frame.y, style: theme.title, clip: frame)
    for entry in entries {
      let x = grid.draw(entry.key.label, x: entry.x, y: entry.y, style: theme.accent, clip: frame)
      grid.draw(entry.text, x: x + 1, y: entry.y, style: .plain, clip: frame)
    }
  }
}
