import Localization
import TerminalGrid

/// Something that the user can do: its name, its keys, its texts, when it's possible, why it isn't,
/// and what it does. The footer, the help, the palette, the menus, the config file and the guide
/// read these values, so a new command is one entry.
struct Command: Sendable {
  /// The stable name for the config file. Commands with the same name are one command with
  /// different meanings on different screens.
  let name: String
  /// The keys, most important first.
  var chords: [KeyChord]
  /// The screens on which the command exists.
  let screens: Set<Focus>
  /// One word for the footer, or nil for obvious keys.
  let hint: String?
  /// One or two words for the menu after the first key, if the command stands in one.
  let menuText: String?
  /// The description in the help and the palette. Empty if another command of the name has it.
  let help: String
  /// The heading in the help, or nil for keys that are explained on their own screen.
  let section: Section?
  /// The saved links that the command is for.
  let target: Target
  let traits: Set<Trait>
  /// Whether the command can do something now, if the screen has it.
  let isPossible: Condition
  /// Returns why the command isn't possible, or has changed nothing. Nil if the reason is the same
  /// for all commands of the screen.
  let obstacle: Obstacle
  /// Does it. Changes nothing if there's nothing to do.
  let run: Run

  typealias Condition = @Sendable (AppState) -> Bool
  typealias Obstacle = @Sendable (AppState) -> String?
  typealias Run = @Sendable (inout AppState) -> Void

  init(
    _ name: String, _ keys: [Key] = [], menu: KeyMenu.Item? = nil, in screens: Set<Focus>,
    hint: String? = nil, _ help: String = "", section: Section? = nil, on target: Target = .nothing,
    traits: Set<Trait> = [],
    when isPossible: @escaping Condition = { _ in true },
    else obstacle: @escaping Obstacle = { _ in nil }, run: @escaping Run
  ) {
    self.name = name
    let single = keys.map { KeyChord($0) }
    let inMenu = [menu?.chord].compactMap(\.self)
    // Named keys such as Home are the ones that nobody needs to be told.
    chords = single.contains(where: \.isTyped) ? single + inMenu : inMenu + single
    self.screens = screens
    self.hint = hint
    menuText = menu?.text
    self.help = help
    self.section = section
    self.target = target
    self.traits = traits
    self.isPossible = isPossible
    self.obstacle = obstacle
    self.run = run
  }

  /// The saved links that a command is for.
  enum Target: Sendable {
    /// None, or those of its own screen.
    case nothing
    /// The link at the cursor.
    case link
    /// The selected links or, without a selection, the link at the cursor.
    case links
    /// The selected links or, without a selection, all listed links.
    case list

    var isAtCursor: Bool { self == .link || self == .links }
    var isSelection: Bool { self == .links || self == .list }
  }

  enum Trait: Sendable {
    /// Only moves to somewhere on the screen, for which nobody opens a list.
    case moves
    /// Opens something to type, to choose or to confirm.
    case asks
    /// May change only content that isn't on screen.
    case mayStayUnseen
  }

  /// The headings of the help.
  enum Section: CaseIterable, Sendable {
    case move, select, change, find, view, share, wheels, devices, help

    var title: String {
      switch self {
      case .move: localized("Move", context: "heading")
      case .select: localized("Select", context: "heading")
      case .change: localized("Change", context: "heading")
      case .find: localized("Find", context: "heading")
      case .view: localized("View", context: "heading")
      case .share: localized("Share", context: "heading")
      case .wheels: localized("Wheels")
      case .devices: localized("Devices")
      case .help: localized("Help")
      }
    }
  }
}

extension Command {
  /// Whether the command sorts the list in one order.
  var isSort: Bool { name.hasPrefix("saved.sort-") }

  /// Whether the command exists only in the accessible mode.
  var isForListening: Bool { name == "app.repeat" }

  /// Whether the command exists only in the help.
  var isOfHelp: Bool { screens == [.help] }

  /// Whether the command can have a key. A key that types text can't be a command's where text is
  /// taken.
  func canHave(_ chord: KeyChord) -> Bool {
    !screens.contains(where: \.takesText) || !chord.isTyped && chord.second == nil
  }

  /// The chords of a single key.
  var keys: [Key] { chords.compactMap { $0.second == nil ? $0.first : nil } }

  /// The keys as shown on screen, the most important first.
  var labels: [String] { chords.map(\.label) }

  /// The key for the footer.
  var label: String { labels.first ?? "" }

  /// The description with the command's other keys: `next link (also Down, ^N)`.
  var helpWithKeys: String {
    let others = labels.dropFirst()
    return others.isEmpty ? help : localized("\(help) (also \(others.list))")
  }
}
