import ArgumentParser
import Foundation
import Localization

/// Invalid arguments, described in a line with a suggestion. What the argument parser says stays in
/// its English.
struct UsageError: CustomStringConvertible {
  let description: String

  /// - Parameter error: the argument parser's error.
  init(_ error: any Error, arguments: [String]) {
    let path = CommandPath(arguments)
    let message = RayletteCommand.message(for: error)
    let text =
      Self.unknownCommand(message, at: path) ?? Self.unknownOption(message)
      ?? Self.invalidValue(message) ?? message
    self.init(text, at: path)
  }

  private init(_ text: String, at path: CommandPath) {
    var text = text.replacing("\n", with: " ")
    if text.dropFirst().first?.isLowercase == true { text = text.lowercasedFirst }
    if !".?!。？！".contains(text.last ?? ".") { text += "." }
    description = [text, localized("See \(path.help).")].paragraph
  }

  /// Returns an error if `raylette help` is asked about an unknown command, for which the parser
  /// would show the general help.
  static func ofHelp(_ arguments: [String]) -> UsageError? {
    guard arguments.first == "help" else { return nil }
    let path = CommandPath(arguments.dropFirst())
    guard let name = path.arguments.first, !name.hasPrefix("-") else { return nil }
    return UsageError(noCommand(name, at: path), at: path)
  }

  /// Returns an error for a misspelt command, which the parser takes for an argument of the parent
  /// command.
  private static func unknownCommand(_ message: String, at path: CommandPath) -> String? {
    guard !path.subcommandNames.isEmpty,
      let match = message.firstMatch(of: /nexpected arguments?:? '(.*?)'(?:, '|$)/)
    else { return nil }
    return noCommand(String(match.1), at: path)
  }

  private static func noCommand(_ name: String, at path: CommandPath) -> String {
    let message = localized("There's no command '\(name)'.")
    let names = path.subcommandNames + ["help"]
    if let near = NearestName.of(name, in: names) ?? CommandSynonym.of(name, in: names) {
      return [message, NearestName.question(about: near)].paragraph
    }
    guard path.names.isEmpty else { return message }
    if name.contains("://") {
      return [message, localized("To see the card of a page, use preview \(name).")].paragraph
    }
    guard FileManager.default.fileExists(atPath: name) else { return message }
    return [message, localized("To spin the links in a file, use --wheel \(name).")].paragraph
  }

  /// Returns an error without the parser's suggestion, if that's a very different option.
  private static func unknownOption(_ message: String) -> String? {
    guard let match = message.firstMatch(of: /^Unknown option '(.*)'\. Did you mean '(.*)'\?$/),
      NearestName.of(String(match.1), in: [String(match.2)]) == nil
    else { return nil }
    return localized("Unknown option '\(match.1)'.")
  }

  /// Shortens the parser's wordy message about an option's value, which lists the valid values on
  /// separate lines.
  private static func invalidValue(_ message: String) -> String? {
    guard
      let match = message.wholeMatch(
        of: /The value '((?s).*)' is invalid for '(-[-a-z0-9]+|<[^>']*>)[^']*'((?s).*)/)
    else { return nil }
    let (value, option, explanation) = (String(match.1), match.2, match.3)
    // Our own errors name the option and its valid values.
    if explanation.hasPrefix(": ") { return String(explanation.dropFirst(2)) }
    if option.hasPrefix("<") { return nil }
    let listed = explanation.matches(of: /\n  - (.+)/).map { String($0.1) }
    let valid = listed.isEmpty ? explanation.matches(of: /'([^']+)'/).map { String($0.1) } : listed
    if valid.isEmpty { return localized("\(option) doesn't take '\(value)'.") }
    return NearestName.suggesting(
      localized("\(option) takes \(valid.disjunction), not '\(value)'."), for: value, in: valid)
  }
}
