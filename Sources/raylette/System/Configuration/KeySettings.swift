import RayletteApp
import Yams

/// The keys of the config file.
extension ConfigurationReader {
  func keyChanges(_ value: YAMLValue) throws(ConfigurationError) -> [KeyChange] {
    guard let mapping = value.node.mapping else {
      throw value.fail("keys takes keys with commands, such as \"x: saved.remove\"")
    }
    var changes: [KeyChange] = []
    var places: [YAMLValue] = []
    for (node, commands) in mapping {
      let place = YAMLValue(file: file, node: node, name: "keys")
      let change = KeyChange(
        try chord(place), try self.commands(YAMLValue(file: file, node: commands, name: "keys")))
      changes.append(change)
      places.append(place)
      // Says so at the first line with a mistake.
      if let conflict = KeyMap.conflict(in: changes) { throw place.fail(conflict.problem) }
    }
    return changes
  }

  private func chord(_ place: YAMLValue) throws(ConfigurationError) -> KeyChord {
    guard let name = place.node.scalar?.string, !name.isEmpty else {
      throw place.fail("keys has a key that is no word; put it in quotation marks")
    }
    do {
      return try KeyChord(name: name)
    } catch {
      throw place.fail("\"\(YAMLValue.plain(error.name))\" \(error.problem)")
    }
  }

  /// Parses the command of a key, a list of them, or `none`.
  private func commands(_ value: YAMLValue) throws(ConfigurationError) -> [String] {
    if value.node.scalar?.string == "none" { return [] }
    let nodes = value.node.sequence.map(Array.init) ?? [value.node]
    var commands: [String] = []
    for node in nodes {
      let place = YAMLValue(file: file, node: node, name: "keys")
      guard let name = node.scalar?.string, node.null == nil, !name.isEmpty else {
        throw place.fail("keys takes a command for each key, or none")
      }
      guard KeyMap.commands.contains(name) else {
        let near = NearestName.of(name, in: KeyMap.commands)
        let advice = near.map { "did you mean \($0)?" } ?? "? in the program lists keys, : commands"
        throw place.fail("there is no command \"\(YAMLValue.plain(name))\"; \(advice)")
      }
      commands.append(name)
    }
    return commands
  }
}
