import LinkSync

extension SyncFact.Kind {
  /// The column of `syncState` that says whether facts of this kind are exchanged.
  var column: String {
    switch self {
    case .reading: "hasReading"
    case .wheels: "hasWheels"
    case .settings: "hasSettings"
    }
  }

  /// SQL for whether a key of `syncFact` is that of a fact of this kind.
  var condition: String {
    switch self {
    case .reading: "(syncFact.key GLOB 'read *' OR syncFact.key GLOB 'place *')"
    case .settings: "(syncFact.key GLOB 'search *' OR syncFact.key GLOB 'setting *')"
    case .wheels: "NOT (\(Self.reading.condition) OR \(Self.settings.condition))"
    }
  }

  /// SQL for whether a key of `syncFact` is that of a fact that other devices may know. See
  /// ``SyncFact/isShared(exchanging:in:)``.
  static func condition(of kinds: Set<Self>) -> String {
    let conditions = kinds.map { kind in
      guard kind == .reading, !kinds.contains(.wheels) else { return kind.condition }
      let page = "substr(syncFact.key, instr(syncFact.key, ' ') + 1)"
      return """
        (\(kind.condition) AND EXISTS (
          SELECT 1 FROM link WHERE link.key = \(page)))
        """
    }
    return conditions.isEmpty ? "0" : "(\(conditions.sorted().joined(separator: " OR ")))"
  }
}
