import Localization
import TerminalGrid

/// All commands with their keys. Where two commands share a key, at most one is possible in any
/// state.
package struct KeyMap: Sendable {
  /// The config file's changes.
  let changes: [KeyChange]
  let commands: [Command]
  /// The commands of each screen, in the same order.
  private let screens: [Focus: [Command]]

  package init(_ changes: [KeyChange] = []) {
    let commands = Self.commands(changedBy: changes)
    self.changes = changes
    self.commands = commands
    screens = Dictionary(
      uniqueKeysWithValues: Focus.allCases.map { focus in
        (focus, commands.filter { $0.screens.contains(focus) })
      })
  }

  /// All standard commands, the most important first.
  static var standard: [Command] {
    Command.question + Command.chooser + Command.spin + Command.saved + Command.reader
      + Command.share + Command.wheel + Command.details + Command.sync + Command.savedSecondary
      + Command.sidebar + Command.spinSecondary + Command.everywhere + Command.palette
      + Command.help
  }

  /// The same commands for what doesn't depend on their texts.
  private static let inAnyLanguage = standard

  // MARK: - Finding a command

  /// Returns the commands that exist on the screen, possible now or not.
  private func commands(on screen: Focus) -> [Command] { screens[screen] ?? [] }

  /// Returns the commands that are possible in this state, the most important first.
  func available(in state: AppState) -> [Command] {
    commands(on: Focus(of: state)).filter { $0.isPossible(state) }
  }

  /// Returns the command of a key in this state, or nil if there's none.
  /// - Parameter first: the previous key, if it began a chord.
  func command(for key: Key, after first: Key? = nil, in state: AppState) -> Command? {
    let chord = first.map { KeyChord($0, key) } ?? KeyChord(key)
    return commands(on: Focus(of: state))
      .first { $0.chords.contains(chord) && $0.isPossible(state) }
  }

  /// Returns the command that has a matching key on the screen, possible now or not.
  func command(where matches: (KeyChord) -> Bool, in state: AppState) -> Command? {
    commands(on: Focus(of: state)).first { $0.chords.contains(where: matches) }
  }

  /// Returns the command of a name that's possible in this state, or nil if there's none.
  func command(_ name: String, in state: AppState) -> Command? {
    commands(on: Focus(of: state)).first { $0.name == name && $0.isPossible(state) }
  }

  /// Returns the chords that begin with a key, each with its second key and its command.
  func continuations(of first: Key, in state: AppState) -> [(key: Key, command: Command)] {
    available(in: state).flatMap { command in
      command.chords.compactMap { chord in
        chord.first == first ? chord.second.map { ($0, command) } : nil
      }
    }
  }

  /// Returns whether chords of commands of the screen begin with a key, possible now or not.
  func begins(_ key: Key, in state: AppState) -> Bool {
    commands(on: Focus(of: state)).contains { command in
      command.chords.contains { $0.first == key && $0.second != nil }
    }
  }

  // MARK: - Texts

  /// Returns the most important key of a command, if it has one in this state.
  func chord(of command: String, in state: AppState) -> KeyChord? {
    self.command(command, in: state)?.chords.first
  }

  /// Returns the key of a command as shown on screen. Empty if it has none in this state.
  func label(of command: String, in state: AppState) -> String {
    chord(of: command, in: state)?.label ?? ""
  }

  /// Returns the first key of a command as shown on screen. Empty if it has none.
  /// - Parameter screen: the only screen whose key it may be, or nil for any.
  func label(of command: String, on screen: Focus? = nil) -> String {
    (screen.map { commands(on: $0) } ?? commands).lazy.filter { $0.name == command }
      .map(\.label).first { !$0.isEmpty } ?? ""
  }

  /// Returns a sentence with advice about a command: `Press [ to look.` Nil if it has no key.
  /// - Parameter sentence: the sentence with a key.
  func advice(
    by command: String, on screen: Focus? = nil, _ sentence: (_ key: String) -> String
  ) -> String? {
    let key = label(of: command, on: screen)
    return key.isEmpty ? nil : sentence(key)
  }

  /// Returns a message that ends in advice about a command, if the command has a key.
  /// - Parameter sentence: the advice with a key.
  func message(
    _ message: String, advising command: String, on screen: Focus? = nil,
    _ sentence: (_ key: String) -> String
  ) -> String {
    [message, advice(by: command, on: screen, sentence)].compactMap(\.self).paragraph
  }

  /// Returns the description of a command.
  func help(of command: Command) -> String {
    if !command.help.isEmpty { return command.help }
    return commands.first { $0.name == command.name && !$0.help.isEmpty }?.help ?? command.name
  }

  /// Returns the text of a command for the menu after its first key.
  func menuText(of command: Command) -> String {
    command.menuText ?? command.hint ?? help(of: command)
  }
}

