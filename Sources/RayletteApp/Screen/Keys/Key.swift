import Links
import Localization
import TerminalGrid

extension Key {
  static let space = Key.character(" ")

  /// The key that the user means by a full-width character of an input method where it isn't typed.
  var asciiFolded: Key {
    guard case .character(let character) = self, !character.isASCII,
      let folded = String(character).asciiFolded.first
    else { return self }
    return .character(folded)
  }

  /// The key as shown on screen.
  var label: String {
    switch self {
    case .character(" "): "space"
    case .character(let character): String(character)
    case .control(let letter): "^\(letter.uppercased())"
    case .alt(let letter): "M-\(letter)"
    case .enter: "enter"
    case .escape: "esc"
    case .tab: "tab"
    case .backTab: "shift-tab"
    case .backspace: "backspace"
    case .delete: "Del"
    case .up: "Up"
    case .down: "Down"
    case .left: "Left"
    case .right: "Right"
    case .home: "Home"
    case .end: "End"
    case .pageUp: "PgUp"
    case .pageDown: "PgDn"
    }
  }
}

/// A key, or two keys pressed one after the other.
package struct KeyChord: Hashable, Sendable {
  let first: Key
  let second: Key?

  init(_ first: Key, _ second: Key? = nil) {
    self.first = first
    self.second = second
  }

  /// Whether one chord is equal to the other, or its beginning.
  func overlaps(_ other: KeyChord) -> Bool {
    first == other.first && (second == other.second || second == nil || other.second == nil)
  }

  /// The keys as shown on screen.
  var label: String {
    let labels = [first, second].compactMap { $0?.label }
    return labels.joined(separator: labels.allSatisfy { $0.count == 1 } ? "" : " ")
  }

  /// The keys in the notation of the config file: `g g`.
  package var name: String {
    [first, second].compactMap { $0?.label }.joined(separator: " ")
  }

  /// Whether the first key is a character, which types text where text is taken.
  var isTyped: Bool { if case .character = first { true } else { false } }
}

extension KeyChord {
  /// Creates a chord from its name in the config file: `d`, `C-x`, `pgdn`, `g g`.
  package init(name: String) throws(KeyNameError) {
    let names = name.split(separator: " ").map(String.init)
    guard let first = names.first, names.count <= 2 else {
      throw KeyNameError(name: name, problem: .tooMany)
    }
    self.first = try Key(name: first)
    second = names.count == 2 ? try Key(name: names[1]) : nil
  }
}

/// The error for an unknown key name, or for a key that can't have a command.
package struct KeyNameError: Error, Equatable, Sendable {
  package let name: String
  let problem: Problem

  enum Problem: Equatable, Sendable { case tooMany, unknown, noLetter, quits, suspends }

  /// Returns the error as a sentence without a full stop.
  /// - Parameter name: the name as it can be shown.
  package func sentence(about name: String) -> String {
    switch problem {
    case .tooMany: localized("\"\(name)\" is no key, and no two keys")
    case .unknown:
      localized(
        """
        "\(name)" is no key; keys are characters, C-x, M-x, space, enter, esc, tab, shift-tab, \
        backspace, del, up, down, left, right, home, end, pgup, pgdn
        """)
    case .noLetter: localized("\"\(name)\" is no key; C- takes a letter")
    case .quits: localized("\"\(name)\" always quits")
    case .suspends: localized("\"\(name)\" always suspends the program")
    }
  }
}

extension Key {
  /// Creates a key from its name in the config file.
  init(name: String) throws(KeyNameError) {
    if name.count == 1, let character = name.first {
      self = .character(character)
      return
    }
    if let key = Self.named[name.lowercased()] {
      self = key
      return
    }
    guard let (modifier, letter) = Self.modified(name) else {
      throw KeyNameError(name: name, problem: .unknown)
    }
    switch modifier {
    case .alt: self = .alt(letter)
    case .control:
      switch letter {
      // Terminals send the same characters for both keys of these pairs.
      case "i": self = .tab
      case "j", "m": self = .enter
      case "h": self = .backspace
      case "[": self = .escape
      case "c": throw KeyNameError(name: name, problem: .quits)
      case "z": throw KeyNameError(name: name, problem: .suspends)
      case "a"..."z": self = .control(letter)
      default: throw KeyNameError(name: name, problem: .noLetter)
      }
    }
  }

  private enum Modifier { case control, alt }

  private static func modified(_ name: String) -> (Modifier, Character)? {
    let lowercased = name.lowercased()
    for (prefix, modifier) in [
      ("c-", Modifier.control), ("ctrl-", .control), ("^", .control), ("m-", .alt), ("alt-", .alt),
    ] where lowercased.hasPrefix(prefix) && name.count == prefix.count + 1 {
      // Ctrl doesn't distinguish upper and lower case.
      return (modifier == .control ? lowercased : name).last.map { (modifier, $0) }
    }
    return nil
  }

  private static let named: [String: Key] = [
    "space": .space, "enter": .enter, "return": .enter, "esc": .escape, "escape": .escape,
    "tab": .tab, "shift-tab": .backTab, "s-tab": .backTab, "backspace": .backspace,
    "del": .delete, "delete": .delete, "up": .up, "down": .down, "left": .left, "right": .right,
    "home": .home, "end": .end, "pgup": .pageUp, "pageup": .pageUp, "pgdn": .pageDown,
    "pagedown": .pageDown,
  ]
}
