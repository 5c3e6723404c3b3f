import Foundation
import Links
import Localization
import TerminalGrid

/// A command in the palette.
struct ListedCommand: Hashable, Sendable {
  /// The stable name.
  let name: String
  let chords: [KeyChord]
  /// Whether the command opens something to type, to choose or to confirm.
  let asksForMore: Bool
}

/// The commands that open the palette, and those inside it.
///
/// Ctrl-P opens the palette only on Spin, which has no list. In lists, Ctrl-P moves up, because
/// Ctrl-N moves down.
extension Command {
  static var palette: [Command] {
    [
      Command(
        "app.palette", [.character(":"), .control("p"), .alt("x")], in: [.spin],
        hint: localized("all", context: "key"), localized("show all commands"), section: .help,
        run: openPalette),
      Command(
        "app.palette", [.character(":"), .alt("x")], in: [.saved, .reader],
        hint: localized("all", context: "key"), run: openPalette),
      Command(
        "app.palette", [.character(":"), .alt("x")], in: [.details, .help], run: openPalette),
      Command(
        "app.palette", [.character(":"), .alt("x")], in: [.sharing],
        when: { $0.modals.sheet?.phase == .choosing }, run: openPalette),
      Command(
        "palette.run", [.enter, .tab], in: [.palette], hint: localized("run", context: "key"),
        localized("run the command"), when: { $0.modals.chooser?.selected != nil },
        else: { _ in ScreenTexts.noMatches }, run: choose),
      Command(
        "view.close", [.escape, .control("g")], in: [.palette],
        hint: localized("close", context: "key"), localized("close the palette"), run: closeModal),
    ]
  }

  private static let openPalette: Run = {
    $0.openChooser(.commands($0.saved.cursorID), entries: $0.commandEntries)
  }
}

extension AppState {
  /// The commands that have an effect on the screen: the most recently used first, then the others
  /// in the order of the key map.
  fileprivate var commandEntries: [Chooser.Entry] {
    var names: Set<String> = []
    // The palette doesn't open above itself.
    let commands = surroundings.keyMap.available(in: self).filter {
      !$0.traits.contains(.moves) && $0.name != "app.palette" && hasEffect($0)
        && names.insert($0.name).inserted
    }
    let recent = input.recentCommands.texts.compactMap { name in
      commands.first { $0.name == name }
    }
    let others = commands.filter { command in !recent.contains { $0.name == command.name } }
    return (recent + others).map { command in
      Chooser.Entry(
        label: paletteTitle(of: command), details: [],
        choice: .command(
          ListedCommand(
            name: command.name, chords: command.chords,
            asksForMore: command.traits.contains(.asks))))
    }
  }

  /// The command as an order: `Undo: tagged 3 links`, `Clear the history`.
  private func paletteTitle(of command: Command) -> String {
    if command.name == "saved.undo", let message = saved.undo.offeredMessage {
      return localized("Undo: \(message.lowercasedFirst)")
    }
    return surroundings.keyMap.help(of: command).firstCapitalized
  }

  /// Runs a command of the palette on the screen's content from when the palette opened.
  mutating func run(_ listed: ListedCommand, titled title: String, in purpose: Chooser.Purpose) {
    input.recentCommands.add(listed.name)
    guard let command = surroundings.keyMap.command(listed.name, in: self) else {
      notice = .information(localized("That isn't possible any more: \(title.lowercasedFirst)."))
      return
    }
    if tab == .saved, purpose != .commands(saved.cursorID), saved.selectedIDs.isEmpty,
      command.target.isAtCursor
    {
      notice = .information(
        localized("The selected link left the list. Run the command again for this one."))
      return
    }
    return perform(command)
  }
}

/// The rank of a command for the typed words. Lower is better.
struct CommandRank: Comparable {
  enum Kind: Int {
    /// The word is a key of the command.
    case key
    /// The word begins a word of the title or the name.
    case start
    case inside
    /// The letters of the word occur in order.
    case fuzzy
  }

  /// The kind of match of the word with the worst match.
  private(set) var kind = Kind.key
  /// The sum of the scores of fuzzy matches. Higher is better.
  private var score = 0

  /// Returns nil if one of the words doesn't match.
  init?(of terms: [String], in entry: Chooser.Entry) {
    for term in terms.map(\.widthFolded) {
      guard let (kind, score) = Self.rank(of: term, in: entry) else { return nil }
      if kind.rawValue > self.kind.rawValue { self.kind = kind }
      self.score += score
    }
  }

  /// Returns the entries that contain every word, best first. Equally good entries keep their order.
  static func matches(of terms: [String], in entries: [Chooser.Entry]) -> [Chooser.Entry] {
    entries.enumerated().compactMap { index, entry in
      CommandRank(of: terms, in: entry).map { (rank: $0, index: index, entry: entry) }
    }
    .sorted { ($0.rank, $0.index) < ($1.rank, $1.index) }.map(\.entry)
  }

  private static func rank(of term: String, in entry: Chooser.Entry) -> (Kind, score: Int)? {
    guard case .command(let command) = entry.choice else { return nil }
    if command.chords.contains(where: { $0.label == term }) { return (.key, 0) }
    let texts = [entry.label.widthFolded, command.name]
    let options: String.CompareOptions = [.caseInsensitive, .diacriticInsensitive]
    let words = texts.flatMap { $0.split { !$0.isLetter && !$0.isNumber } }
    // A typed name such as saved.remove spans several words.
    let starts = texts.map { $0[...] } + words
    if starts.contains(where: { $0.range(of: term, options: options.union(.anchored)) != nil }) {
      return (.start, 0)
    }
    if texts.contains(where: { $0.range(of: term, options: options) != nil }) {
      return (.inside, 0)
    }
    return texts.compactMap { FuzzyMatch(of: term, in: $0)?.score }.max().map { (.fuzzy, $0) }
  }

  static func < (a: CommandRank, b: CommandRank) -> Bool {
    (a.kind.rawValue, -a.score) < (b.kind.rawValue, -b.score)
  }
}