extension KeyMap: Equatable {
  package static func == (a: KeyMap, b: KeyMap) -> Bool {
    a.changes == b.changes
  }
}

/// A change of the key map by the config file: a key for commands, or an unbound key.
package struct KeyChange: Hashable, Sendable {
  package var chord: KeyChord
  /// The names of the commands, each for different screens. Empty if the key is unbound.
  package var commands: [String]

  package init(_ chord: KeyChord, _ commands: [String]) {
    self.chord = chord
    self.commands = commands
  }
}

extension KeyMap {
  /// The names of all commands.
  package static let commandNames: [String] = inAnyLanguage.reduce(into: []) { names, command in
    if !names.contains(command.name) { names.append(command.name) }
  }

  /// Returns the standard commands with changes. A key is removed from other commands on the
  /// screens where its new command exists. On other screens, it keeps its command.
  private static func commands(changedBy changes: [KeyChange]) -> [Command] {
    var commands = standard
    // The first key in the file becomes the first key of its command, which the footer shows.
    for change in changes.reversed() {
      let screens = Self.screens(of: change.commands)
      for index in commands.indices {
        let isBound = change.commands.contains(commands[index].name)
        // A key that types text can't be a command's key here.
        if isBound, !commands[index].canHave(change.chord) { continue }
        var chords = commands[index].chords
        if change.commands.isEmpty {
          chords.removeAll { $0 == change.chord }
        } else if isBound || !commands[index].screens.isDisjoint(with: screens) {
          chords.removeAll { $0.overlaps(change.chord) }
        }
        if isBound { chords.insert(change.chord, at: 0) }
        commands[index].chords = chords
      }
    }
    return commands
  }

  /// Returns the first change that contradicts itself or an earlier one, with the reason.
  package static func conflict(in changes: [KeyChange]) -> (index: Int, problem: String)? {
    for (index, change) in changes.enumerated() {
      let label = change.chord.label
      if let command = change.commands.first(where: { !canBind(change.chord, to: $0) }) {
        return (index, localized("\(label) is typed where \(command) is, and can't be its key"))
      }
      for (position, command) in change.commands.enumerated() {
        let other = change.commands[..<position].first {
          !screens(of: [$0]).isDisjoint(with: screens(of: [command]))
        }
        if let other {
          return (
            index,
            localized("\(label) has two commands on the same screen, \(other) and \(command)")
          )
        }
      }
      for previous in changes[..<index] where previous.chord.overlaps(change.chord) {
        if previous.chord == change.chord { return (index, localized("\(label) is there twice")) }
        let isDisjoint = screens(of: previous.commands)
          .isDisjoint(with: screens(of: change.commands))
        if isDisjoint { continue }
        return (index, localized("\(label) and \(previous.chord.label) begin with the same key"))
      }
    }
    return nil
  }

  private static func canBind(_ chord: KeyChord, to command: String) -> Bool {
    inAnyLanguage.contains { $0.name == command && $0.canHave(chord) }
  }

  private static func screens(of commands: [String]) -> Set<Focus> {
    inAnyLanguage.filter { commands.contains($0.name) }
      .reduce(into: []) { $0.formUnion($1.screens) }
  }
}
