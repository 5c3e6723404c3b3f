/// A command with its keys, when it's available, and its texts for the footer, the help and the
/// palette. Having all of these in one value keeps them consistent.
struct KeyBinding: Sendable {
  /// The stable name for the config file. Bindings with the same name are one command with
  /// different meanings on different screens.
  let command: String
  /// The keys, most important first.
  var chords: [KeyChord]
  /// The screens on which the command exists.
  let focus: Set<Focus>
  /// One word for the footer, or nil for obvious keys.
  let hint: String?
  /// The description in the help and the palette. Empty if another binding of the command has it.
  let help: String
  /// The heading in the help, or nil for keys that are explained on their own screen.
  let section: Section?
  let action: Action
  private let isPossible: @Sendable (AppState) -> Bool

  init(
    _ command: String, _ keys: [Key], in focus: Set<Focus>, hint: String? = nil,
    _ help: String,
    section: Section? = nil, _ action: Action,
    when isPossible: @escaping @Sendable (AppState) -> Bool = { _ in true }
  ) {
    self.command = command
    chords = keys.map { KeyChord($0) }
    self.focus = focus
    self.hint = hint
    self.help = help
    self.section = section
    self.action = action
    self.isPossible = isPossible
  }

  func isAvailable(in state: AppState) -> Bool {
    focus.contains(Focus(of: state)) && isPossible(state)
  }

  /// The headings of the help.
  enum Section: String, CaseIterable, Sendable {
    case spin = "Spin"
    case saved = "Saved"
    case reader = "Reader"
    case share = "Share"
    case everywhere = "Everywhere"
    case help = "Help"
  }
}

extension KeyBinding {
  /// The chords of a single key.
  var keys: [Key] { chords.compactMap { $0.second == nil ? $0.first : nil } }

  /// The keys as shown on screen, the most important first.
  var labels: [String] { chords.map(\.label) }

  /// The key for the footer.
  var label: String { labels.first ?? "" }

  /// The description with the command's other keys: `next link (also Down, ^N)`.
  var helpWithKeys: String {
    let others = labels.dropFirst()
    return others.isEmpty ? help : "\(help) (also \(others.joined(separator: ", ")))"
  }
}
