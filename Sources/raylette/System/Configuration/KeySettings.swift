import Localization
import RayletteApp
import Yams

/// The keys of the config file.
extension ConfigurationReader {
  static func keyChanges(_ value: YAMLValue) -> [KeyChange] {
    guard let mapping = value.node.mapping else {
      value.report(localized("keys takes keys with commands, such as \"x: saved.remove\""))
      return []
    }
    var changes: [KeyChange] = []
    for (node, names) in mapping {
      let item = value.part(node)
      let chord = chord(item)
      let commands = commands(value.part(names))
      guard let chord, let commands else { continue }
      changes.append(KeyChange(chord, commands))
      // Reports the conflict at the line with the mistake.
      if let conflict = KeyMap.conflict(in: changes) {
        item.report(conflict.problem)
        changes.removeLast()
      }
    }
    return changes
  }

  private static func chord(_ item: YAMLValue) -> KeyChord? {
    guard let name = item.node.scalar?.string, !name.isEmpty else {
      return item.fail(localized("keys has a key that is no word; put it in quotation marks"))
    }
    do {
      return try KeyChord(name: name)
    } catch {
      return item.fail(error.sentence(about: YAMLValue.plain(error.name)))
    }
  }

  /// Parses the command of a key, a list of commands, or `none`. Returns nil if a command is wrong.
  private static func commands(_ value: YAMLValue) -> [String]? {
    if value.node.scalar?.string == "none" { return [] }
    let nodes = value.node.sequence.map(Array.init) ?? [value.node]
    let commands = nodes.compactMap { command(value.part($0)) }
    return commands.count == nodes.count ? commands : nil
  }

  private static func command(_ item: YAMLValue) -> String? {
    guard let name = item.node.scalar?.string, !item.isEmpty, !name.isEmpty else {
      return item.fail(localized("keys takes a command for each key, or none"))
    }
    if KeyMap.commandNames.contains(name) { return name }
    let (near, plain) = (NearestName.of(name, in: KeyMap.commandNames), YAMLValue.plain(name))
    return item.fail(
      near.map { localized("there is no command \"\(plain)\"; did you mean \($0)?") }
        ?? localized("there is no command \"\(plain)\"; ? in the program lists keys, : commands"))
  }
}
