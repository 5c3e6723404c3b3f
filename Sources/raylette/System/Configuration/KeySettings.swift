import Localization
import RayletteApp
import Yams

/// The keys of the config file.
extension ConfigurationReader {
  static func keyChanges(
    _ value: YAMLValue, _ problems: inout [ConfigurationError]
  ) -> [KeyChange] {
    guard let mapping = value.node.mapping else {
      problems.append(
        value.fail(localized("keys takes keys with commands, such as \"x: saved.remove\"")))
      return []
    }
    var changes: [KeyChange] = []
    for (node, names) in mapping {
      let item = YAMLValue(file: value.file, node: node, name: "keys")
      let chord = problems.collect { () throws(ConfigurationError) in try self.chord(item) }
      let commands = commands(YAMLValue(file: value.file, node: names, name: "keys"), &problems)
      guard let chord, let commands else { continue }
      changes.append(KeyChange(chord, commands))
      // Reports the conflict at the line with the mistake.
      if let conflict = KeyMap.conflict(in: changes) {
        problems.append(item.fail(conflict.problem))
        changes.removeLast()
      }
    }
    return changes
  }

  private static func chord(_ item: YAMLValue) throws(ConfigurationError) -> KeyChord {
    guard let name = item.node.scalar?.string, !name.isEmpty else {
      throw item.fail(localized("keys has a key that is no word; put it in quotation marks"))
    }
    do {
      return try KeyChord(name: name)
    } catch {
      throw item.fail(error.sentence(about: YAMLValue.plain(error.name)))
    }
  }

  /// Parses the command of a key, a list of commands, or `none`. Returns nil if a command is wrong.
  private static func commands(
    _ value: YAMLValue, _ problems: inout [ConfigurationError]
  ) -> [String]? {
    if value.node.scalar?.string == "none" { return [] }
    let nodes = value.node.sequence.map(Array.init) ?? [value.node]
    var commands: [String] = []
    for node in nodes {
      let item = YAMLValue(file: value.file, node: node, name: "keys")
      let name = problems.collect { () throws(ConfigurationError) in try command(item) }
      if let name { commands.append(name) }
    }
    return commands.count == nodes.count ? commands : nil
  }

  private static func command(_ item: YAMLValue) throws(ConfigurationError) -> String {
    guard let name = item.node.scalar?.string, !item.isEmpty, !name.isEmpty else {
      throw item.fail(localized("keys takes a command for each key, or none"))
    }
    guard KeyMap.commandNames.contains(name) else {
      let (near, plain) = (NearestName.of(name, in: KeyMap.commandNames), YAMLValue.plain(name))
      throw item.fail(
        near.map { localized("there is no command \"\(plain)\"; did you mean \($0)?") }
          ?? localized(
            "there is no command \"\(plain)\"; ? in the program lists keys, : commands"))
    }
    return name
  }
}
