import ArgumentParser
import Foundation

/// A command with its arguments and subcommands, as the argument parser dumps them. Completions and
/// the manual are made from it, so that neither repeats the commands' texts.
struct CommandTree: Decodable, Sendable {
  let name: String
  let abstract: String
  let discussion: String
  let aliases: [String]
  /// The name of the command that runs if none is named.
  let defaultName: String?
  let arguments: [Argument]
  /// The subcommands that help shows.
  let commands: [CommandTree]
  private let isShown: Bool

  /// The command `raylette`. Nil if the parser's dump can't be read.
  static var root: CommandTree? {
    struct Dump: Decodable { let command: CommandTree }
    do {
      _ = try RayletteCommand.parseAsRoot(["--experimental-dump-help"])
      return nil
    } catch {
      let text = RayletteCommand.fullMessage(for: error)
      return try? JSONDecoder().decode(Dump.self, from: Data(text.utf8)).command
    }
  }

  var defaultCommand: CommandTree? { commands.first { $0.name == defaultName } }

  /// Returns the subcommand with a name or an alias.
  func command(named name: String) -> CommandTree? {
    commands.first { $0.name == name || $0.aliases.contains(name) }
  }

  private enum CodingKeys: String, CodingKey {
    case commandName, abstract, discussion, aliases, defaultSubcommand, arguments, subcommands
    case shouldDisplay
  }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    name = try fields.decode(String.self, forKey: .commandName)
    abstract = try fields.decodeIfPresent(String.self, forKey: .abstract) ?? ""
    discussion = try fields.decodeIfPresent(String.self, forKey: .discussion) ?? ""
    aliases = try fields.decodeIfPresent([String].self, forKey: .aliases) ?? []
    defaultName = try fields.decodeIfPresent(String.self, forKey: .defaultSubcommand)
    arguments = try fields.decodeIfPresent([Argument].self, forKey: .arguments) ?? []
    let all = try fields.decodeIfPresent([CommandTree].self, forKey: .subcommands) ?? []
    commands = all.filter(\.isShown)
    isShown = try fields.decodeIfPresent(Bool.self, forKey: .shouldDisplay) ?? true
  }
}

extension CommandTree {
  /// An option, a flag, or a positional argument.
  struct Argument: Decodable, Equatable, Sendable {
    enum Kind: String, Decodable { case positional, option, flag }

    struct Name: Decodable, Equatable {
      enum Kind: String, Decodable { case long, short, longWithSingleDash }
      let kind: Kind
      let name: String

      /// The name with its dashes.
      var text: String { (kind == .long ? "--" : "-") + name }
    }

    let kind: Kind
    let names: [Name]?
    let abstract: String?
    let valueName: String?
    let defaultValue: String?
    let isRepeating: Bool
    let isOptional: Bool
    let shouldDisplay: Bool
    private let completionKind: CompletionKind?

    private struct CompletionKind: Decodable, Equatable {
      struct List: Decodable, Equatable { let values: [String] }
      struct Files: Decodable, Equatable {}
      struct Command: Decodable, Equatable { let command: String }
      let list: List?
      let file: Files?
      let shellCommand: Command?
    }

    var optionNames: [String] { (names ?? []).map(\.text) }
    /// All valid values, if the argument has a fixed list.
    var values: [String] { completionKind?.list?.values ?? [] }
    var takesFiles: Bool { completionKind?.file != nil || source?.takesFiles == true }
    /// The source of the argument's values, if it has no fixed list.
    var source: CompletionSource? {
      completionKind?.shellCommand.flatMap { CompletionSource(rawValue: $0.command) }
    }
  }
}
